import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { firstAccountName } from '../../contract/account-names.ts'
import { activityTypes, scoreOfType } from '../../contract/codes.ts'
import { formatDay } from '../../contract/dates.ts'
import { gradeFor } from '../../contract/grading.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { type IssuedStatement, readableCode, type Statement } from '../../contract/statements.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { type PlacedText, readPdf, unreadableIn } from '../../testing/pdf-text.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { specificationBands } from '../../testing/specification-bands.ts'
import { qrCodeOf } from '../documents/qr-code.ts'
import { piecesOf } from '../documents/text.ts'
import { sayIn } from '../http/language.ts'
import { escapeHtml } from '../pages/escape-html.ts'
import { statementDocument } from './statement-pdf.ts'

let portal: Portal
const log: string[] = []
let administrator: MadeUser
let admin: Caller
let visitor: Caller
let compulsory: MadeActivity
let attending: MadeActivity
let elective: MadeActivity
let current: { id: number; name: string }
let year = 2030
beforeAll(async () => {
  portal = await startPortal({ log, environment: { UNIVERSITY_NAME: 'University of Arden', PUBLIC_URL: 'https://portal.test' } })
  current = await portal.make.term('Year', '2026-09-01', '2027-08-31')
  administrator = await portal.make.admin({ name: 'Rana Wahid' })
  admin = await portal.as(administrator)
  visitor = await portal.as(null)
  compulsory = await portal.make.activity({ name: 'Curriculum workshop', type: 'Compulsory', score: 2.1 })
  attending = await portal.make.activity({ name: 'Conference', type: 'Attending', score: 0.7 })
  elective = await portal.make.activity({ name: 'Guest lecture', type: 'Elective', score: 3.35 })
})
afterAll(() => portal.stop())

let member: MadeUser
let asMember: Caller
beforeEach(async () => {
  const department = await portal.make.department()
  member = await portal.make.staff({ name: 'Dr. Sara Aziz', title: 'l', department_id: department.id })
  asMember = await portal.as(member)
})

const statementOf = async (caller: Caller = admin, termId?: number) => {
  const reply = await caller('GET', `/statements?user_id=${member.id}${termId === undefined ? '' : `&term_id=${termId}`}`)
  expect(reply.statusCode).toBe(200)
  return reply.json().statement as Statement
}
const pdfOf = async (caller: Caller = admin, termId?: number) => {
  const reply = await caller('GET', `/statements/pdf?user_id=${member.id}${termId === undefined ? '' : `&term_id=${termId}`}`)
  expect(reply.statusCode).toBe(200)
  return reply
}
const latestCode = async () => {
  const [row] = await portal.sql<[{ code: string }]>`
    select code from statements where user_id = ${member.id} order by issued_at desc limit 1`
  return row.code
}
const confirm = async (code: string) => (await visitor('GET', `/statements/${code}`)).json().statement as IssuedStatement
const give = (column: 'tp' | 'fb', value: number, termId = current.id) =>
  admin('PUT', `/users/${column === 'tp' ? 'edit-tp' : 'edit-feedback'}/${member.id}?term_id=${termId}`, { [column]: value })
const review = async (id: number, state: 'verified' | 'returned' | 'posted') => {
  const [{ version }] = await portal.sql<[{ version: number }]>`select version from posted_activities where id = ${id}`
  const reason = state === 'returned' ? { reason: 'The link is dead' } : {}
  expect((await admin('PUT', '/review', { state, postings: [{ id, version }], ...reason })).statusCode).toBe(200)
}
async function newTerm() {
  year += 1
  return portal.make.term(`Year ${year}`, `${year}-01-01`, `${year}-12-31`)
}

const hundredths = (value: number) => Math.round(value * 100)
function expectToAddUp(statement: Statement) {
  const { lines, returned, would_add, tp, fb, sums } = statement
  const added = (list: Statement['lines']) => list.reduce((sum, line) => sum + hundredths(line.points), 0)
  for (const type of activityTypes)
    expect(added(lines.filter((line) => line.type === type))).toBe(hundredths(sums[scoreOfType[type]]))
  expect(added(lines) + hundredths(tp.points) + hundredths(fb.points)).toBe(hundredths(sums.total_score))
  expect(added(returned)).toBe(hundredths(would_add))
  expect(statement.with_feedback.points).toBe(sums.total_score)
  expect(hundredths(statement.without_feedback.points)).toBe(hundredths(sums.total_score) - hundredths(fb.points))
}

