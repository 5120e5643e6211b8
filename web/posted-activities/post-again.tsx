import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Activity } from '../../contract/activities.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { exceededLimit } from '../../contract/limit-sentences.ts'
import { localized } from '../../contract/localized.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import { limitExceededBy } from '../../contract/would-exceed.ts'
import { countingTerm } from '../entities/postings/counting-term.ts'
import { useAvailableActivities, usePostedActivities } from '../entities/postings/posted-activities.api.ts'
import { useRules } from '../entities/rules/rules.api.ts'
import { useTerms } from '../entities/terms/terms.api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { dayOf } from '../ui/dates.ts'
import type { PostingValues } from './posting-values.ts'

/** Whether a posting can be posted again today, and if not, the reason. */
export type Again = { activity: Activity } | { why: Message } | 'loading'

type AgainOf = ReadonlyMap<number, Again>
const Context = createContext<AgainOf>(new Map())

export function useAgain({ activity_id }: PostedActivity): Again {
  return useContext(Context).get(activity_id) ?? 'loading'
}

/** Known after four replies, and only the button of an entry or a sentence in it depends on them: they render without their entry. */
export function PostAgainProvider({ userId, children }: { userId: number; children: ReactNode }) {
  return <Context value={useAgainOf(userId)}>{children}</Context>
}

/** For each activity that was posted, by its id; nothing while loading. */
function useAgainOf(userId: number): AgainOf {
  const activities = useAvailableActivities().data
  const postings = usePostedActivities(userId).data
  const versions = useRules().data
  const terms = useTerms().data
  const today = dayOf(new Date())
  return useMemo(() => {
    if (!activities || !postings || !versions || !terms) return new Map()
    const term = countingTerm(terms, today)
    const limits = versions.find(({ number }) => number === term?.rules_version)?.limits ?? []
    const others = postings.filter(({ term_id }) => term_id === term?.id)
    const { againRetired, againOverLimit } = messages.postedActivities
    const againOf = (activityId: number): Again => {
      const activity = activities.find(({ id }) => id === activityId)
      if (!activity) return { why: againRetired }
      const limit = limitExceededBy({ ...activity, starting_date: today }, others, limits)
      return limit ? { why: againOverLimit({ limit: exceededLimit(limit, activity.type) }) } : { activity }
    }
    return new Map([...new Set(postings.map(({ activity_id }) => activity_id))].map((id) => [id, againOf(id)]))
  }, [activities, postings, versions, terms, today])
}

type Props = {
  /** The activity as the catalogue has it now, and the link of the posting. */
  again: { activity: Activity; link: string | null }
  form: Pick<UseFormReturn<PostingValues>, 'getValues' | 'setValue' | 'clearErrors' | 'setFocus'>
  hasEvidence: boolean
  onForgetEvidence: () => void
  onDone: () => void
}

/** Fills the empty form with an activity that was posted before; a posting that the member has begun is replaced only if they agree. */
export function FillAgain({ again, form, hasEvidence, onForgetEvidence, onDone }: Props) {
  const say = useSay()
  const name = localized(useLanguage(), again.activity, 'name')
  const [isAsking, setIsAsking] = useState(() => hasEvidence || Object.values(form.getValues()).some((value) => value !== ''))
  const fill = useEffectEvent(() => {
    form.clearErrors()
    form.setValue('activity_name', again.activity.name, { shouldDirty: true })
    form.setValue('link', again.link ?? '', { shouldDirty: true })
    form.setValue('starting_date', '', { shouldDirty: true })
    form.setValue('note', '', { shouldDirty: true })
    onForgetEvidence()
    onDone()
    form.setFocus('starting_date')
  })
  // The form is filled after the question has been closed, which returns focus to where it was.
  useEffect(() => {
    if (!isAsking) fill()
  }, [isAsking])
  return (
    <ConfirmDialog
      open={isAsking}
      look="primary"
      question={say(messages.postedActivities.replaceDraft)}
      consequence={say(messages.postedActivities.replaceDraftMeans({ name }))}
      confirmLabel={say(messages.postedActivities.replace)}
      onConfirm={() => setIsAsking(false)}
      onCancel={onDone}
    />
  )
}
