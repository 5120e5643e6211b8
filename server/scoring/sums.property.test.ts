import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activityTypes } from '../../contract/codes.ts'
import { type Bands, gradeFor } from '../../contract/grading.ts'
import type { Limit, RulesVersion, Simulation } from '../../contract/rules.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import { DatabaseError } from '../../database/errors.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { specificationBands } from '../../testing/specification-bands.ts'

let portal: Portal
let admin: Caller
let members: MadeUser[]
let activities: MadeActivity[]
let termIds: number[]
let rulesInForce = 1
/** Every published version, by its number. */
const published = new Map<number, { bands: Bands; limits: Limit[] }>([[1, { bands: specificationBands, limits: [] }]])
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin())
  members = await Promise.all(['p', 'al', 'l'].map((title) => portal.make.staff({ title })))
  activities = await Promise.all(activityTypes.map((type, index) => portal.make.activity({ type, score: 1.15 + index })))
  termIds = [
    (await portal.make.term('One', '2026-01-01', '2026-06-30')).id,
    (await portal.make.term('Two', '2026-07-01', '2026-12-31')).id,
  ]
})
afterAll(() => portal.stop())

const index = (length: number) => fc.nat(length - 1)
const cents = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((value) => value / 100)
const tenths = fc.integer({ min: 0, max: 500 }).map((value) => value / 10)
// The dates are inside the first term, inside the second, and in neither.
const date = fc.constantFrom('2026-01-01', '2026-03-15', '2026-06-30', '2026-07-01', '2026-12-31', '2019-05-05', '2031-05-05')

const bounds = fc
  .uniqueArray(fc.integer({ min: 1, max: 600 }), { minLength: 5, maxLength: 5 })
  .map((tenths) => [0, ...tenths.toSorted((a, b) => a - b)].map((tenth) => tenth / 10))
/** Limits that are often loose enough that some postings count and some do not: then their order matters. */
const anyMost = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.record({ most_times: fc.integer({ min: 1, max: 3 }), most_points: fc.constant(null) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      most_times: fc.constantFrom(null, 2),
      most_points: fc.integer({ min: 100, max: 1500 }).map((value) => value / 100),
    }),
  },
)
/** A limit on each of the three activities and types, or none. */
const anyLimits = fc.record({
  activities: fc.array(anyMost, { minLength: 3, maxLength: 3 }),
  types: fc.array(anyMost, { minLength: 3, maxLength: 3 }),
})

