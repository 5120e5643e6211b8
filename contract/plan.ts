import type { ActivityType } from './codes.ts'
import type { PostedActivity } from './posted-activities.ts'
import type { Limit } from './rules.ts'
import { countHundredths } from './would-exceed.ts'

type Offered = { id: number; type: ActivityType; score: number }
type Posted = Pick<
  PostedActivity,
  'id' | 'activity_id' | 'type' | 'score' | 'starting_date' | 'state' | 'over_limit' | 'term_id' | 'term_status'
>

/** What a member plans for a term: the ids of returned postings to mend, and activities to post on a day. */
interface Plan {
  mended: ReadonlySet<number>
  /** Some have a day of their own, as events have. */
  added: readonly (Offered & { day?: string })[]
  day: string
}

/**
 * The change of the total if all of that is done, and verified: as the database counts (count_postings in database/functions/limits.sql), in
 * the order of starting dates and then of posting. So several activities may add less than each of them alone.
 */
export function changeByPlan({ mended, added, day }: Plan, postings: readonly Posted[], limits: readonly Limit[]): number {
  const before = postings.toSorted((a, b) => a.starting_date.localeCompare(b.starting_date) || a.id - b.id)
  const after: Parameters<typeof countHundredths>[0][number][] = before.map((posting) =>
    mended.has(posting.id) ? { ...posting, state: 'posted' } : posting,
  )
  for (const { id, type, score, day: ownDay } of added) {
    const starting_date = ownDay ?? day
    // On the same day, what was posted before comes first.
    const place = after.findLastIndex((other) => other.starting_date <= starting_date) + 1
    after.splice(place, 0, { activity_id: id, type, score, starting_date, state: 'posted', over_limit: null })
  }
  return (countHundredths(after, limits) - countHundredths(before, limits)) / 100
}

/** The returned postings of a term with what mending each adds alone, the most first. */
export function toMend<P extends Posted>(postings: readonly P[], limits: readonly Limit[]): { posting: P; adds: number }[] {
  return postings
    .filter(({ state, term_status }) => state === 'returned' && term_status === 'open')
    .map((posting) => ({
      posting,
      adds: changeByPlan({ mended: new Set([posting.id]), added: [], day: posting.starting_date }, postings, limits),
    }))
    .sort((a, b) => b.adds - a.adds)
}

export interface DoneBefore<A, P> {
  activity: A
  times: number
  /** The latest of these postings. */
  last: P
}

/** The activities among these that the member posted in other terms, the latest first. What was returned and left so does not count as done. */
export function doneBefore<A extends Offered, P extends Posted>(
  activities: readonly A[],
  postings: readonly P[],
  termId: number,
): DoneBefore<A, P>[] {
  const others = postings.filter(({ term_id, state }) => term_id !== termId && state !== 'returned')
  return activities
    .flatMap((activity) => {
      const own = others
        .filter(({ activity_id }) => activity_id === activity.id)
        .toSorted((a, b) => b.starting_date.localeCompare(a.starting_date))
      const [last] = own
      return last ? [{ activity, times: own.length, last }] : []
    })
    .sort((a, b) => b.last.starting_date.localeCompare(a.last.starting_date))
}

export interface Room {
  type: ActivityType
  /** What still counts of the type: points, times, or both; null without such a limit. */
  points: { left: number; most: number } | null
  times: { left: number; most: number } | null
}

/** What still counts within the limits of the types. */
export function roomOf(postings: readonly Posted[], limits: readonly Limit[]): Room[] {
  return limits.flatMap(({ type, most_points, most_times }) => {
    if (type === null) return []
    const used = postings.filter((one) => one.type === type && one.state !== 'returned' && !one.over_limit)
    const points = used.reduce((sum, { score }) => sum + Math.round(score * 100), 0)
    const left = (most: number, taken: number) => Math.max(most - taken, 0)
    return [
      {
        type,
        points: most_points === null ? null : { left: left(Math.round(most_points * 100), points) / 100, most: most_points },
        times: most_times === null ? null : { left: left(most_times, used.length), most: most_times },
      },
    ]
  })
}

/** A day on which what is posted now counts in the term. */
export function dayIn({ start_date, end_date }: { start_date: string; end_date: string }, today: string): string {
  if (today < start_date) return start_date
  return today > end_date ? end_date : today
}
