import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DoneReport } from '../../contract/done-report.ts'
import type { ListedPosting, PostingsReply } from '../../contract/postings.ts'
import { foldForSearch } from '../../contract/searching.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

/** Every posting of a member, as a plain statement reads it: the department and title of the term are those of term_standing. */
interface Plain {
  id: number
  user_id: number
  term_id: number
  name: string
  sort_name: string
  activity_id: number
  activity_name: string
  type: string
  state: string
  starting_date: string
  link: string | null
  hashes: string[]
  counted_points: number
  title: string | null
  department_id: number | null
  department_name: string | null
}

let portal: Portal
let admin: Caller
let head: Caller
let physics: { id: number }
let chemistry: { id: number }
let terms: { open: number; closed: number }
let people: MadeUser[]
let activities: { id: number; name: string }[]
let all: Plain[]

beforeAll(async () => {
  portal = await startPortal()
  const { make, sql } = portal
  const reviewer = await make.admin()
  admin = await portal.as(reviewer)
  physics = await make.department('Physics')
  chemistry = await make.department('Chemistry')
  const closed = await make.term('2025', '2025-09-01', '2026-08-31')
  const open = await make.term('2026', '2026-09-01', '2027-08-31')
  await sql`update terms set is_current = id = ${open.id}`
  terms = { open: open.id, closed: closed.id }
  const titles = ['p', 'ap', 'l', 'al', null]
  people = []
  for (let index = 0; index < 9; index += 1) {
    const department = [{ department_id: physics.id }, { department_id: chemistry.id }, {}][index % 3] ?? {}
    people.push(
      await make.staff({ name: `Person ${String.fromCharCode(73 - index)}`, title: titles[index % 5] ?? null, ...department }),
    )
  }
  activities = [
    await make.activity({ name: 'Conference', type: 'Attending', score: 2.5 }),
    await make.activity({ name: 'Workshop', type: 'Elective', score: 0.1 }),
    await make.activity({ name: 'Office hours', type: 'Compulsory', score: 0.2 }),
  ]
  for (let index = 0; index < 243; index += 1) {
    const [person, activity] = [people[index % 9] as MadeUser, activities[Math.floor(index / 9) % 3] as never]
    const day = new Date(Date.UTC(2025, 8, 1 + ((index * 29) % 690))).toISOString().slice(0, 10)
    const link = index % 4 === 0 ? `https://events.test.example/${index % 3}` : null
    await make.posting(person.id, activity, day, link).then(
      async (id) => {
        if (index % 5 === 0)
          await sql`insert into posted_images (posted_activity_id, bytes) values (${id}, ${Buffer.from(`image ${index % 7}`)})`
        if (index % 11 === 0) await make.evidence(id, 'photo', Buffer.from(`image ${index % 13}`))
        if (index % 6 === 1)
          await sql`update posted_activities set state = 'verified', reviewed_by = ${reviewer.id}, reviewed_at = now() where id = ${id}`
        if (index % 7 === 2)
          await sql`update posted_activities set state = 'returned', returned_reason = 'No', reviewed_by = ${reviewer.id}, reviewed_at = now() where id = ${id}`
      },
      () => {},
    )
  }
  expect((await admin('PUT', `/terms/close/${closed.id}`)).statusCode).toBe(200)
  // The closed term keeps them as they were.
  await sql`update users set department_id = ${chemistry.id}, title = 'ap' where id = ${people[0]?.id ?? 0}`
  await sql`update users set department_id = ${physics.id} where id = ${people[1]?.id ?? 0}`
  await sql`update users set removed_at = now() where id = ${people[8]?.id ?? 0}`
  await sql`update users set role_id = 1 where id = ${people[5]?.id ?? 0}`
  head = await portal.as(await make.head(physics.id))
  all = await sql<Plain[]>`
    select p.id, p.user_id, p.term_id, u.name, u.sort_name, p.activity_id, p.activity_name, p.type, p.state, p.starting_date::text, p.link,
      p.counted_points, m.title, m.department_id, m.department_name,
      array(select encode(content_hash, 'hex') from posted_images where posted_activity_id = p.id
        union select encode(content_hash, 'hex') from evidence_files where posted_activity_id = p.id) as hashes
    from posted_activities p join users u on u.id = p.user_id
    join term_standing m on m.term_id = p.term_id and m.user_id = p.user_id and m.is_member`
})
afterAll(() => portal.stop())