const step = fc.oneof(
  { weight: 20, arbitrary: fc.record({ do: fc.constant('post' as const), member: index(3), activity: index(3), date }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('edit' as const), posting: fc.nat(), activity: index(3), date }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), posting: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reprice' as const),
      activity: index(3),
      score: fc.oneof(cents(4), cents(1000)),
      type: fc.constantFrom(...activityTypes),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retire' as const), activity: index(3) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('score' as const),
      member: index(3),
      term: index(2),
      column: fc.constantFrom('tp', 'fb'),
      value: tenths,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('review' as const),
      posting: fc.nat(),
      state: fc.constantFrom('verified', 'returned', 'posted'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('publish' as const),
      bands: fc.record({ p: bounds, ap: bounds, l: bounds, al: bounds }),
      limits: anyLimits,
      term: index(2),
      isForTerm: fc.constantFrom(true, true, false),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), term: index(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const), term: index(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('current' as const), term: index(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), member: index(3) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const at = <T>(list: readonly T[], position: number): T => list[position % list.length] as T

/** Some steps are refused (a closed term, a verified posting, the same day twice): that is part of the rules, and must change nothing. */
async function take(move: Step) {
  const { sql } = portal
  const ignoreRefusal = (error: unknown) => {
    if (!(error instanceof DatabaseError && ['SP002', 'SP005', '23505'].includes(error.code ?? ''))) throw error
  }
  switch (move.do) {
    case 'post': {
      const [activity] = await sql<
        [MadeActivity]
      >`select id, name, type, score from activities where id = ${at(activities, move.activity).id}`
      await portal.make.posting(at(members, move.member).id, activity, move.date).catch(ignoreRefusal)
      return
    }
    case 'edit': {
      const postings = await sql<{ id: number }[]>`select id from posted_activities order by id`
      if (postings.length > 0)
        await sql`update posted_activities p set activity_id = a.id, activity_name = a.name, type = a.type, score = a.score,
            starting_date = ${move.date}, term_id = term_of(${move.date})
          from activities a where p.id = ${at(postings, move.posting).id} and a.id = ${at(activities, move.activity).id}`.catch(
          ignoreRefusal,
        )
      return
    }
    case 'delete': {
      const postings = await sql<{ id: number }[]>`select id from posted_activities order by id`
      if (postings.length > 0)
        await sql`delete from posted_activities where id = ${at(postings, move.posting).id}`.catch(ignoreRefusal)
      return
    }
    case 'review': {
      const postings = await sql<{ id: number; version: number }[]>`select id, version from posted_activities order by id`
      if (postings.length === 0) return
      const reason = move.state === 'returned' ? { reason: 'because' } : {}
      const reply = await admin('PUT', '/review', { state: move.state, postings: [at(postings, move.posting)], ...reason })
      expect([200, 409]).toContain(reply.statusCode)
      return
    }
    case 'reprice': {
      const { id, name } = at(activities, move.activity)
      await admin('PUT', `/activities/${id}`, { name, description: 'x', score: move.score, type: move.type })
      return
    }
    case 'retire': {
      const { id } = at(activities, move.activity)
      await admin('DELETE', `/activities/${id}`)
      await admin('PUT', `/activities/restore/${id}`)
      return
    }
    case 'score': {
      const path = move.column === 'tp' ? 'edit-tp' : 'edit-feedback'
      await admin('PUT', `/users/${path}/${at(members, move.member).id}?term_id=${at(termIds, move.term)}`, {
        [move.column]: move.value,
      })
      return
    }
    case 'publish':
      return publish(move)
    case 'close':
      await admin('PUT', `/terms/close/${at(termIds, move.term)}`)
      return
    case 'reopen':
      await admin('PUT', `/terms/reopen/${at(termIds, move.term)}`, { reason: 'because' })
      return
    case 'current':
      await admin('PUT', `/terms/make-current/${at(termIds, move.term)}`)
      return
    case 'remove': {
      const { id } = at(members, move.member)
      await admin('DELETE', `/users/${id}`)
      await admin('PUT', `/users/restore/${id}`)
    }
  }
}

/** A simulation of the open term predicts what the term has afterwards. A closed term is refused, and nothing is published. */
async function publish({ bands, limits: chosen, term, isForTerm }: Extract<Step, { do: 'publish' }>) {
  const nothing = { most_times: null, most_points: null }
  const limits: Limit[] = [
    ...chosen.activities.map((most, n) => ({ activity_id: at(activities, n).id, type: null, ...(most ?? nothing) })),
    ...chosen.types.map((most, n) => ({ activity_id: null, type: at(activityTypes, n), ...(most ?? nothing) })),
  ].filter(({ most_times, most_points }) => most_times !== null || most_points !== null)
  const term_id = at(termIds, term)
  const simulated = await admin('POST', '/rules/simulate', { bands, limits, term_id })
  const before = (await admin('GET', `/staff?term_id=${term_id}`)).json().staff as StaffMember[]
  const input = { bands, limits, note: 'Another try', based_on: rulesInForce, term_ids: isForTerm ? [term_id] : [] }
  const reply = await admin('POST', '/rules', input)
  if (simulated.statusCode === 409 && isForTerm) {
    expect(reply.statusCode).toBe(409)
    return
  }
  expect(reply.statusCode, reply.body).toBe(201)
  const { version } = reply.json() as { version: RulesVersion }
  rulesInForce = version.number
  published.set(version.number, { bands, limits })
  if (!isForTerm) return
  const { moves } = simulated.json() as Simulation
  const after = (await admin('GET', `/staff?term_id=${term_id}`)).json().staff as StaffMember[]
  const changed = after.flatMap((member) => {
    const former = before.find(({ id }) => id === member.id)
    return former && (former.total_score !== member.total_score || former.grade !== member.grade)
      ? [{ id: member.id, after: { total: member.total_score, grade: member.grade } }]
      : []
  })
  expect(moves.map(({ id, after: then }) => ({ id, after: then })).toSorted((a, b) => a.id - b.id)).toEqual(
    changed.toSorted((a, b) => a.id - b.id),
  )
}

type Posting = { activity_id: number; type: string; cents: number; state: string }

/** The rule in other words than the database's: in order, a posting counts if it fits into every limit that applies to it. */
function countedIn(postings: readonly Posting[], limits: readonly Limit[]): (Posting & { counts: boolean })[] {
  const counted: (Posting & { counts: boolean })[] = []
  for (const posting of postings) {
    const fits = limits
      .filter((limit) => limit.activity_id === posting.activity_id || limit.type === posting.type)
      .every((limit) => {
        const used = counted.filter((one) => one.counts && (limit.activity_id === one.activity_id || limit.type === one.type))
        const points = used.reduce((sum, { cents: value }) => sum + value, posting.cents)
        return (
          used.length < (limit.most_times ?? Number.POSITIVE_INFINITY) &&
          points <= Math.round((limit.most_points ?? Number.POSITIVE_INFINITY) * 100)
        )
      })
    counted.push({ ...posting, counts: posting.state !== 'returned' && fits })
  }
  return counted
}

/** The recount is in integer hundredths, so that it has no rounding errors itself. */
async function recount(userId: number, termId: number, limits: readonly Limit[]) {
  const postings = await portal.sql<(Posting & { over_limit: object | null })[]>`
    select activity_id, type, (score * 100)::int as cents, state, over_limit from posted_activities
    where user_id = ${userId} and term_id = ${termId} order by starting_date, id`
  const counted = countedIn(postings, limits)
  expect(postings.map(({ over_limit }) => over_limit !== null)).toEqual(
    counted.map(({ counts, state }) => !counts && state !== 'returned'),
  )
  const sumOf = (type: string) =>
    counted.filter((one) => one.counts && one.type === type).reduce((sum, one) => sum + one.cents, 0)
  return {
    atts: sumOf('Attending'),
    acts: sumOf('Compulsory'),
    escore: sumOf('Elective'),
    posted_count: postings.length,
    verified_count: postings.filter(({ state }) => state === 'verified').length,
    returned_count: postings.filter(({ state }) => state === 'returned').length,
  }
}

test('after any sequence of steps every sum equals a recount within the limits, and a closed term has not changed', async () => {
  const frozen = new Map<number, string>()
  const staffOf = async (termId: number) => (await admin('GET', `/staff?term_id=${termId}`)).json().staff as StaffMember[]

  async function check() {
    for (const termId of termIds) {
      const staff = await staffOf(termId)
      const [term] = await portal.sql<[{ status: string; rules_version: number }]>`
        select status, rules_version from terms where id = ${termId}`
      const rules = published.get(term.rules_version)
      if (!rules) throw new Error('the term has a version of the rules that was never published')
      for (const member of members) {
        const row = staff.find(({ id }) => id === member.id)
        if (!row) throw new Error('a member is missing from the list')
        const { atts, acts, escore, ...counts } = await recount(member.id, termId, rules.limits)
        const sums = { atts, acts, escore }
        expect(row).toMatchObject({ atts: atts / 100, acts: acts / 100, escore: escore / 100, ...counts })
        const total = sums.atts + sums.acts + sums.escore + Math.round(row.tp * 100) + Math.round(row.fb * 100)
        expect(row.total_score).toBe(total / 100)
        expect(row.grade).toBe(gradeFor(rules.bands, row.title, total / 100))
      }
      const now = JSON.stringify({ staff, rules: term.rules_version })
      if (term.status === 'closed') expect(frozen.get(termId) ?? now).toBe(now)
      if (term.status === 'closed') frozen.set(termId, now)
      else frozen.delete(termId)
    }
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }), async (steps) => {
      for (const move of steps) {
        await take(move)
        await check()
      }
    }),
    { numRuns: 20, endOnFailure: true },
  )
})
