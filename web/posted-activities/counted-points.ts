import type { PostedActivity } from '../../contract/posted-activities.ts'

type Counted = Pick<PostedActivity, 'score' | 'state'>

/** What those postings add to a total: all but what was returned. */
export function countedPoints(postings: readonly Counted[]): number {
  return sum(postings.filter(({ state }) => state !== 'returned'))
}

/** What the returned ones would add if they counted. */
export function returnedPoints(postings: readonly Counted[]): number {
  return sum(postings.filter(({ state }) => state === 'returned'))
}

/** Added in hundredths, which are whole: 0.1 + 0.2 must not end in a row of zeros and a four. */
function sum(postings: readonly Counted[]): number {
  return postings.reduce((total, { score }) => total + Math.round(score * 100), 0) / 100
}
