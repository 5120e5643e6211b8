import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { activityTypes } from './codes.ts'
import type { Limit } from './rules.ts'
import { whatNext } from './what-next.ts'
import { limitExceededBy } from './would-exceed.ts'

type Offered = Parameters<typeof whatNext>[0]['activities'][number]
type Posted = Parameters<typeof whatNext>[0]['postings'][number]

const offered = (id: number, score: number, type: Offered['type'] = 'Elective'): Offered => ({ id, type, score })
const posted = (activity: Offered, more: Partial<Posted> = {}): Posted => ({
  activity_id: activity.id,
  type: activity.type,
  score: activity.score,
  starting_date: '2026-10-01',
  state: 'posted',
  over_limit: null,
  ...more,
})
const limit = (of: Partial<Limit>): Limit => ({ activity_id: null, type: null, most_times: null, most_points: null, ...of })
const ids = (activities: readonly Offered[]) => activities.map(({ id }) => id)

describe('what brings a member to the next grade', () => {
  const [two, five, six, nine] = [offered(1, 2), offered(2, 5), offered(3, 6), offered(4, 9)]
  const ask = (more: Partial<Parameters<typeof whatNext>[0]> = {}) =>
    whatNext({ activities: [nine, two, six, five], postings: [], limits: [], missing: 5, ...more })

  test('begins with what is enough alone, the smallest first; the rest follows, the largest first', () => {
    const { enough, further } = ask({ missing: 5.5 })
    expect(ids(enough)).toEqual([3, 4])
    expect(ids(further)).toEqual([2, 1])
  })

  test('exactly the missing points are enough', () => {
    expect(ids(ask().enough)).toEqual([2, 3, 4])
    expect(ids(ask({ missing: 5.01 }).enough)).toEqual([3, 4])
  })

  test('leaves out what was posted in the term, returned or not, and what is worth nothing', () => {
    const { enough, further, overLimit } = ask({
      activities: [two, five, six, offered(5, 0)],
      postings: [posted(five), posted(six, { state: 'returned' })],
    })
    expect([enough, further, overLimit].map(ids)).toEqual([[], [1], []])
  })

  test('leaves out what would count 0, and says which that is', () => {
    const { enough, overLimit, most } = ask({
      postings: [posted(offered(9, 4))],
      limits: [limit({ type: 'Elective', most_points: 10 })],
    })
    expect(ids(enough)).toEqual([2, 3])
    expect(ids(overLimit)).toEqual([4])
    // The limit has 4 points used: either 5 or 6 fits, not both.
    expect(most).toBe(6)
  })

  test('the limit of a type by times, or by both, bounds what all of them add', () => {
    expect(ask({ limits: [limit({ type: 'Elective', most_times: 2 })] }).most).toBe(15)
    expect(ask({ limits: [limit({ type: 'Elective', most_times: 2, most_points: 13 })] }).most).toBe(11)
    expect(ask({ limits: [limit({ type: 'Elective', most_times: 3, most_points: 13 })] }).most).toBe(13)
    expect(ask({ limits: [limit({ type: 'Attending', most_times: 1 })] }).most).toBe(22)
  })
})

describe('for any catalogue, postings and limits', () => {
  const points = fc.integer({ min: 1, max: 400 }).map((hundredths) => hundredths / 100)
  const catalogue = fc
    .array(fc.tuple(points, fc.constantFrom(...activityTypes)), { minLength: 1, maxLength: 7 })
    .map((all) => all.map(([score, type], index) => offered(index + 1, score, type)))
  const limits = fc.record({
    times: fc.option(fc.integer({ min: 1, max: 4 })),
    points: fc.option(points),
    ofActivity: fc.option(points),
  })
  const question = fc.record({ catalogue, limits, missing: points, postedCount: fc.integer({ min: 0, max: 3 }) }).map((given) => {
    const all = [
      ...activityTypes.map((type) => limit({ type, most_times: given.limits.times, most_points: given.limits.points })),
      limit({ activity_id: 1, most_points: given.limits.ofActivity }),
    ]
    const postings = countAll(given.catalogue.slice(0, given.postedCount), [], all)
    return { activities: given.catalogue, postings, limits: all, missing: given.missing }
  })

  test('each suggestion adds its points, alone and beside all that counts', () => {
    fc.assert(
      fc.property(question, ({ activities, postings, limits, missing }) => {
        const { enough, further, overLimit } = whatNext({ activities, postings, limits, missing })
        for (const activity of [...enough, ...further])
          expect(gain([activity], postings, limits)).toBe(Math.round(activity.score * 100))
        for (const activity of overLimit) expect(gain([activity], postings, limits)).toBe(0)
        for (const { score } of enough) expect(score).toBeGreaterThanOrEqual(missing)
        for (const { score } of further) expect(score).toBeLessThan(missing)
      }),
    )
  })

  test('no combination adds more than it says, and one adds that much', () => {
    fc.assert(
      fc.property(question, ({ activities, postings, limits, missing }) => {
        const { enough, further, most } = whatNext({ activities, postings, limits, missing })
        const gains = subsetsOf([...enough, ...further]).map((some) => gain(some, postings, limits))
        expect(Math.max(...gains)).toBe(Math.round(most * 100))
      }),
    )
  })
})

/** The postings after these activities, counted one after the other, as the database does. */
function countAll(activities: readonly Offered[], before: readonly Posted[], limits: readonly Limit[]): Posted[] {
  const postings = [...before]
  for (const activity of activities) {
    const exceeded = limitExceededBy({ ...activity, starting_date: '2026-10-01' }, postings, limits)
    postings.push(posted(activity, { over_limit: exceeded ?? null }))
  }
  return postings
}

function gain(activities: readonly Offered[], before: readonly Posted[], limits: readonly Limit[]): number {
  return countAll(activities, before, limits)
    .slice(before.length)
    .reduce((sum, { score, over_limit }) => sum + (over_limit ? 0 : Math.round(score * 100)), 0)
}

function subsetsOf<T>(items: readonly T[]): T[][] {
  const subsets: T[][] = [[]]
  for (const item of items) subsets.push(...subsets.map((subset) => [...subset, item]))
  return subsets
}
