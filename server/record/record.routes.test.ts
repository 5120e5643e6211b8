import fc from 'fast-check'
import { parseCsv } from 'hucre/csv'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activityTypes, scoreOfType, typeName } from '../../contract/codes.ts'
import { csvMark } from '../../contract/csv.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import { type Language, languages } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { formatPoints } from '../../contract/points.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { Statement } from '../../contract/statements.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { readPdf, unreadableIn } from '../../testing/pdf-text.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { specificationBands } from '../../testing/specification-bands.ts'
import { sayIn } from '../http/language.ts'

let portal: Portal
const log: string[] = []
let administrator: MadeUser
let admin: Caller
let compulsory: MadeActivity
let attending: MadeActivity
let elective: MadeActivity
let current: { id: number; name: string }
beforeAll(async () => {
  portal = await startPortal({ log, environment: { UNIVERSITY_NAME: 'University of Arden', PUBLIC_URL: 'https://portal.test' } })
  current = await portal.make.term('This year', '2026-09-01', '2027-08-31', { names: { ckb: 'ئەمساڵ', ar: 'هذه السنة' } })
  administrator = await portal.make.admin({ name: 'Rana Wahid' })
  admin = await portal.as(administrator)
  const workshop = { name: 'Curriculum workshop', names: { ckb: 'وۆرکشۆپی پرۆگرام', ar: 'ورشة المناهج' } }
  compulsory = await portal.make.activity({ ...workshop, type: 'Compulsory', score: 2.1 })
  attending = await portal.make.activity({ name: 'Conference', type: 'Attending', score: 0.7 })
  elective = await portal.make.activity({ name: 'Guest lecture', type: 'Elective', score: 3.35 })
})
afterAll(() => portal.stop())

let physics: { id: number }
let member: MadeUser
let asMember: Caller
beforeEach(async () => {
  physics = await portal.make.department()
  member = await portal.make.staff({ name: 'Dr. Sara Aziz', title: 'l', department_id: physics.id })
  asMember = await portal.as(member)
})

let year = 2030
async function newTerm() {
  year += 1
  return portal.make.term(`Year ${year}`, `${year}-01-01`, `${year}-12-31`)
}
const close = async (term: { id: number }) => expect((await admin('PUT', `/terms/close/${term.id}`)).statusCode).toBe(200)
const give = (column: 'tp' | 'fb', value: number, termId = current.id) =>
  admin('PUT', `/users/${column === 'tp' ? 'edit-tp' : 'edit-feedback'}/${member.id}?term_id=${termId}`, { [column]: value })
const review = (id: number, state: 'verified' | 'returned' | 'posted', reason = 'The link is dead') => portal.sql`
  update posted_activities set state = ${state}, returned_reason = ${state === 'returned' ? reason : null},
    reviewed_by = ${state === 'posted' ? null : administrator.id}, reviewed_at = ${state === 'posted' ? null : new Date()} where id = ${id}`

async function recordOf(format: 'pdf' | 'csv', caller = asMember, language: Language = 'en') {
  const reply = await caller('GET', `/record/${format}?user_id=${member.id}`, undefined, { 'accept-language': language })
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200)
  return reply
}

/** The pages, each with its rows: the texts of one line from left to right. */
async function pdfOf(caller = asMember, language: Language = 'en') {
  const reply = await recordOf('pdf', caller, language)
  const { pages: count } = readPdf(reply.rawPayload)
  const pages = Array.from({ length: count }, (_, index) => {
    const { placed } = readPdf(reply.rawPayload, index + 1)
    const ys = [...new Set(placed.map(({ y }) => y))].toSorted((one, other) => other - one)
    return ys.map((y) =>
      placed
        .filter((one) => one.y === y)
        .toSorted((one, other) => one.x - other.x)
        .map(({ text }) => text),
    )
  })
  const rows = pages.flat()
  return { reply, pages, rows, text: rows.map((row) => row.join(' ')).join('\n') }
}

async function csvOf(caller = asMember, language: Language = 'en') {
  const reply = await recordOf('csv', caller, language)
  expect(reply.body.startsWith(csvMark)).toBe(true)
  const [header = [], ...rows] = parseCsv(reply.body.slice(1)) as string[][]
  return { reply, header, rows: rows.filter((row) => row.length > 1) }
}