describe('the statement', () => {
  test('breaks a total down: postings, scores with the administrator who set them, and what a returned entry would add', async () => {
    await portal.make.posting(member.id, elective, '2026-11-03')
    const verified = await portal.make.posting(member.id, compulsory, '2026-10-02')
    const returned = await portal.make.posting(member.id, attending, '2026-10-09')
    await review(verified, 'verified')
    await review(returned, 'returned')
    await give('tp', 6.4)
    const statement = await statementOf()
    expect(statement).toMatchObject({
      member: { id: member.id, name: 'Dr. Sara Aziz', title: 'l' },
      term: { name: 'Year', status: 'open', closing: null },
      lines: [
        { starting_date: '2026-10-02', activity_name: 'Curriculum workshop', type: 'Compulsory', points: 2.1, state: 'verified' },
        { starting_date: '2026-11-03', activity_name: 'Guest lecture', type: 'Elective', points: 3.35, state: 'posted' },
      ],
      returned: [{ activity_name: 'Conference', points: 0.7, state: 'returned', returned_reason: 'The link is dead' }],
      would_add: 0.7,
      tp: { points: 6.4, set_by: 'Rana Wahid', set_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) },
      fb: { points: 0, set_by: null, set_at: null },
      sums: { tp: 6.4, fb: 0, acts: 2.1, atts: 0, escore: 3.35, total_score: 11.85 },
      with_feedback: { points: 11.85, grade: 'D' },
      without_feedback: { points: 11.85, grade: 'D' },
    })
    expectToAddUp(statement)
  })

  test('shows both totals, with the grade of each', async () => {
    await give('tp', 14.5)
    await give('fb', 4.4)
    const statement = await statementOf()
    expect(statement.with_feedback).toEqual({ points: 18.9, grade: 'C' })
    expect(statement.without_feedback).toEqual({ points: 14.5, grade: 'D' })
    const { staff } = (await admin('GET', '/staff')).json()
    expect(staff.find(({ id }: { id: number }) => id === member.id)).toMatchObject({ total_score: 18.9, grade: 'C' })
  })

  test('is the same for the member and for administrators, and is refused to others', async () => {
    await give('fb', 1.5)
    expect(await statementOf(asMember)).toEqual(await statementOf(admin))
    const stranger = await portal.as(await portal.make.staff())
    for (const path of ['/statements', '/statements/pdf']) {
      expect((await stranger('GET', `${path}?user_id=${member.id}`)).statusCode).toBe(403)
      expect((await visitor('GET', `${path}?user_id=${member.id}`)).statusCode).toBe(401)
      expect((await admin('GET', path)).statusCode).toBe(400)
    }
    expect(await portal.sql`select from statements where user_id = ${member.id}`).toHaveLength(0)
  })

  test('names who set a score last, also when it was reset to 0', async () => {
    const other = await portal.as(await portal.make.admin({ name: 'Second Admin' }))
    await give('tp', 3)
    await other('PUT', `/users/edit-tp/${member.id}`, { tp: 0 })
    await give('fb', 2)
    expect(await statementOf()).toMatchObject({
      tp: { points: 0, set_by: 'Second Admin' },
      fb: { points: 2, set_by: 'Rana Wahid' },
    })
  })

  test('does not exist for an administrator, an unknown user or an unknown term', async () => {
    const refusals = [
      [`user_id=${administrator.id}`, en.statements.onlyStaff],
      ['user_id=999999', en.statements.onlyStaff],
      [`user_id=${member.id}&term_id=999999`, en.terms.notFound],
    ]
    for (const [query, message] of refusals) {
      const reply = await admin('GET', `/statements?${query}`)
      expect(reply.statusCode).toBe(404)
      expect(reply.json()).toMatchObject({ message })
    }
  })

  test('of a closed term is frozen: name, title, department, points and grade', async () => {
    const term = await newTerm()
    await portal.make.posting(member.id, elective, `${year}-03-03`)
    await give('tp', 12, term.id)
    const open = await statementOf(admin, term.id)
    await admin('PUT', `/terms/close/${term.id}`)
    const closed = await statementOf(admin, term.id)
    expect(closed).toEqual({
      ...open,
      term: { ...open.term, status: 'closed', closing: { number: 1, closed_at: expect.any(String), closed_by: 'Rana Wahid' } },
    })

    await portal.sql`update users set name = 'Dr. Sara New', title = 'p', department_id = null where id = ${member.id}`
    expect(await statementOf(admin, term.id)).toEqual(closed)
    expect((await statementOf(admin)).member).toMatchObject({ name: 'Dr. Sara New', title: 'p', department_name: null })
    await admin('DELETE', `/users/${member.id}`)
    expect(await statementOf(admin, term.id)).toEqual(closed)
    expect((await admin('GET', `/statements?user_id=${member.id}`)).statusCode).toBe(404)
  })

  test('does not exist for a closed term that the member was not in', async () => {
    const term = await newTerm()
    await admin('PUT', `/terms/close/${term.id}`)
    member = await portal.make.staff()
    const reply = await admin('GET', `/statements?user_id=${member.id}&term_id=${term.id}`)
    expect(reply.statusCode).toBe(404)
    expect(reply.json().message).toBe(en.statements.notAmongStaff)
  })

  test('that does not add up is not sent: 500, and the log names the member', async () => {
    await portal.make.posting(member.id, elective, '2026-11-03')
    await portal.sql`update term_scores set escore = escore + 0.01 where user_id = ${member.id}`
    log.length = 0
    for (const path of ['/statements', '/statements/pdf']) {
      const reply = await asMember('GET', `${path}?user_id=${member.id}`)
      expect(reply.statusCode).toBe(500)
      expect(reply.body).not.toMatch(/add up|select/)
    }
    expect(log.filter((line) => line.includes(`member ${member.id} in term ${current.id} do not add up`))).toHaveLength(2)
    expect(await portal.sql`select from statements where user_id = ${member.id}`).toHaveLength(0)
  })

  test('adds up after any sequence of steps', async () => {
    const kinds = [compulsory, attending, elective]
    const step = fc.oneof(
      fc.record({
        do: fc.constant('post' as const),
        kind: fc.nat(2),
        cents: fc.integer({ min: 0, max: 99_999 }),
        day: fc.integer({ min: 1, max: 28 }),
      }),
      fc.record({
        do: fc.constant('review' as const),
        which: fc.nat(),
        state: fc.constantFrom('verified' as const, 'returned' as const, 'posted' as const),
      }),
      fc.record({
        do: fc.constant('give' as const),
        column: fc.constantFrom('tp' as const, 'fb' as const),
        tenths: fc.nat(10_000),
      }),
      fc.record({ do: fc.constant('delete' as const), which: fc.nat() }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16, size: 'max' }), fc.boolean(), async (steps, isClosed) => {
        member = await portal.make.staff({ title: 'ap' })
        const term = await newTerm()
        const open: number[] = []
        for (const move of steps) {
          if (move.do === 'post') {
            const activity = { ...(kinds[move.kind] ?? elective), score: move.cents / 100 }
            const posted = portal.make.posting(member.id, activity, `${year}-02-${String(move.day).padStart(2, '0')}`)
            // The same activity twice on a day is refused, and must change nothing.
            open.push(
              ...(await posted.then(
                (id) => [id],
                () => [],
              )),
            )
          } else if (move.do === 'give') await give(move.column, move.tenths / 10, term.id)
          else if (open.length > 0) {
            const index = move.which % open.length
            const id = open[index] ?? 0
            if (move.do === 'review') {
              await portal.sql`update posted_activities set state = ${move.state},
                returned_reason = ${move.state === 'returned' ? 'because' : null},
                reviewed_by = ${move.state === 'posted' ? null : administrator.id},
                reviewed_at = ${move.state === 'posted' ? null : new Date()} where id = ${id}`
            } else {
              const gone = await portal.sql`delete from posted_activities where id = ${id}`.then(
                () => true,
                () => false,
              )
              if (gone) open.splice(index, 1)
            }
          }
        }
        if (isClosed) await admin('PUT', `/terms/close/${term.id}`)
        const statement = await statementOf(admin, term.id)
        expectToAddUp(statement)
        expect(statement.lines.length + statement.returned.length).toBe(open.length)
        expect(statement.with_feedback.grade).toBe(gradeFor(specificationBands, 'ap', statement.sums.total_score))
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })
})

