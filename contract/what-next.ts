import type { ActivityType } from './codes.ts'
import type { PortalEvent } from './events.ts'
import type { PostedActivity } from './posted-activities.ts'
import type { Limit } from './rules.ts'
import { limitExceededBy } from './would-exceed.ts'

type Offered = { id: number; type: ActivityType; score: number }
type Posted = Pick<PostedActivity, 'activity_id' | 'type' | 'score' | 'starting_date' | 'state' | 'over_limit'>

export interface WhatNext<A extends Offered> {
  /** Activities of which each brings the missing points alone, the smallest first. */
  enough: A[]
  /** The other activities that count, the largest first. */
  further: A[]
  /** The activities that would count 0 because of a limit. */
  overLimit: A[]
  /** The most points that all of them add together, each posted once. */
  most: number
}

type Question<A extends Offered> = {
  /** The activities that can be posted now. */
  activities: readonly A[]
  /** The postings of the member in the term. */
  postings: readonly Posted[]
  limits: readonly Limit[]
  /** The points to the next grade. */
  missing: number
}

/**
 * The activities that a member has not posted in a term yet, by the points they would add. An activity that fits beside everything that
 * counts adds its points whatever its starting date: no posting before or after it then exceeds a limit because of it.
 */
export function whatNext<A extends Offered>({ activities, postings, limits, missing }: Question<A>): WhatNext<A> {
  const posted = new Set(postings.map(({ activity_id }) => activity_id))
  const left = activities.filter(({ id, score }) => !posted.has(id) && score > 0)
  const fits = (activity: A) => limitExceededBy({ ...activity, starting_date: afterAll }, postings, limits) === undefined
  const counting = left.filter(fits)
  const isEnough = ({ score }: A) => inHundredths(score) >= inHundredths(missing)
  return {
    enough: counting.filter(isEnough).sort((a, b) => a.score - b.score),
    further: counting.filter((activity) => !isEnough(activity)).sort((a, b) => b.score - a.score),
    overLimit: left.filter((activity) => !fits(activity)),
    most: mostOf(counting, postings, limits) / 100,
  }
}

type Attended = Pick<
  PortalEvent,
  'id' | 'state' | 'is_invited' | 'is_coming' | 'seats' | 'coming_count' | 'sessions' | 'gain' | 'activity_id'
>

/** The events to which the member can still come, the soonest first: not those that are past, cancelled or full. */
export function comingEvents<E extends Attended>(events: readonly E[], now: number): E[] {
  const next = ({ sessions }: E) => Math.min(...sessions.map(({ ends_at }) => Date.parse(ends_at)).filter((end) => end > now))
  const canCome = ({ state, is_invited, is_coming, seats, coming_count }: E) =>
    state === 'planned' && is_invited && (is_coming || seats === null || coming_count < seats)
  return events.filter((event) => canCome(event) && Number.isFinite(next(event))).sort((a, b) => next(a) - next(b))
}

/**
 * What the member said that they come to and what would bring points, beside the activities that are proposed already: another day of an
 * activity that was posted counts as well.
 */
export function promised<E extends Attended>(coming: readonly E[], proposed: readonly Offered[]): E[] {
  return coming.filter(
    ({ is_coming, gain, activity_id }) => is_coming && (gain?.points ?? 0) > 0 && !proposed.some(({ id }) => id === activity_id),
  )
}

/** What is posted for this day counts after everything else. */
export const afterAll = '9999-12-31'

const inHundredths = (points: number) => Math.round(points * 100)

/** The most points in hundredths. Limits of different types do not meet, so each type has its own maximum. */
function mostOf(counting: readonly Offered[], postings: readonly Posted[], limits: readonly Limit[]): number {
  const types = [...new Set(counting.map(({ type }) => type))]
  return types
    .map((type) => {
      const limit = limits.find((other) => other.type === type)
      const used = postings.filter((posting) => posting.type === type && posting.state !== 'returned' && !posting.over_limit)
      const timesLeft = (limit?.most_times ?? Number.POSITIVE_INFINITY) - used.length
      const pointsLeft = used.reduce(
        (rest, { score }) => rest - inHundredths(score),
        limit?.most_points == null ? Number.POSITIVE_INFINITY : inHundredths(limit.most_points),
      )
      return mostWithin(
        counting.filter((activity) => activity.type === type).map(({ score }) => inHundredths(score)),
        timesLeft,
        pointsLeft,
      )
    })
    .reduce((sum, most) => sum + most, 0)
}

/** The largest sum that is not above `pointsLeft`, of at most `timesLeft` scores. */
function mostWithin(scores: readonly number[], timesLeft: number, pointsLeft: number): number {
  const largest = scores.toSorted((a, b) => b - a).slice(0, timesLeft)
  const sum = largest.reduce((total, score) => total + score, 0)
  if (sum <= pointsLeft) return sum
  // The fewest scores that add up to each sum: the largest sum is not always made of the largest scores.
  const fewest = new Array<number>(pointsLeft + 1).fill(Number.POSITIVE_INFINITY)
  fewest[0] = 0
  for (const score of scores)
    for (let reached = pointsLeft; reached >= score; reached -= 1)
      fewest[reached] = Math.min(fewest[reached] ?? 0, (fewest[reached - score] ?? 0) + 1)
  return fewest.findLastIndex((count) => count <= Math.min(timesLeft, scores.length))
}
