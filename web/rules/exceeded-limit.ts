import type { ActivityType } from '../../contract/codes.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { OverLimit } from '../../contract/rules.ts'
import type { Term } from '../../contract/terms.ts'
import { limitExceededBy } from '../../contract/would-exceed.ts'
import { countingTerm } from '../posted-activities/counting-term.ts'
import { usePostedActivities } from '../posted-activities/posted-activities.api.ts'
import { useRules } from './rules.api.ts'

type Form = {
  userId: number
  /** A day. */
  startingDate: string
  terms: readonly Term[]
  /** Its own former state does not count beside it. */
  edited: PostedActivity | undefined
}

type Worth = { id: number; type: ActivityType; score: number }

/** The limit that an activity would exceed if it were posted with that day, in the term that it would count in. */
export function useExceededLimit({ userId, startingDate, terms, edited }: Form): (activity: Worth) => OverLimit | undefined {
  const postings = usePostedActivities(userId).data
  const versions = useRules().data
  const term = countingTerm(terms, startingDate)
  const limits = versions?.find(({ number }) => number === term?.rules_version)?.limits ?? []
  if (!postings || limits.length === 0) return () => undefined
  const others = postings.filter(({ id, term_id }) => term_id === term?.id && id !== edited?.id)
  return (activity) => limitExceededBy({ ...activity, starting_date: startingDate }, others, limits)
}
