import { describe, expect, test } from 'vitest'
import { changeByPlan, dayIn, doneBefore, roomOf, toMend } from './plan.ts'
import type { Limit } from './rules.ts'

type Posted = Parameters<typeof toMend>[0][number]
const activity = (id: number, score: number) => ({ id, type: 'Elective' as const, score })
let ids = 0
function nextId() {
  ids += 1
  return ids
}
const posted = (activity_id: number, score: number, more: Partial<Posted> = {}): Posted => ({
  id: nextId(),
  activity_id,
  type: 'Elective',
  score,
  starting_date: '2026-10-10',
  state: 'posted',
  over_limit: null,
  term_id: 1,
  term_status: 'open',
  ...more,
})
const limit = (of: Partial<Limit>): Limit => ({ activity_id: null, type: 'Elective', most_times: null, most_points: null, ...of })
const nothing = { mended: new Set<number>(), added: [], day: '2026-10-10' }

describe('what-if', () => {
  const returned = posted(1, 2.5, { state: 'returned' })

  test('adds up what is mended and what is posted', () => {
    const plan = { mended: new Set([returned.id]), added: [activity(2, 4), activity(3, 1.25)], day: '2026-11-01' }
    expect(changeByPlan(plan, [returned], [])).toBe(7.75)
    expect(changeByPlan(nothing, [returned], [])).toBe(0)
  })

  test('counts together less than alone where a limit is reached', () => {
    const plan = { ...nothing, added: [activity(2, 4), activity(3, 5)] }
    expect(changeByPlan(plan, [posted(1, 2)], [limit({ most_points: 8 })])).toBe(4)
    expect(changeByPlan({ ...plan, added: plan.added.toReversed() }, [posted(1, 2)], [limit({ most_points: 8 })])).toBe(5)
  })

  test('an earlier date that is mended takes the room of a later one', () => {
    const early = posted(1, 3, { state: 'returned', starting_date: '2026-09-02' })
    const late = posted(2, 2, { starting_date: '2026-12-01' })
    expect(changeByPlan({ ...nothing, mended: new Set([early.id]) }, [late, early], [limit({ most_times: 1 })])).toBe(1)
  })
})

test('returned postings of an open term come with what mending them adds, the most first; a verified one is none', () => {
  const [small, large] = [posted(1, 1, { state: 'returned' }), posted(2, 3, { state: 'returned' })]
  const over = posted(3, 9, { state: 'returned', starting_date: '2026-12-12' })
  const closed = posted(4, 4, { state: 'returned', term_status: 'closed' })
  const found = toMend([small, over, large, closed, posted(5, 5, { state: 'verified' })], [limit({ most_points: 10 })])
  expect(found.map(({ posting, adds }) => [posting.id, adds])).toEqual([
    [large.id, 3],
    [small.id, 1],
    [over.id, 0],
  ])
})

test('what was done in other terms, the latest first, and how often; not in this one, and not what stayed returned', () => {
  const [first, second, third] = [activity(1, 1), activity(2, 1), activity(3, 1)]
  const before = (activity_id: number, starting_date: string, more: Partial<Posted> = {}) =>
    posted(activity_id, 1, { term_id: 7, starting_date, ...more })
  const latest = before(2, '2026-05-05')
  const postings = [
    before(1, '2025-01-01'),
    before(2, '2024-01-01'),
    latest,
    before(3, '2025-01-01', { state: 'returned' }),
    posted(3, 1),
  ]
  expect(doneBefore([first, second, third], postings, 1)).toMatchObject([
    { activity: { id: 2 }, times: 2, last: { id: latest.id } },
    { activity: { id: 1 }, times: 1 },
  ])
})

test('what still counts of each type, within its limits', () => {
  const postings = [
    posted(1, 2.5),
    posted(2, 3, { state: 'returned' }),
    posted(3, 9, { over_limit: { of: 'type', by: 'points', most: 6 } }),
  ]
  expect(
    roomOf(postings, [
      limit({ most_points: 6, most_times: 1 }),
      limit({ type: 'Attending', most_times: 2 }),
      limit({ type: null, activity_id: 1 }),
    ]),
  ).toEqual([
    { type: 'Elective', points: { left: 3.5, most: 6 }, times: { left: 0, most: 1 } },
    { type: 'Attending', points: null, times: { left: 2, most: 2 } },
  ])
})

test('the day is today, or the nearest one of the term', () => {
  const term = { start_date: '2026-09-01', end_date: '2026-12-31' }
  expect(['2026-08-01', '2026-10-10', '2027-02-02'].map((today) => dayIn(term, today))).toEqual([
    '2026-09-01',
    '2026-10-10',
    '2026-12-31',
  ])
})
