import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DecisionEffect } from '../../contract/review.ts'
import type { Limit } from '../../contract/rules.ts'
import type { MadeActivity } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { specificationBands } from '../../testing/specification-bands.ts'

let portal: Portal
let admin: Caller
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin())
})
afterAll(() => portal.stop())

const noLimit: Limit = { activity_id: null, type: null, most_times: null, most_points: null }

async function addTermWith(limits: readonly Limit[], year: number) {
  const term = await portal.make.term(`Year ${year}`, `${year}-01-01`, `${year}-12-31`)
  const based_on = (await admin('GET', '/rules')).json().versions[0].number
  const rules = { bands: specificationBands, limits, note: 'For a test', based_on, term_ids: [term.id] }
  expect((await admin('POST', '/rules', rules)).statusCode).toBe(201)
  return term
}

/** A member with one posting per month, of these activities in this order. */
async function addMember(activities: readonly MadeActivity[], year: number) {
  const member = await portal.make.staff()
  const ids: number[] = []
  for (const [index, activity] of activities.entries())
    ids.push(await portal.make.posting(member.id, activity, `${year}-${String(index + 1).padStart(2, '0')}-01`))
  return { member, ids }
}

const effectOf = async (id: number): Promise<DecisionEffect> => (await admin('GET', `/review/effect/${id}`)).json()

test('what returning would change is what it changes, with limits and without', async () => {
  const year = 2031
  const seminar = await portal.make.activity({ type: 'Attending', score: 2 })
  const [small, middle, large] = (await Promise.all(
    [1, 5, 6].map((score) => portal.make.activity({ type: 'Elective', score })),
  )) as [MadeActivity, MadeActivity, MadeActivity]
  const unlimited = await portal.make.activity({ type: 'Compulsory', score: 2.25 })
  const term = await addTermWith(
    [
      { ...noLimit, activity_id: seminar.id, most_times: 2 },
      { ...noLimit, type: 'Elective', most_points: 6 },
    ],
    year,
  )
  const expected: [activities: MadeActivity[], counts: number[], changes: number[], others: boolean[]][] = [
    [[unlimited], [2.25], [-2.25], [false]],
    // The third one counts instead of either of the first two, and returning it changes nothing.
    [
      [seminar, seminar, seminar, unlimited],
      [2, 2, 0, 2.25],
      [0, 0, 0, -2.25],
      [true, true, false, false],
    ],
    // Without the 5 points the 6 fit: the total rises.
    [
      [middle, large],
      [5, 0],
      [1, 0],
      [true, false],
    ],
    // The 1 point, which counts beside the 5, then does not fit any more.
    [
      [middle, large, small],
      [5, 0, 1],
      [0, 0, -1],
      [true, false, false],
    ],
  ]
  for (const [activities, counts, changes, others] of expected) {
    const { member, ids } = await addMember(activities, year)
    const total = async () => (await admin('GET', `/users/id/${member.id}?term_id=${term.id}`)).json().user.total_score as number
    const decide = async (id: number, decision: object) => {
      const postings = await portal.sql`select id, version from posted_activities where id = ${id}`
      expect((await admin('PUT', '/review', { ...decision, postings })).statusCode).toBe(200)
    }
    const effects = await Promise.all(ids.map(effectOf))
    expect(effects.map(({ counted_points }) => counted_points)).toEqual(counts)
    expect(effects.map(({ if_returned }) => if_returned)).toEqual(changes)
    expect(effects.map(({ others_change }) => others_change)).toEqual(others)
    const before = await total()
    for (const [index, id] of ids.entries()) {
      await decide(id, { state: 'returned', reason: 'For a test' })
      expect((await total()) - before).toBeCloseTo(changes[index] ?? Number.NaN, 5)
      await decide(id, { state: 'posted' })
    }
    expect(await total()).toBe(before)
  }
})

test('a posting that does not wait has none', async () => {
  const { ids } = await addMember([await portal.make.activity()], 2031)
  const [id = 0] = ids
  expect((await effectOf(id)).over_limit).toBeNull()
  await admin('PUT', '/review', { state: 'verified', postings: [{ id, version: 1 }] })
  expect((await admin('GET', `/review/effect/${id}`)).statusCode).toBe(404)
})

test('the member sees that a reviewer had the posting before them; an edited one is unseen again, and Audit has none of it', async () => {
  const { member, ids } = await addMember([await portal.make.activity()], 2031)
  const [id = 0] = ids
  const own = await portal.as(member)
  const seen = async () => (await own('GET', `/posted-activities?user_id=${member.id}`)).json().postedActivities[0].seen_at
  const other = await portal.as(await portal.make.staff())
  expect((await other('GET', `/review/effect/${id}`)).statusCode).toBe(403)
  expect(await seen()).toBeNull()
  const records = () => portal.sql`select id from audit where subject = 'posting' and subject_id = ${id} order by id`
  const before = await records()
  await effectOf(id)
  const first = await seen()
  expect(first).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  await portal.sql`update posting_views set seen_at = seen_at - interval '1 day'`
  await effectOf(id)
  expect(await seen()).not.toBe(first)
  // Other records of the portal may come at any moment.
  expect(await records()).toEqual(before)

  await portal.sql`update posted_activities set link = 'https://edited.test.example/' where id = ${id}`
  expect(await seen()).toBeNull()
  await effectOf(id)
  expect(await seen()).not.toBeNull()
})
