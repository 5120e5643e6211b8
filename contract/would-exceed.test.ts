import { expect, test } from 'vitest'
import type { Limit, OverLimit } from './rules.ts'
import { changeOfTotal, limitExceededBy } from './would-exceed.ts'

const wanted = { id: 1, type: 'Elective', score: 2.5, starting_date: '2026-10-10' } as const
const posted: Parameters<typeof limitExceededBy>[1][number] = {
  activity_id: 1,
  type: 'Elective',
  score: 2.5,
  starting_date: '2026-10-01',
  state: 'posted',
  over_limit: null,
}
const ofActivity: Limit = { activity_id: 1, type: null, most_times: null, most_points: null }

test.each<[string, Parameters<typeof limitExceededBy>[1], Limit[], OverLimit | undefined]>([
  ['the second of one that counts once', [posted], [{ ...ofActivity, most_times: 1 }], { of: 'activity', by: 'times', most: 1 }],
  ['the second of one that counts twice', [posted], [{ ...ofActivity, most_times: 2 }], undefined],
  ['points above the limit', [posted], [{ ...ofActivity, most_points: 4.99 }], { of: 'activity', by: 'points', most: 4.99 }],
  ['points up to the limit', [posted], [{ ...ofActivity, most_points: 5 }], undefined],
  [
    'a limit of the type',
    [{ ...posted, activity_id: 2 }],
    [{ ...ofActivity, activity_id: null, type: 'Elective', most_times: 1 }],
    { of: 'type', by: 'times', most: 1 },
  ],
  ['a limit of another activity', [posted], [{ ...ofActivity, activity_id: 2, most_times: 1 }], undefined],
  ['a limit of another type', [posted], [{ ...ofActivity, activity_id: null, type: 'Attending', most_times: 1 }], undefined],
  ['beside a returned one', [{ ...posted, state: 'returned' }], [{ ...ofActivity, most_times: 1 }], undefined],
  [
    'beside one that is over a limit itself',
    [{ ...posted, over_limit: { of: 'activity', by: 'times', most: 1 } }],
    [{ ...ofActivity, most_times: 1 }],
    undefined,
  ],
  ['before one that starts later', [{ ...posted, starting_date: '2026-10-11' }], [{ ...ofActivity, most_times: 1 }], undefined],
])('%s', (_, postings, limits, expected) => {
  expect(limitExceededBy(wanted, postings, limits)).toEqual(expected)
})

test.each<[string, number, string, number]>([
  ['after all others, within the limit, by its own points', 3, '2026-10-20', 2.5],
  ['over the limit, by nothing', 2, '2026-10-20', 0],
  ['before others that are over the limit then, by less than nothing', 2, '2026-09-20', -1.5],
  ['on the same day, after what was posted before', 2, '2026-10-11', 0],
])('a posting changes the total: %s', (_, most_times, starting_date, expected) => {
  const postings = [posted, { ...posted, starting_date: '2026-10-11', score: 4 }]
  const change = changeOfTotal({ ...wanted, starting_date }, postings, [{ ...ofActivity, most_times }])
  expect(change).toBe(expected)
})