/** The rows between the heading of a term and what follows it. */
function rowsOfTerm(rows: string[][], term: { name: string }) {
  const at = rows.findIndex(([first]) => first === term.name)
  expect(at).toBeGreaterThan(-1)
  const sumsAt = rows.findIndex((row, index) => index > at && row.includes(en.statements.total))
  return { heading: rows[at], status: rows.slice(at + 1, sumsAt).flat(), sums: rows[sumsAt + 1], rest: rows.slice(sumsAt + 2) }
}

describe('the record', () => {
  test('has both names of the member', async () => {
    await portal.sql`update users set other_name = 'Sara A.' where id = ${member.id}`
    expect((await pdfOf()).text).toContain('Dr. Sara Aziz · Sara A.')
  })

  test('has the activities of all terms, newest term first, with sums, grades, states, reasons, links and evidence', async () => {
    const before = await newTerm()
    const inTerm = (monthAndDay: string) => `${year}-${monthAndDay}`
    await portal.make.posting(member.id, compulsory, inTerm('03-02'), 'https://events.test.example/long?a=1')
    const returned = await portal.make.posting(member.id, attending, inTerm('02-01'))
    await review(returned, 'returned')
    const pictured = await portal.make.posting(member.id, elective, inTerm('04-03'))
    await portal.sql`insert into posted_images (posted_activity_id, bytes) values (${pictured}, ${Buffer.from('image')})`
    await review(pictured, 'verified')
    await give('tp', 9, before.id)
    await give('fb', 4, before.id)
    await close(before)
    const certified = await portal.make.posting(member.id, compulsory, '2026-10-02')
    await portal.sql`insert into evidence_files (posted_activity_id, position, kind, name, bytes, page_count, width, height)
      values (${certified}, 1, 'pdf', 'certificate.pdf', ${Buffer.from('%PDF-')}, 1, 800, 1130)`

    const { reply, rows, text } = await pdfOf()
    expect(reply.headers['content-type']).toBe('application/pdf')
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="record-Dr-Sara-Aziz-\d{4}-\d\d-\d\d\.pdf"$/)
    expect(text).toContain('University of Arden')
    expect(text).toMatch(/Dr\. Sara Aziz\nPhD · Lecturer · Department.* · Username: member/)
    expect(text).toContain('This is not a signed statement')
    expect(text).not.toContain(en.record.onlyVisible)
    // The later year comes first.
    expect(text.indexOf(before.name)).toBeLessThan(text.indexOf(current.name))

    const closed = rowsOfTerm(rows, before)
    expect(closed.status.join(' ')).toMatch(/Closed and frozen on .+ by Rana Wahid/)
    expect(closed.status).toContain(`Statement: https://portal.test/statement?user_id=${member.id}&term=${before.id}`)
    expect(closed.sums).toEqual(['2.1', '0', '3.35', '9', '4', '18.45', 'C', 'D'])
    expect(closed.rest.slice(0, 6)).toEqual([
      ['Date', 'Activity', 'Type', 'State', 'Evidence', 'Points', 'Counted'],
      [`1 Feb ${year}`, 'Conference', 'Attending', 'Returned', 'no', '0.7', '0'],
      ['Returned: The link is dead'],
      [`2 Mar ${year}`, 'Curriculum workshop', 'Compulsory', 'Posted', 'no', '2.1', '2.1'],
      ['https://events.test.example/long?a=1'],
      [`3 Apr ${year}`, 'Guest lecture', 'Elective', 'Verified', 'yes', '3.35', '3.35'],
    ])
    expect(reply.rawPayload.toString('latin1')).toContain('/URI (https://events.test.example/long?a=1)')

    const open = rowsOfTerm(rows, current)
    expect(open.heading).toEqual([current.name, '1 Sep 2026 to 31 Aug 2027'])
    expect(open.status).toContain('Open: this can still change')
    expect(open.sums).toEqual(['2.1', '0', '0', '–', '–', '2.1', 'E', 'E'])
    expect(open.rest[1]).toEqual(['2 Oct 2026', 'Curriculum workshop', 'Compulsory', 'Posted', 'yes', '2.1', '2.1'])
    expect(open.rest.slice(2, 10)).toEqual([
      ['Across all terms'],
      ['Type', 'Activities', 'Counted points'],
      ['Compulsory', '2', '4.2'],
      ['Attending', '1', '0'],
      ['Elective', '1', '3.35'],
      ['Teacher points', '9'],
      ['Feedback', '4'],
      ['Total', '4', '20.55'],
    ])
  })

  test('as CSV has one row per activity, in the same order, and no formula', async () => {
    const before = await newTerm()
    await portal.make.posting(
      member.id,
      { ...elective, name: '=HYPERLINK("http://x"), "quoted"' },
      `${year}-04-03`,
      'https://a.test/;b',
    )
    const returned = await portal.make.posting(member.id, attending, `${year}-02-01`)
    await review(returned, 'returned', '+1 line,\nand a second')
    await close(before)
    await portal.make.posting(member.id, compulsory, '2026-10-02')
    const { reply, header, rows } = await csvOf()
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toMatch(/record-Dr-Sara-Aziz-\d{4}-\d\d-\d\d\.csv/)
    expect(header.join('|')).toBe(
      'Term|Term status|Activity|Starting date|Type|Score|Counted points|State|Reason|Link|Evidence|Messages',
    )
    const name = `'=HYPERLINK("http://x"), "quoted"`
    expect(rows).toEqual([
      [
        before.name,
        'Closed',
        'Conference',
        `${year}-02-01`,
        'Attending',
        '0.7',
        '0',
        'returned',
        "'+1 line,\nand a second",
        '',
        'no',
        '',
      ],
      [before.name, 'Closed', name, `${year}-04-03`, 'Elective', '3.35', '3.35', 'posted', '', 'https://a.test/;b', 'no', ''],
      ['This year', 'Open', 'Curriculum workshop', '2026-10-02', 'Compulsory', '2.1', '2.1', 'posted', '', '', 'no', ''],
    ])
  })

  test('as CSV has what both sides wrote about an activity; the PDF is shown to others, and has not', async () => {
    const id = await portal.make.posting(member.id, compulsory, '2026-10-02')
    const staff = await portal.as(member)
    expect((await staff('POST', `/posted-activities/${id}/messages`, { text: 'It follows' })).statusCode).toBe(201)
    expect((await admin('POST', `/posted-activities/${id}/messages`, { text: '=1+1' })).statusCode).toBe(201)
    const { rows } = await csvOf()
    expect(rows[0]?.at(-1)).toMatch(/^.+, \d+ \w+ \d{4}: It follows\n.+, \d+ \w+ \d{4}: =1\+1$/)
    expect(JSON.stringify((await pdfOf()).rows)).not.toContain('It follows')
  })

  test('says of an activity over a limit which one', async () => {
    const term = await newTerm()
    const noLimit = { activity_id: null, type: null, most_times: null, most_points: null }
    const [newest] = (await admin('GET', '/rules')).json().versions
    const limits = [{ ...noLimit, type: 'Elective', most_times: 1 }]
    const rules = { bands: specificationBands, limits, note: 'x', based_on: newest.number, term_ids: [term.id] }
    expect((await admin('POST', '/rules', rules)).statusCode).toBe(201)
    await portal.make.posting(member.id, elective, `${year}-04-03`)
    await portal.make.posting(member.id, elective, `${year}-04-04`)
    const sentence = 'Over the limit: Elective activities count at most once per term. It counts as 0.'
    const { rows } = await pdfOf()
    expect(rowsOfTerm(rows, term).rest.slice(2, 4)).toEqual([
      [`4 Apr ${year}`, 'Guest lecture', 'Elective', 'Posted', 'no', '3.35', '0'],
      [sentence],
    ])
    expect((await csvOf()).rows.map((row) => [row[6], row[8]])).toEqual([
      ['3.35', ''],
      ['0', sentence],
    ])
  })

  test('of a closed term stays frozen, while the name at its head is that of today', async () => {
    const term = await newTerm()
    await portal.make.posting(member.id, elective, `${year}-04-03`)
    await give('tp', 15, term.id)
    await close(term)
    const before = rowsOfTerm((await pdfOf()).rows, term)
    await portal.sql`update users set name = 'Dr. Sara New', title = 'p', department_id = null where id = ${member.id}`
    const { rows, text } = await pdfOf()
    expect(text).toMatch(/Dr\. Sara New\nPhD · Professor · Unknown Department/)
    expect(rowsOfTerm(rows, term).sums).toEqual(before.sums)
  })

  test('without anything has the current term and an empty table', async () => {
    const { rows } = await pdfOf()
    expect(rowsOfTerm(rows, current).rest[0]).toEqual([en.record.noActivities])
    const { header, rows: none } = await csvOf()
    expect([header.length, none]).toEqual([12, []])
    member = await portal.make.admin()
    expect((await pdfOf(admin)).text).toContain(en.record.empty)
  })

  test.each(languages)('is in the language of the reader: %s', async (language) => {
    const returned = await portal.make.posting(member.id, compulsory, '2026-10-02', 'https://events.test.example/1')
    await review(returned, 'returned', 'See page 3')
    const { reply } = await pdfOf(asMember, language)
    const say = sayIn(language)
    // Letters of Arabic script are read back in the order in which they are drawn.
    const lettersOf = (line: string) => [...line].sort().join('')
    const wordsOf = (line: string) => (line.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(lettersOf)
    const printed = readPdf(reply.rawPayload).lines
    const lines = printed.map(lettersOf)
    const printedWords = new Set(printed.flatMap(wordsOf))
    const { record, grading, statements, review: reviewWords, general } = messages
    const expected = [
      record.title,
      grading.current,
      record.counted,
      record.inAllTerms,
      grading.withFeedback,
      statements.open,
      statements.states.returned,
      reviewWords.evidence,
      general.no,
      typeName('Compulsory'),
      record.returned({ reason: 'See page 3' }),
    ]
    for (const message of expected) for (const word of wordsOf(say(message))) expect(printedWords, say(message)).toContain(word)
    const names = { ckb: 'وۆرکشۆپی پرۆگرام', ar: 'ورشة المناهج' }
    const name = localized(language, { name: 'Curriculum workshop', names }, 'name')
    const term = localized(language, { name: 'This year', names: { ckb: 'ئەمساڵ', ar: 'هذه السنة' } }, 'name')
    for (const shown of [name, term]) expect(lines).toContain(lettersOf(shown))
    // In a language from right to left, the date is at the right side.
    const { placed } = readPdf(reply.rawPayload)
    const xOf = (text: string) => placed.find((one) => one.text === text)?.x ?? Number.NaN
    expect(xOf('https://events.test.example/1') < 297).toBe(language === 'en')
    const csv = await csvOf(asMember, language)
    expect(csv.header).toContain(say(messages.rules.countedPoints))
    expect(csv.rows[0]).toEqual(
      [term, say(messages.terms.statuses.open), name, '2026-10-02', say(typeName('Compulsory')), '2.1', '0'].concat([
        say(messages.postedActivities.states.returned),
        'See page 3',
        'https://events.test.example/1',
        say(general.no),
        '',
      ]),
    )
  })

  test('is in the language that its reader chose, whatever that of the page is', async () => {
    const asked = (language: string) =>
      asMember('GET', `/record/pdf?user_id=${member.id}&language=${language}`, undefined, { 'accept-language': 'en' })
    const [english, arabic] = [await asked('en'), await asked('ar')]
    expect(readPdf(english.rawPayload).text).toContain(en.record.title)
    expect(readPdf(arabic.rawPayload).text).not.toContain(en.record.title)
    const inArabic = readPdf((await recordOf('pdf', asMember, 'ar')).rawPayload)
    expect(readPdf(arabic.rawPayload).lines.slice(0, 5)).toEqual(inArabic.lines.slice(0, 5))
    expect((await asked('de')).statusCode).toBe(400)
  })

  test('prints long names in full, on several lines', async () => {
    const name = Array.from({ length: 20 }, (_, index) => `Colloquium${index}`).join(' ')
    await portal.make.posting(member.id, { ...elective, name }, '2026-10-02')
    await portal.sql`update users set name = ${`Dr. ${'Abdulrahman '.repeat(12)}Aziz`} where id = ${member.id}`
    const { text, reply } = await pdfOf()
    expect(unreadableIn(reply.rawPayload)).toEqual([])
    for (const word of name.split(' ')) expect(text).toMatch(new RegExp(`${word}\\b`))
    expect(text.match(/Abdulrahman/g)?.length).toBeGreaterThanOrEqual(12)
  })
})

