import type { ActivityType } from './codes.ts'
import type { PostedActivity } from './posted-activities.ts'
import type { Limit, OverLimit } from './rules.ts'

type Wanted = { id: number; type: ActivityType; score: number; starting_date: string }
type Posted = Pick<PostedActivity, 'activity_id' | 'type' | 'score' | 'starting_date' | 'state' | 'over_limit'>

/**
 * The limit that an activity would exceed if it were posted now beside these postings of the same term. Earlier starting dates count first,
 * and on the same day what was posted before; the database decides when it is posted.
 */
export function limitExceededBy(wanted: Wanted, postings: readonly Posted[], limits: readonly Limit[]): OverLimit | undefined {
  const counting = postings.filter(
    ({ state, over_limit, starting_date }) =>
      state !== 'returned' && over_limit === null && starting_date <= wanted.starting_date,
  )
  for (const limit of limits) {
    if (limit.activity_id !== wanted.id && limit.type !== wanted.type) continue
    const used = counting.filter(({ activity_id, type }) => limit.activity_id === activity_id || limit.type === type)
    const hundredths = used.reduce((sum, { score }) => sum + Math.round(score * 100), Math.round(wanted.score * 100))
    const of = limit.type === null ? 'activity' : 'type'
    if (limit.most_times !== null && used.length >= limit.most_times) return { of, by: 'times', most: limit.most_times }
    if (limit.most_points !== null && hundredths > Math.round(limit.most_points * 100)) {
      return { of, by: 'points', most: limit.most_points }
    }
  }
  return undefined
}

/**
 * The change of the total in points if the activity were posted: not always its own points, because a posting with a later date may then be
 * over a limit. The database counts the same in count_postings (database/functions/limits.sql).
 */
export function changeOfTotal(wanted: Wanted, postings: readonly Posted[], limits: readonly Limit[]): number {
  const posting: Posted = { ...wanted, activity_id: wanted.id, state: 'posted', over_limit: null }
  // On the same day, what was posted before comes first.
  const at = postings.findLastIndex(({ starting_date }) => starting_date <= wanted.starting_date) + 1
  return (countHundredths(postings.toSpliced(at, 0, posting), limits) - countHundredths(postings, limits)) / 100
}

/** The points in hundredths. The postings of a term are in the order of their starting date, then of their id. */
export function countHundredths(postings: readonly Posted[], limits: readonly Limit[]): number {
  const counting: Posted[] = []
  for (const { activity_id: id, type, score, starting_date, ...rest } of postings) {
    if (rest.state === 'returned' || limitExceededBy({ id, type, score, starting_date }, counting, limits)) continue
    counting.push({ activity_id: id, type, score, starting_date, ...rest, over_limit: null })
  }
  return counting.reduce((sum, { score }) => sum + Math.round(score * 100), 0)
}
