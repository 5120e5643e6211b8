import { z } from 'zod'
import type { ActivityType } from './codes.ts'
import { changeByPlan } from './plan.ts'
import type { PostedActivity } from './posted-activities.ts'
import { type Limit, OverLimit } from './rules.ts'
import { limitExceededBy } from './would-exceed.ts'

/** What an event would bring a member who is there: the change of their total, and why it is not what the catalogue says. */
export const EventGain = z.object({
  points: z.number(),
  /** The limit that is used up; or that later postings would be over theirs; or that the member has posted it for that day. */
  because: z.enum(['limit', 'later', 'posted']).nullable(),
  limit: OverLimit.nullable(),
})
export type EventGain = z.infer<typeof EventGain>

type Held = { activity_id: number; type: ActivityType; score: number; starting_date: string }
type Posted = Pick<
  PostedActivity,
  'id' | 'activity_id' | 'type' | 'score' | 'starting_date' | 'state' | 'over_limit' | 'term_id' | 'term_status'
> & { event_id: number | null }

/**
 * What the end of an event would do to the total of a member with these postings in its term, by the counting of the plan. A posting of the
 * member's own about that activity and day is verified in place of a second one (server/events/event-postings.queries.ts): one that was
 * returned counts again, and one that waits or was verified counts already.
 */
export function gainOf(event: Held, postings: readonly Posted[], limits: readonly Limit[]): EventGain {
  const { activity_id: id, type, score, starting_date: day } = event
  const same = postings.find(({ activity_id, starting_date }) => activity_id === id && starting_date === day)
  if (same && (same.state !== 'returned' || same.event_id !== null)) return { points: 0, because: 'posted', limit: null }
  const points = changeByPlan(
    same ? { mended: new Set([same.id]), added: [], day } : { mended: new Set(), added: [{ id, type, score }], day },
    postings,
    limits,
  )
  const worth = same ?? event
  if (points === worth.score) return { points, because: null, limit: null }
  // On the same day, what was posted before comes first.
  const before = postings.filter(
    (other) => other.starting_date < day || (other.starting_date === day && !(same && other.id >= same.id)),
  )
  // The limit of an activity is the nearer reason.
  const nearest = limits.toSorted((a, b) => Number(a.activity_id === null) - Number(b.activity_id === null))
  const limit = limitExceededBy({ id, type: worth.type, score: worth.score, starting_date: day }, before, nearest)
  return limit ? { points, because: 'limit', limit } : { points, because: 'later', limit: null }
}