describe('the PDF', () => {
  // This test comes first, and is without points: the text of later PDFs must not depend on earlier ones (openFont).
  test('without PUBLIC_URL prints no address: the Host header could name any', async () => {
    const other = await startPortal()
    try {
      await other.make.term('Year', '2026-09-01', '2027-08-31')
      const person = await other.make.staff()
      const headers = { ...(await other.signIn(person)), host: 'evil.example' }
      const reply = await other.app.inject({ url: `/statements/pdf?user_id=${person.id}`, headers })
      expect(reply.statusCode).toBe(200)
      const { lines } = readPdf(reply.rawPayload)
      expect(lines.join(' ')).toContain(en.statementCheck.checkInPortal)
      expect(lines.join(' ')).not.toContain('evil.example')
    } finally {
      await other.stop()
    }
  })

  test('is one page with branding, member, username, term, lines, sums, both grades, date, code, checksum, where to check it and lines to sign', async () => {
    await portal.make.posting(member.id, elective, '2026-11-03')
    await give('tp', 6.4)
    await give('fb', 4.5)
    const reply = await pdfOf(asMember)
    const code = await latestCode()
    const { issued_at, checksum } = await confirm(code)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="statement-${readableCode(code)}.pdf"`,
      'cache-control': 'no-store',
    })
    const { pages, text, lines } = readPdf(reply.rawPayload)
    expect(pages).toBe(1)
    for (const part of ['University of Arden', 'Staff Activity and Performance Portal', 'Dr. Sara Aziz', 'Guest lecture'])
      expect(lines).toContain(part)
    expect(lines).toContain('Year · 1 Sep 2026 to 31 Aug 2027')
    expect(text).toContain('Lecturer · Department')
    expect(text).toContain(`· Username: ${member.username}`)
    expect(lines).toEqual(expect.arrayContaining(['3 Nov 2026', '3.35', '6.4', '4.5', '14.25', 'D']))
    expect(lines).toContain('Grade with feedback: 14.25')
    expect(lines).toContain('Current grade (without feedback): 9.75')
    expect(lines).toContain('The total minus feedback.')
    expect(lines.join(' ')).toContain(sayIn('en')(messages.grading.whyTwo))
    expect(text).toMatch(/set by Rana Wahid on \d+ \w{3} \d{4}/)
    expect(lines).toContain(readableCode(code))
    expect(lines).toContain(`Check it at https://portal.test/check/${readableCode(code)}`)
    expect(lines).toContain(`SHA-256 ${checksum}`)
    expect(text).toContain(`, ${issued_at.slice(11, 16)} UTC`)
    for (const label of ['Member', 'Office', 'Stamp', 'Name, signature, date', 'Page 1 of 1']) expect(lines).toContain(label)
    expect(unreadableIn(reply.rawPayload)).toEqual([])
  })

  test('has the address at which it is checked as a QR code, if PUBLIC_URL is set', async () => {
    await pdfOf()
    const issued = await confirm(await latestCode())
    const statement = await statementOf()
    const letterhead = { organization: 'University', portalTitle: 'Portal', logo: undefined, ownShield: true }
    const codeAt = (address: string | undefined) =>
      statementDocument('en', { statement, issued, address, zone: 'UTC' }, letterhead).foot?.qrCode
    expect(codeAt('https://portal.test')).toEqual(qrCodeOf(`https://portal.test/check/${readableCode(issued.code)}`))
    expect(codeAt(undefined)).toBeUndefined()
  })

  test.each([
    'Abdulrahman Mohammed Abdulkareem Al-Hashimi',
    'Professor Abdulrahman Mohammed Abdulkareem Al-Hashimi Mustafa Al-Barzanjii Erbil',
    'Abdulrahman'.repeat(9),
    'عبدالرحمن محمد عبدالكريم الهاشمي مصطفى البرزنجي',
  ])('has long names in full, of the member and of the administrator who set the points: %s', async (name) => {
    await portal.sql`update users set name = ${name} where id = ${member.id}`
    const giver = await portal.make.admin({ name })
    await (await portal.as(giver))('PUT', `/users/edit-tp/${member.id}?term_id=${current.id}`, { tp: 12.5 })
    const { rawPayload } = await pdfOf()
    const { pages, text } = readPdf(rawPayload)
    expect(pages).toBe(1)
    expect(unreadableIn(rawPayload)).toEqual([])
    if (!/^[ -~]+$/.test(name)) return
    const letters = text.replace(/\s/g, '')
    // At the head, at the foot, and beside the points.
    expect(letters.split(name.replaceAll(' ', '')).length - 1).toBe(3)
  })

  test.each(['en', 'ckb'])('prints both names of the member in %s', async (language) => {
    await portal.sql`update users set other_name = 'سارا' where id = ${member.id}`
    const path = `/statements/pdf?user_id=${member.id}`
    const { text } = readPdf((await admin('GET', path, undefined, { 'accept-language': language })).rawPayload)
    expect(text).toContain('Dr. Sara Aziz')
    // From left to right.
    expect(text).toContain([...'سارا'].toReversed().join(''))
    const [{ code }] = await portal.sql<
      [{ code: string }]
    >`select code from statements where user_id = ${member.id} order by issued_at desc limit 1`
    const page = await portal.app.inject({ url: `/check/${code}`, headers: { 'accept-language': language } })
    expect(page.body).toContain(language === 'en' ? 'Dr. Sara Aziz · سارا' : 'سارا · Dr. Sara Aziz')
  })

  test('a statement without another spelling is the same as before there was one', async () => {
    await pdfOf()
    const [{ content }] = await portal.sql<[{ content: string }]>`select content from statements where user_id = ${member.id}`
    expect(content).not.toContain('other_name')
  })

  test('prints Arabic digits from left to right', async () => {
    await portal.sql`update users set name = ${'سارة ٢٠٢٦ (٣٧)'} where id = ${member.id}`
    const { text } = readPdf((await pdfOf()).rawPayload)
    expect(text).toContain('٢٠٢٦')
    expect(text).toContain('٣٧')
  })

  describe.each(['ckb', 'ar'] as const)('in %s', (language) => {
    const say = sayIn(language)
    const pdfIn = async (accepted: string) =>
      readPdf(
        (await asMember('GET', `/statements/pdf?user_id=${member.id}`, undefined, { 'accept-language': accepted })).rawPayload,
      )
    /** A line of the page from left to right. */
    const lineOf = (placed: PlacedText[], { y }: { y: number }) =>
      placed.filter((one) => one.y === y && one.text.trim() !== '').sort((a, b) => a.x - b.x)
    const visual = (text: string) => piecesOf(text).map((piece) => piece.text)

    test('is mirrored: the columns begin at the right, with the points at the left', async () => {
      await give('tp', 6.4)
      const leftOf = ({ placed }: { placed: PlacedText[] }, text: string) =>
        placed.find((one) => one.text === text)?.x ?? Number.NaN
      const [english, mirrored] = [await pdfIn('en'), await pdfIn(language)]
      expect(mirrored.pages).toBe(1)
      // The university stands where the language begins, and points where it ends.
      expect(leftOf(english, 'University of Arden')).toBeLessThan(200)
      expect(leftOf(mirrored, 'University of Arden')).toBeGreaterThan(350)
      const total = ({ placed }: { placed: PlacedText[] }) => placed.findLast(({ text }) => text === '6.4')?.x ?? Number.NaN
      expect(total(english)).toBeGreaterThan(500)
      expect(total(mirrored)).toBeLessThan(100)
      for (const { x } of mirrored.placed) expect(x).toBeGreaterThan(30)
    })

    test('has an English name in one piece within a sentence, and the pieces of a line in visual order', async () => {
      await give('tp', 6.4)
      const { placed } = await pdfIn(language)
      const name = placed.find(({ text }) => text.includes('Rana Wahid'))
      if (!name) throw new Error('the name is not in the PDF')
      const day = formatDay(say, new Date().toISOString().slice(0, 10))
      const sentence = visual(say(messages.statements.setBy({ who: 'Rana Wahid', day })))
      const line = lineOf(placed, name).map(({ text }) => text)
      // Letters of Arabic script are read back in the order in which they are drawn.
      const latin = (texts: string[]) => texts.filter((text) => /^[ -~]+$/.test(text) && text.trim() !== '')
      expect(latin(line)).toEqual(expect.arrayContaining(latin(sentence)))
      const order = latin(sentence).map((text) => latin(line).indexOf(text))
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    })

    test('of an Arabic activity with an English name has the name at the left of the Arabic words before it', async () => {
      const activity = await portal.make.activity({ name: `ورشة Sara Aziz 12.5 اليوم ${language}` })
      await portal.make.posting(member.id, activity, '2026-11-05')
      const { placed } = await pdfIn(language)
      const name = placed.find(({ text }) => text.includes('Sara Aziz 12.5'))
      if (!name) throw new Error('the activity is not in the PDF')
      const line = lineOf(placed, name)
      const at = line.indexOf(name)
      expect(line[at + 1]?.text).toMatch(/^[^a-z]*\p{Script=Arabic}/iu)
      expect(line[at - 1]?.text).toMatch(/\p{Script=Arabic}/u)
    })

    test('has every date in full, also in the longest month', async () => {
      for (const month of ['09', '10', '11', '12']) await portal.make.posting(member.id, elective, `2026-${month}-25`)
      for (const month of ['01', '02', '03']) await portal.make.posting(member.id, elective, `2027-${month}-25`)
      const { placed } = await pdfIn(language)
      // A day is on one line.
      for (const { x, y } of placed.filter(({ text }) => text === '25'))
        expect(lineOf(placed, { y }).some((one) => one.x < x && /^202[67]$/.test(one.text))).toBe(true)
    })

    test('has the code and checksum of the same facts in English', async () => {
      await give('tp', 5)
      const [english, other] = [await pdfIn('en'), await pdfIn(language)]
      expect(await portal.sql`select from statements where user_id = ${member.id}`).toHaveLength(1)
      const facts = ({ lines }: { lines: string[] }) => lines.filter((text) => /^(SHA-256|[0-9A-Z]{4}-)/.test(text))
      expect(facts(english)).toHaveLength(2)
      expect(facts(other)).toEqual(facts(english))
    })
  })

  test('lists every activity, on as many pages as they need, and each page has the name and the code', async () => {
    const name = `Talk on ${'a rather long subject '.repeat(8)}indeed`
    await portal.make.posting(member.id, { ...elective, name }, '2026-11-01')
    for (let day = 1; day <= 28; day += 1)
      for (const activity of [compulsory, attending, elective])
        await portal.make.posting(member.id, activity, `2026-10-${String(day).padStart(2, '0')}`)
    const { rawPayload } = await pdfOf()
    const code = readableCode(await latestCode())
    const pages = Array.from({ length: readPdf(rawPayload).pages }, (_, index) => readPdf(rawPayload, index + 1))
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.flatMap(({ lines }) => lines.filter((line) => line === 'Posted'))).toHaveLength(85)
    for (const [index, { lines, text }] of pages.entries()) {
      expect(lines).toEqual(expect.arrayContaining([code, `Page ${index + 1} of ${pages.length}`]))
      expect(text).toContain('Dr. Sara Aziz · Issued')
    }
    const all = pages.map(({ text }) => text).join('\n')
    expect(all.replaceAll('\n', ' ')).toContain('indeed')
    for (const sum of ['58.8', '19.6', '97.15', '175.55']) expect(all).toContain(sum)
    expect(unreadableIn(rawPayload)).toEqual([])
  })

  test('is in the language that the reader chooses, if the portal offers it, with the same code', async () => {
    const pdfIn = (query: string, accepted: string) =>
      admin('GET', `/statements/pdf?user_id=${member.id}${query}`, undefined, { 'accept-language': accepted })
    const chosen = await pdfIn('&language=ckb', 'en')
    expect(chosen.rawPayload.equals((await pdfIn('', 'ckb')).rawPayload)).toBe(true)
    expect(chosen.rawPayload.equals((await pdfIn('&language=en', 'ckb')).rawPayload)).toBe(false)
    expect(readPdf(chosen.rawPayload).lines).toContain(readableCode(await latestCode()))
    expect(await portal.sql`select from statements where user_id = ${member.id}`).toHaveLength(1)
    expect((await pdfIn('&language=sv', 'en')).statusCode).toBe(400)
  })

  test('is in the language of the request where the chosen one is not offered', async () => {
    const other = await startPortal({ environment: { LANGUAGES: 'en,ar' } })
    try {
      await other.make.term('Year', '2026-09-01', '2027-08-31')
      const person = await other.make.staff()
      const caller = await other.as(person)
      const { lines } = readPdf((await caller('GET', `/statements/pdf?user_id=${person.id}&language=ckb`)).rawPayload)
      expect(lines).toContain('Score statement')
    } finally {
      await other.stop()
    }
  })

  test('of the same facts is the same file with the same code, also for simultaneous requests', async () => {
    await give('tp', 5)
    const files = await Promise.all([pdfOf(asMember), pdfOf(admin), pdfOf(asMember)])
    expect(new Set(files.map(({ rawPayload }) => rawPayload.toString('latin1'))).size).toBe(1)
    expect(await portal.sql`select from statements where user_id = ${member.id}`).toHaveLength(1)
    await give('tp', 5.1)
    await pdfOf()
    expect(await portal.sql`select from statements where user_id = ${member.id}`).toHaveLength(2)
  })
})

