import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activityTypes } from '../../contract/codes.ts'
import { gradeFor } from '../../contract/grading.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import { DatabaseError } from '../../database/errors.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let members: MadeUser[]
let activities: MadeActivity[]
let termIds: number[]
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
// Inside the first term, inside the second, and in neither.
const date = fc.constantFrom('2026-01-01', '2026-03-15', '2026-06-30', '2026-07-01', '2026-12-31', '2019-05-05', '2031-05-05')

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('post' as const), member: index(3), activity: index(3), date }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('edit' as const), posting: fc.nat(), activity: index(3), date }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), posting: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reprice' as const),
      activity: index(3),
      score: cents(1000),
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

/** In integer hundredths, so that the recount itself has no rounding errors. */
async function recount(userId: number, termId: number) {
  const counts = portal.sql`state <> 'returned'`
  const [row] = await portal.sql<
    [Record<'atts' | 'acts' | 'escore' | 'posted_count' | 'verified_count' | 'returned_count', number>]
  >`
    select coalesce(sum((score * 100)::int) filter (where type = 'Attending' and ${counts}), 0)::int as atts,
      coalesce(sum((score * 100)::int) filter (where type = 'Compulsory' and ${counts}), 0)::int as acts,
      coalesce(sum((score * 100)::int) filter (where type = 'Elective' and ${counts}), 0)::int as escore,
      count(*)::int as posted_count,
      count(*) filter (where state = 'verified')::int as verified_count,
      count(*) filter (where state = 'returned')::int as returned_count
    from posted_activities where user_id = ${userId} and term_id = ${termId}`
  return row
}

test('after any sequence of steps every sum equals a recount, and a closed term has not changed', {
  timeout: 120_000,
}, async () => {
  const frozen = new Map<number, string>()
  const staffOf = async (termId: number) => (await admin('GET', `/staff?term_id=${termId}`)).json().staff as StaffMember[]

  async function check() {
    for (const termId of termIds) {
      const staff = await staffOf(termId)
      for (const member of members) {
        const row = staff.find(({ id }) => id === member.id)
        if (!row) throw new Error('a member is missing from the list')
        const { atts, acts, escore, ...counts } = await recount(member.id, termId)
        const sums = { atts, acts, escore }
        expect(row).toMatchObject({ atts: atts / 100, acts: acts / 100, escore: escore / 100, ...counts })
        const total = sums.atts + sums.acts + sums.escore + Math.round(row.tp * 100) + Math.round(row.fb * 100)
        expect(row.total_score).toBe(total / 100)
        expect(row.grade).toBe(gradeFor(row.title, total / 100))
      }
      const [term] = await portal.sql<[{ status: string }]>`select status from terms where id = ${termId}`
      const now = JSON.stringify(staff)
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
    { numRuns: 12, endOnFailure: true },
  )
})
