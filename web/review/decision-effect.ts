import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { DecisionEffect } from '../../contract/review.ts'
import { countPoints } from '../entities/grades/count-points.ts'

type Counted = Pick<PostedActivity, 'counted_points' | 'over_limit'>

/** The points that count now: "2 points", or "0 of 2 points: limit used". */
export function countedNow(
  { score, state }: Pick<PostedActivity, 'score' | 'state'>,
  { counted_points, over_limit }: Counted,
): Message {
  const points = countPoints(score)
  if (over_limit) return messages.review.limitUsed({ points })
  return state === 'returned' ? messages.review.countsNothing({ points }) : countPoints(counted_points)
}

/** The effect of returning on the member's total. */
export function effectOfReturn({ if_returned, others_change }: DecisionEffect): Message {
  const { falls, rises, stays, withOthers } = messages.review.totalAfter
  const points = countPoints(Math.abs(if_returned))
  const change = if_returned < 0 ? falls({ points }) : if_returned > 0 ? rises({ points }) : stays
  return others_change ? withOthers({ change }) : change
}