describe('who gets it', () => {
  test('the member and administrators get the same; others do not', async () => {
    await portal.make.posting(member.id, elective, '2026-10-02')
    const strangers = [
      [await portal.as(null), 401],
      [await portal.as(await portal.make.staff({ department_id: physics.id })), 403],
      [await portal.as(await portal.make.head((await portal.make.department()).id)), 404],
    ] as const
    for (const format of ['pdf', 'csv'] as const) {
      for (const [stranger, status] of strangers)
        expect((await stranger('GET', `/record/${format}?user_id=${member.id}`)).statusCode).toBe(status)
      expect((await admin('GET', `/record/${format}?user_id=999999`)).json().message).toBe(en.users.notFound)
      expect((await admin('GET', `/record/${format}`)).statusCode).toBe(400)
    }
    expect((await csvOf()).rows).toEqual((await csvOf(admin)).rows)
    expect((await pdfOf()).pages.flat().slice(0, -3)).toEqual((await pdfOf(admin)).pages.flat().slice(0, -3))
  })

  test('a head gets the terms in which the member was in the department, and nothing of later ones', async () => {
    const head = await portal.as(await portal.make.head(physics.id))
    const term = await newTerm()
    await portal.make.posting(member.id, elective, `${year}-04-03`)
    await close(term)
    const chemistry = await portal.make.department('Chemistry of later')
    await portal.sql`update users set name = 'Dr. Sara Later', title = 'p', department_id = ${chemistry.id} where id = ${member.id}`
    await portal.make.posting(member.id, compulsory, '2026-10-02')
    const { text } = await pdfOf(head)
    expect(text).toContain('Dr. Sara Aziz')
    expect(text).toContain(en.record.onlyVisible)
    expect(text).toContain(term.name)
    expect(text).not.toMatch(/Later|later|Professor|Curriculum workshop|2 Oct 2026/)
    expect((await csvOf(head)).rows.map(([name]) => name)).toEqual([term.name])
    const otherHead = await portal.as(await portal.make.head(chemistry.id))
    expect((await csvOf(otherHead)).rows.map(([name]) => name)).toEqual(['This year'])
  })
})

