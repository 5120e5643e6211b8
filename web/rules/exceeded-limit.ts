import type { Activity } from '../../contract/activities.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { OverLimit } from '../../contract/rules.ts'
import type { Term } from '../../contract/terms.ts'
import { limitExceededBy } from '../../contract/would-exceed.ts'
import { usePostedActivities } from '../posted-activities/posted-activities.api.ts'
import { useRules } from './rules.api.ts'

type Wanted = {
  userId: number
  activity: Activity | undefined
  /** Empty until it is a day. */
  startingDate: string
  terms: readonly Term[]
  /** Its own former state does not count beside it. */
  edited: PostedActivity | undefined
}

/** The limit that what is typed into the form would exceed, in the term that it would count in. */
export function useExceededLimit({ userId, activity, startingDate, terms, edited }: Wanted): OverLimit | undefined {
  const postings = usePostedActivities(userId).data
  const versions = useRules().data
  if (!activity || !startingDate || !postings || !versions) return undefined
  const term =
    terms.find(({ start_date, end_date }) => start_date <= startingDate && startingDate <= end_date) ??
    terms.find(({ is_current }) => is_current)
  const limits = versions.find(({ number }) => number === term?.rules_version)?.limits ?? []
  const others = postings.filter(({ id, term_id }) => term_id === term?.id && id !== edited?.id)
  return limitExceededBy({ ...activity, starting_date: startingDate }, others, limits)
}