describe('the code', () => {
  test('confirms the content of the PDF, to anyone, however it is typed, and nothing more', async () => {
    await give('tp', 9)
    await give('fb', 0.5)
    await pdfOf()
    const code = await latestCode()
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
    const statement = await confirm(code)
    expect(statement).toEqual({
      code,
      rules: { number: 1, published_at: expect.stringMatching(/Z$/) },
      name: 'Dr. Sara Aziz',
      term_name: 'Year',
      term_names: {},
      total_score: 9.5,
      grade: 'D',
      grade_without_feedback: 'D',
      issued_at: expect.stringMatching(/Z$/),
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
      is_current: true,
    })
    const typed = readableCode(code).toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
    expect(await confirm(encodeURIComponent(` ${typed} `))).toEqual(statement)
  })

  test.each(['AAAA-BBBB-CCCC-DDDD', 'x', '%00', '..%2f..', "'--", 'ſ'.repeat(16), 'A'.repeat(150)])(
    'that was never issued is not found, always with the same message: %s',
    async (code) => {
      const reply = await visitor('GET', `/statements/${code}`)
      expect(reply.statusCode).toBe(404)
      expect(reply.json()).toEqual({ message: en.statements.unknownCode, code: 'statements.unknownCode' })
    },
  )

  test('with one character changed is not found', async () => {
    await pdfOf()
    const code = await latestCode()
    const changed = `${code.slice(0, -1)}${code.endsWith('7') ? '8' : '7'}`
    expect((await visitor('GET', `/statements/${changed}`)).statusCode).toBe(404)
  })

  test('of an outdated PDF is reported as outdated with the content of the PDF; it is current again once the facts match', async () => {
    await give('tp', 9)
    await pdfOf()
    const code = await latestCode()
    const first = await confirm(code)
    const posting = await portal.make.posting(member.id, elective, '2026-11-03')
    expect(await confirm(code)).toEqual({ ...first, is_current: false })
    await portal.sql`delete from posted_activities where id = ${posting}`
    expect(await confirm(code)).toEqual(first)
    await admin('DELETE', `/users/${member.id}`)
    expect(await confirm(code)).toEqual({ ...first, is_current: false })
  })

  test('stays valid after its term: an empty term can still be deleted', async () => {
    const term = await newTerm()
    await pdfOf(admin, term.id)
    const code = await latestCode()
    expect((await confirm(code)).is_current).toBe(true)
    expect((await admin('DELETE', `/terms/${term.id}`)).statusCode).toBe(200)
    expect(await confirm(code)).toMatchObject({ term_name: term.name, is_current: false })
  })

  test('cannot be altered: the database refuses to change what was issued', async () => {
    await pdfOf()
    const code = await latestCode()
    const { sql } = portal
    await expect(sql`update statements set content = '{}' where code = ${code}`).rejects.toThrow('append-only')
    await expect(sql`delete from statements where code = ${code}`).rejects.toThrow('append-only')
    await expect(sql`truncate statements`).rejects.toThrow('append-only')
    await expect(sql`insert into statements (code, user_id, term_id, content, checksum, issued_by)
      select 'AAAABBBBCCCCDDDD', user_id, term_id, '{"total":100}', checksum, issued_by from statements where code = ${code}`).rejects.toThrow(
      'statements_checksum_right',
    )
  })
})