describe('its sums', () => {
  test('that do not add up are not sent: 500, and the log names the member', async () => {
    await portal.make.posting(member.id, elective, '2026-11-03')
    await portal.sql`update term_scores set escore = escore + 0.01 where user_id = ${member.id}`
    log.length = 0
    for (const format of ['pdf', 'csv'])
      expect((await asMember('GET', `/record/${format}?user_id=${member.id}`)).statusCode).toBe(500)
    expect(log.filter((line) => line.includes(`member ${member.id} in term ${current.id} do not add up`))).toHaveLength(2)
  })

  test('are those of the statement, and its activities those of the list, after any steps', async () => {
    const kinds = [compulsory, attending, elective]
    const posting = fc.record({
      kind: fc.nat(2),
      cents: fc.integer({ min: 0, max: 9999 }),
      day: fc.integer({ min: 10, max: 28 }),
      term: fc.nat(2),
      state: fc.constantFrom('posted' as const, 'verified' as const, 'returned' as const),
    })
    const given = fc.option(fc.nat(1000))
    const terms = fc.tuple(...[0, 1, 2].map(() => fc.record({ isClosed: fc.boolean(), tp: given, fb: given, limit: fc.nat(3) })))
    await fc.assert(
      fc.asyncProperty(fc.array(posting, { minLength: 3, maxLength: 20, size: 'max' }), terms, async (postings, wanted) => {
        member = await portal.make.staff({ title: 'ap', department_id: physics.id })
        asMember = await portal.as(member)
        const made: { id: number; name: string; year: number }[] = []
        for (const { limit } of wanted) {
          const term = { ...(await newTerm()), year }
          made.push(term)
          if (limit > 0) {
            const [newest] = (await admin('GET', '/rules')).json().versions
            const limits = [{ activity_id: null, type: 'Elective', most_times: limit, most_points: null }]
            const rules = { bands: specificationBands, limits, note: 'x', based_on: newest.number, term_ids: [term.id] }
            expect((await admin('POST', '/rules', rules)).statusCode).toBe(201)
          }
        }
        for (const { kind, cents, day, term, state } of postings) {
          const activity = { ...(kinds[kind] ?? elective), score: cents / 100 }
          // The same activity twice on a day is refused, and must change nothing.
          const id = await portal.make.posting(member.id, activity, `${made[term]?.year}-02-${day}`).catch(() => undefined)
          if (id !== undefined && state !== 'posted') await review(id, state)
        }
        for (const [index, { tp, fb, isClosed }] of wanted.entries()) {
          const term = made[index]
          if (!term) continue
          if (tp !== null) await give('tp', tp / 10, term.id)
          if (fb !== null) await give('fb', fb / 10, term.id)
          if (isClosed) await close(term)
        }

        const { postedActivities: list } = (await asMember('GET', `/posted-activities?user_id=${member.id}`)).json() as {
          postedActivities: PostedActivity[]
        }
        const { rows } = await csvOf()
        const asRow = (one: PostedActivity) =>
          [one.term_name, one.activity_name, one.starting_date, String(one.score), String(one.counted_points), one.state].join(
            '|',
          )
        const rowsOfCsv = rows.map((row) => [row[0], row[2], row[3], row[5], row[6], row[7]].join('|'))
        expect(rowsOfCsv.toSorted()).toEqual(list.map(asRow).toSorted())

        const pdf = await pdfOf()
        for (const term of made) {
          const reply = await asMember('GET', `/statements?user_id=${member.id}&term_id=${term.id}`)
          const { statement } = reply.json() as { statement: Statement }
          const { sums, with_feedback, without_feedback, lines, over_limit, returned, tp, fb } = statement
          const isNothing = [lines, over_limit, returned].every((part) => part.length === 0) && !tp.set_at && !fb.set_at
          if (isNothing && statement.term.status === 'open') {
            expect(pdf.rows.some(([first]) => first === term.name)).toBe(false)
            continue
          }
          const points = activityTypes.map((type) => formatPoints(sums[scoreOfType[type]]))
          const set = [tp, fb].map((one) => (one.set_at ? formatPoints(one.points) : '–'))
          const grades = [with_feedback.grade, without_feedback.grade]
          expect(rowsOfTerm(pdf.rows, term).sums).toEqual([...points, ...set, formatPoints(sums.total_score), ...grades])
          expect(rows.filter(([name]) => name === term.name)).toHaveLength(lines.length + over_limit.length + returned.length)
        }
      }),
      { numRuns: 12 },
    )
  })
})