interface Chosen {
  term_id?: (number | string)[]
  department_id?: (number | string)[]
  title?: string[]
  user_id?: number[]
  activity_id?: number[]
  type?: string[]
  state?: string[]
  evidence?: string[]
  warning?: string[]
  from?: string
  to?: string
  q?: string
}

const isWarned = (posting: Plain, others: readonly Plain[]) =>
  others.some(
    (other) =>
      other.id !== posting.id &&
      (other.hashes.some((hash) => posting.hashes.includes(hash)) ||
        (posting.link !== null &&
          other.link === posting.link &&
          (other.user_id === posting.user_id || other.activity_id !== posting.activity_id))),
  )

/** What the filters mean, one posting at a time. */
function plainly(chosen: Chosen, isHead: boolean): Plain[] {
  const isOf = <Code>(codes: readonly Code[] | undefined, code: Code) => codes === undefined || codes.includes(code)
  const withOrWithout = (codes: readonly string[] | undefined, is: boolean) => isOf(codes, is ? 'with' : 'without')
  return all.filter(
    (one) =>
      (!isHead || one.department_id === physics.id) &&
      isOf(chosen.term_id, one.term_id) &&
      isOf(chosen.department_id, one.department_name === null ? 'none' : (one.department_id ?? 'none')) &&
      isOf(chosen.title, one.title ?? 'none') &&
      isOf(chosen.user_id, one.user_id) &&
      isOf(chosen.activity_id, one.activity_id) &&
      isOf(chosen.type, one.type) &&
      isOf(chosen.state, one.state) &&
      withOrWithout(chosen.evidence, one.link !== null || one.hashes.length > 0) &&
      withOrWithout(chosen.warning, isWarned(one, all)) &&
      one.starting_date >= (chosen.from ?? '') &&
      one.starting_date <= (chosen.to ?? '9') &&
      foldForSearch(chosen.q ?? '')
        .split(' ')
        .every((word) => foldForSearch(one.name).includes(word) || foldForSearch(one.activity_name).includes(word)),
  )
}

const keys: Record<string, (posting: Plain) => string | number> = {
  posted: ({ id }) => id,
  date: ({ starting_date }) => starting_date,
  name: ({ sort_name }) => sort_name,
  points: ({ counted_points }) => counted_points,
}

function inOrder(postings: readonly Plain[], sort: string | undefined): number[] {
  const key = keys[(sort ?? '-posted').replace('-', '')] ?? (() => 0)
  const way = (sort ?? '-posted').startsWith('-') ? -1 : 1
  const compare = (a: string | number, b: string | number) => (a === b ? 0 : a < b ? -1 : 1)
  return postings.toSorted((a, b) => way * (compare(key(a), key(b)) || a.id - b.id)).map(({ id }) => id)
}

const addressOf = (chosen: object) =>
  new URLSearchParams(
    Object.entries(chosen).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()

async function listed(caller: Caller, chosen: Chosen & { sort?: string | undefined }) {
  const found: ListedPosting[] = []
  let cursor: PostingsReply['next'] = null
  let count: number | null = null
  do {
    const reply = await caller('GET', `/postings?${addressOf({ ...chosen, ...cursor })}`)
    expect(reply.statusCode, reply.body).toBe(200)
    const page = reply.json() as PostingsReply
    count ??= page.count
    found.push(...page.postings)
    cursor = page.next
  } while (cursor)
  return { found, count }
}

const some = <Code>(codes: () => readonly Code[]) =>
  fc
    .array(fc.nat(20), { minLength: 1, maxLength: 3 })
    .map((picks) => [...new Set(picks.map((pick) => codes()[pick % codes().length] as Code))])
const rarely = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 })
const filters = {
  term_id: some(() => [terms.open, terms.closed]),
  department_id: some(() => [physics.id, chemistry.id, 'none']),
  title: some(() => ['p', 'ap', 'l', 'al', 'none']),
  user_id: some(() => people.map(({ id }) => id)),
  activity_id: some(() => activities.map(({ id }) => id)),
  type: some(() => ['Compulsory', 'Attending', 'Elective']),
  state: some(() => ['posted', 'verified', 'returned']),
  evidence: some(() => ['with', 'without']),
  warning: some(() => ['with', 'without']),
  from: fc.constantFrom('2026-01-01', '2026-09-01'),
  to: fc.constantFrom('2026-08-31', '2027-01-01'),
  q: fc.constantFrom('workshop', 'person a', 'I conference', 'nothing like it'),
}
const sorts = fc.constantFrom(undefined, ...Object.keys(keys).flatMap((sort) => [sort, `-${sort}`]))