describe('the HTML page', () => {
  test('confirms that a statement is genuine, with its facts, and escapes names', async () => {
    await portal.sql`update users set name = 'Sara <b>"Aziz"</b>' where id = ${member.id}`
    await give('tp', 9)
    await pdfOf()
    const code = await latestCode()
    const page = await visitor('GET', `/check/${readableCode(code)}`)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('This statement is genuine')
    expect(page.body).toContain(en.statementCheck.current)
    expect(page.body).toContain('Sara &#60;b&#62;&#34;Aziz&#34;&#60;/b&#62;')
    expect(page.body).toContain(readableCode(code))
    expect(page.body).not.toMatch(/<script|style="/)
    await give('tp', 9.1)
    expect((await visitor('GET', `/check/${code}`)).body).toContain(en.statementCheck.superseded)
  })

  test.each([
    ['en', 'ltr'],
    ['ckb', 'rtl'],
    ['ar', 'rtl'],
  ] as const)('is in the language of the request: %s, from %s', async (language, direction) => {
    const headers = { 'accept-language': language }
    const html = (message: Message) => escapeHtml(sayIn(language)(message))
    await give('tp', 9)
    await pdfOf()
    const [form, genuine, unknown] = await Promise.all(
      ['/check', `/check/${await latestCode()}`, '/check/abcd'].map((url) => visitor('GET', url, undefined, headers)),
    )
    for (const page of [form, genuine, unknown]) {
      expect(page?.body).toContain(`<html lang="${language}" dir="${direction}">`)
      expect(page?.headers['vary']).toMatch(/^Cookie, Accept-Language/)
    }
    expect(form?.body).toContain(html(messages.statementCheck.checkHint))
    expect(genuine?.body).toContain(html(messages.statementCheck.genuineHint))
    expect(unknown?.body).toContain(html(messages.statementCheck.notGenuineHint))
  })

  test('leads from the form to the result; an unknown code is a 404 and stays in the form, escaped', async () => {
    expect((await visitor('GET', '/check')).body).toContain('<form action="/check"')
    const typed = await visitor('GET', '/check?code=%20ab%2F..%2Fcd%20')
    expect(typed.statusCode).toBe(302)
    expect(typed.headers['location']).toBe('/check/ab%2F..%2Fcd')
    const unknown = await visitor('GET', '/check/%3Cscript%3E')
    expect(unknown.statusCode).toBe(404)
    expect(unknown.body).toContain('Statement not found')
    expect(unknown.body).not.toMatch(/<script/i)
    expect((await visitor('GET', '/check/abcd-efgh')).body).toContain('value="ABCD-EFGH"')
  })
})

describe('names in Kurdish and Arabic', () => {
  test('are on the statement, as posted', async () => {
    const activity = await portal.make.activity({ name: 'Symposium', names: { ckb: 'سیمپۆزیۆم', ar: 'ندوة علمية' } })
    await portal.make.posting(member.id, activity, '2026-10-02')
    await review(await portal.make.posting(member.id, activity, '2026-10-03'), 'returned')
    const { lines, returned } = await statementOf()
    for (const line of [...lines, ...returned])
      expect(line).toMatchObject({
        activity_name: 'Symposium',
        activity_names: { ckb: 'سیمپۆزیۆم', ar: 'ندوة علمية' },
      })
  })

  test('are on the PDF of their language instead of the English ones', async () => {
    const activity = await portal.make.activity({ name: 'Exhibition', names: { ckb: 'پێشانگا', ar: 'معرض' } })
    await portal.make.posting(member.id, activity, '2026-10-02')
    const [department] = await portal.sql<[{ name: string }]>`
      update departments set names = ${{ ckb: 'یاسا', ar: 'القانون' }}
      where id = (select department_id from users where id = ${member.id}) returning name`
    await portal.sql`update terms set names = ${{ ckb: 'وەرز', ar: 'خريف' }} where is_current`
    const names = {
      en: ['Exhibition', department.name, 'Year'],
      // Letters of Arabic script are read back in the order in which they are drawn.
      ckb: ['پێشانگا', 'یاسا', 'وەرز'].map(reversed),
      ar: ['معرض', 'القانون', 'خريف'].map(reversed),
    }
    const named = ['en', 'ckb', 'ar'] as const
    for (const language of named) {
      const headers = { 'accept-language': language }
      const reply = await asMember('GET', `/statements/pdf?user_id=${member.id}`, undefined, headers)
      const { text } = readPdf(reply.rawPayload)
      for (const other of named)
        for (const name of names[other]) expect(text.includes(name), `${name} in ${language}`).toBe(other === language)
    }
    // The page that confirms it names the term in the language of its reader, as long as the term still has that name.
    const code = await latestCode()
    const pageIn = async (language: string) =>
      (await visitor('GET', `/check/${code}`, undefined, { 'accept-language': language })).body
    expect([await pageIn('ckb'), await pageIn('ar'), await pageIn('en')]).toEqual([
      expect.stringContaining('>وەرز<'),
      expect.stringContaining('>خريف<'),
      expect.stringContaining('>Year<'),
    ])
    await portal.sql`update terms set names = '{}' where is_current`
  })

  test('are those of the account of the first start, which has none of its own', async () => {
    const first = await portal.as(await portal.make.admin({ name: firstAccountName }))
    const term = await newTerm()
    await first('PUT', `/users/edit-tp/${member.id}?term_id=${term.id}`, { tp: 9 })
    expect((await first('PUT', `/terms/close/${term.id}`)).statusCode).toBe(200)
    const linesIn = async (language: Language) => {
      const path = `/statements/pdf?user_id=${member.id}&term_id=${term.id}`
      return readPdf((await asMember('GET', path, undefined, { 'accept-language': language })).rawPayload).text
    }
    // Both who closed the term and who set the points.
    expect((await linesIn('en')).match(/by Administrator/g)).toHaveLength(2)
    for (const language of ['ckb', 'ar'] as const) {
      const text = await linesIn(language)
      expect(text).not.toContain(firstAccountName)
      expect(text.split(reversed(sayIn(language)(messages.codes.firstAccount)))).toHaveLength(3)
    }
  })

  test('are no facts: a statement stays the same one, and is confirmed, when a name is translated', async () => {
    await portal.make.posting(member.id, compulsory, '2026-10-02')
    await pdfOf()
    const code = await latestCode()
    const [{ content }] = await portal.sql<[{ content: string }]>`select content from statements where code = ${code}`
    // The content is as the releases before wrote it: their statements are still confirmed.
    expect(content).not.toMatch(/_ckb|_ar"|names/)
    await portal.sql`update departments set names = ${{ ckb: `بەشی ${member.id}` }}
      where id = (select department_id from users where id = ${member.id})`
    expect((await statementOf()).member.department_names).toEqual({ ckb: `بەشی ${member.id}` })
    expect(await confirm(code)).toMatchObject({ code, is_current: true })
    await pdfOf()
    expect(await portal.sql`select from statements where user_id = ${member.id}`).toHaveLength(1)
  })
})

function reversed(text: string): string {
  return [...text].reverse().join('')
}

describe('questions', () => {
  test('stand in the statement and its PDF with their answers, but for withdrawn ones', async () => {
    const second = await portal.as(await portal.make.admin({ name: 'Dara Aziz' }))
    await portal.make.question(member.id, 'tp')
    const missing = await portal.make.question(member.id, 'missing')
    const withdrawn = await portal.make.question(member.id, 'fb')
    await asMember('PUT', `/questions/withdraw/${withdrawn}`, { version: 1 })
    await second('PUT', `/questions/decline/${missing}`, { version: 1, answer: 'It counts in spring.' })
    expect((await statementOf(asMember)).questions).toMatchObject([
      { subject: 'tp', text: 'Is this right?', state: 'open', answer: null, answered_by: null },
      { subject: 'missing', state: 'declined', answer: 'It counts in spring.', answered_by: 'Dara Aziz' },
    ])
    const { pages, text } = readPdf((await pdfOf()).rawPayload)
    expect(pages).toBe(1)
    for (const words of ['Questions', 'Something missing', 'Is this right?', 'It counts in spring.'])
      expect(text).toContain(words)
  })

  test('that are long are printed in full, on a page of their own', async () => {
    const sentences = Array.from({ length: 24 }, (_, index) => `This is sentence ${index} of it.`).join(' ')
    for (const subject of ['tp', 'missing', 'fb'] as const) {
      const id = await portal.make.question(member.id, subject, { text: sentences })
      await admin('PUT', `/questions/decline/${id}`, { version: 1, answer: `No. ${sentences}` })
    }
    const { rawPayload } = await pdfOf()
    expect(readPdf(rawPayload).lines).not.toContain('Questions')
    const [first, second] = [readPdf(rawPayload), readPdf(rawPayload, 2)]
    expect([first.pages, second.lines.includes('Questions')]).toEqual([2, true])
    expect(second.text.replaceAll('\n', ' ').match(/This is sentence 23 of it\./g)).toHaveLength(6)
    expect(unreadableIn(rawPayload)).toEqual([])
  })

  test('leave a statement without any as it was: what was issued before is still confirmed', async () => {
    await pdfOf()
    const code = await latestCode()
    const [stored] = await portal.sql<[{ content: string }]>`select content from statements where code = ${code}`
    expect(JSON.parse(stored.content)).not.toHaveProperty('questions')
    const isCurrent = async () => (await visitor('GET', `/statements/${code}`)).json().statement.is_current
    expect(await isCurrent()).toBe(true)
    await portal.make.question(member.id, 'tp')
    expect(await isCurrent()).toBe(false)
  })
})