test('a record of 2,000 activities has all of them, with the header on every page and its number', async () => {
  // The postings are added in parts: a statement has a timeout, and each posting moves the sums.
  for (let first = 1; first <= 2000; first += 100)
    await portal.sql`
      insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, link, term_id)
      select ${member.id}, ${elective.id}, 'Activity ' || n || ' of many that have names of a usual length', 'Elective', 1.5, '1990-01-01'::date + n,
        'https://events.test.example/' || n, ${current.id} from generate_series(${first}::int, ${first + 99}::int) n`
  const { pages, rows } = await pdfOf()
  expect(rows.filter((row) => row.at(-1) === '1.5' && row.at(-2) === '1.5')).toHaveLength(2000)
  const withRows = pages.filter((page) => page.some((row) => row.at(-2) === '1.5'))
  expect(withRows.length).toBeGreaterThan(40)
  for (const page of withRows) expect(page.filter((row) => row.includes('Counted'))).toHaveLength(1)
  for (const [index, page] of pages.entries())
    expect(page.some((row) => row.includes(`Page ${index + 1} of ${pages.length}`))).toBe(true)
  expect(rows.find(([first]) => first === 'Total')).toEqual(['Total', '2000', '3000'])
  expect((await csvOf()).rows).toHaveLength(2000)
})