async function check(chosen: Chosen, sort: string | undefined, isHead: boolean) {
  const wanted = inOrder(plainly(chosen, isHead), sort)
  const { found, count } = await listed(isHead ? head : admin, { ...chosen, sort })
  expect([count, found.map(({ id }) => id)]).toEqual([wanted.length, wanted])
  for (const posting of found) {
    const plain = all.find(({ id }) => id === posting.id) as Plain
    expect(posting).toMatchObject({
      has_warning: isWarned(plain, all),
      files: posting.files,
      title: plain.title,
      department_name: plain.department_name,
    })
  }
}

test.each(Object.keys(filters))('the filter %s leaves the postings that a plain filter leaves', async (name) => {
  const one = filters[name as keyof typeof filters] as fc.Arbitrary<unknown>
  await fc.assert(
    fc.asyncProperty(one, sorts, fc.boolean(), async (value, sort, isHead) => check({ [name]: value } as Chosen, sort, isHead)),
    { numRuns: 6 },
  )
})

test('so do all filters together, in every order, page after page', async () => {
  expect(all.length).toBeGreaterThan(200)
  for (const sort of [undefined, ...Object.keys(keys).flatMap((one) => [one, `-${one}`])]) await check({}, sort, false)
  const chosen = fc.record(Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, rarely(value as never)])))
  await fc.assert(
    fc.asyncProperty(chosen, sorts, fc.boolean(), async (some, sort, isHead) => check(some as Chosen, sort, isHead)),
    { numRuns: 60 },
  )
})

test('the files have the rows of the list, in its order', async () => {
  const chosen = { term_id: [terms.closed], state: ['posted', 'verified'], sort: '-name' }
  const { found } = await listed(admin, chosen)
  const reply = await admin('GET', `/postings.csv?${addressOf(chosen)}`)
  const lines = reply.body.trim().split('\r\n')
  expect(lines[0]).toContain('Member,Title,Department')
  expect(lines.slice(1).map((line) => Number(line.split(',').at(-1)))).toEqual(found.map(({ id }) => id))
  expect(found.length).toBeGreaterThan(50)
})

test('what was done, narrowed by any filter, adds up to the same sum by activity, type, department and title, as a plain recount does', async () => {
  const hundredths = (postings: readonly Plain[]) =>
    postings.reduce((sum, { counted_points }) => sum + Math.round(counted_points * 100), 0)
  const countOf = (postings: readonly Plain[]) => ({ postings: postings.length, points: hundredths(postings) / 100 })
  const chosenTerms = fc.constantFrom([terms.open], [terms.closed], [terms.closed, terms.open])
  const { department_id, title, activity_id, type } = filters
  const narrowed = fc.record({
    department_id: rarely(department_id),
    title: rarely(title),
    activity_id: rarely(activity_id),
    type: rarely(type),
  })
  await fc.assert(
    fc.asyncProperty(chosenTerms, fc.boolean(), fc.boolean(), narrowed, async (termIds, onlyVerified, isHead, chosen) => {
      const own = plainly({ ...chosen, term_id: [...termIds] } as Chosen, isHead).filter(({ state }) =>
        onlyVerified ? state === 'verified' : state !== 'returned',
      )
      const query = addressOf({ ...chosen, term_id: termIds, ...(onlyVerified ? { only: 'verified' } : {}) })
      const report = (await (isHead ? head : admin)('GET', `/postings/done?${query}`)).json() as DoneReport
      const inTerms = (of: (posting: Plain) => boolean) => {
        const rows = own.filter(of)
        return { counts: termIds.map((id) => countOf(rows.filter(({ term_id }) => term_id === id))), sum: countOf(rows) }
      }
      expect(report.all).toEqual(inTerms(() => true))
      for (const row of report.activities)
        expect(row).toMatchObject(inTerms(({ activity_id }) => activity_id === row.activity_id))
      for (const row of report.types) expect(row).toMatchObject(inTerms(({ type }) => type === row.type))
      for (const row of report.titles) expect(row).toMatchObject(inTerms(({ title }) => title === row.title))
      for (const row of report.departments)
        expect(row).toMatchObject(inTerms(({ department_name }) => department_name === row.department_name))
      for (const rows of [report.activities, report.types, report.titles, report.departments])
        expect(rows.reduce((sum, row) => sum + row.sum.postings, 0)).toBe(own.length)
    }),
    { numRuns: 25 },
  )
})
