import type { ActivityType } from '../../contract/codes.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { OverLimit } from '../../contract/rules.ts'
import type { Term } from '../../contract/terms.ts'
import { changeOfTotal, limitExceededBy } from '../../contract/would-exceed.ts'
import { countingTerm } from '../entities/postings/counting-term.ts'
import { usePostedActivities } from '../entities/postings/posted-activities.api.ts'
import { useRules } from '../entities/rules/rules.api.ts'

type Form = {
  userId: number
  /** The day of the posting. */
  startingDate: string
  terms: readonly Term[]
  /** The edited posting, whose former state does not count beside it. */
  edited: PostedActivity | undefined
}

type Worth = { id: number; type: ActivityType; score: number }

type Effect = {
  /** The limit that an activity would exceed if it were posted. */
  limitOf: (activity: Worth) => OverLimit | undefined
  /** The amount by which an activity would change the total. */
  changeBy: (activity: Worth) => number
}

/** The effect of the limits on an activity with that day, in the term that it would count in. */
export function useEffectOfLimits({ userId, startingDate, terms, edited }: Form): Effect {
  const postings = usePostedActivities(userId).data
  const versions = useRules().data
  const term = countingTerm(terms, startingDate)
  const limits = versions?.find(({ number }) => number === term?.rules_version)?.limits ?? []
  if (!postings || limits.length === 0) return { limitOf: () => undefined, changeBy: ({ score }) => score }
  const others = postings
    .filter(({ id, term_id }) => term_id === term?.id && id !== edited?.id)
    .toSorted((a, b) => a.starting_date.localeCompare(b.starting_date) || a.id - b.id)
  const wanted = (activity: Worth) => ({ ...activity, starting_date: startingDate })
  return {
    limitOf: (activity) => limitExceededBy(wanted(activity), others, limits),
    changeBy: (activity) => changeOfTotal(wanted(activity), others, limits),
  }
}
