import type { PostedActivity } from '../../../contract/posted-activities.ts'

type Counted = Pick<PostedActivity, 'score' | 'counted_points' | 'state'>

/** The points that postings add to a total: all except the returned ones and those over a limit. */
export function countedPoints(postings: readonly Counted[]): number {
  return sum(postings.map(({ counted_points }) => counted_points))
}

/** The points that the returned postings would add if they counted. */
export function returnedPoints(postings: readonly Counted[]): number {
  return sum(postings.flatMap(({ state, score }) => (state === 'returned' ? [score] : [])))
}

/** The sum, added in integer hundredths: 0.1 + 0.2 must not be 0.30000000000000004. */
function sum(points: readonly number[]): number {
  return points.reduce((total, each) => total + Math.round(each * 100), 0) / 100
}
