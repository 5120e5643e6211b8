import type { PostedActivity } from '../../contract/posted-activities.ts'

type Counted = Pick<PostedActivity, 'score' | 'state'>

/** The points that postings add to a total: all except the returned ones. */
export function countedPoints(postings: readonly Counted[]): number {
  return sum(postings.filter(({ state }) => state !== 'returned'))
}

/** The points that the returned ones would add if they counted. */
export function returnedPoints(postings: readonly Counted[]): number {
  return sum(postings.filter(({ state }) => state === 'returned'))
}

/** Added in integer hundredths: 0.1 + 0.2 must not be 0.30000000000000004. */
function sum(postings: readonly Counted[]): number {
  return postings.reduce((total, { score }) => total + Math.round(score * 100), 0) / 100
}
