import { useEffect, useEffectEvent, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Activity } from '../../contract/activities.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { exceededLimit } from '../../contract/limit-sentences.ts'
import { localized } from '../../contract/localized.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import { limitExceededBy } from '../../contract/would-exceed.ts'
import { useLanguage, useSay } from '../language.ts'
import { useRules } from '../rules/rules.api.ts'
import { useTerms } from '../terms/terms.api.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { dayOf } from '../ui/dates.ts'
import { countingTerm } from './counting-term.ts'
import { useAvailableActivities, usePostedActivities } from './posted-activities.api.ts'
import type { PostingValues } from './posting-values.ts'

/** Whether a posting can be posted again today, and if not, why not. */
export type Again = { activity: Activity } | { why: Message } | 'loading'

export function usePostAgain(userId: number): (posting: PostedActivity) => Again {
  const activities = useAvailableActivities().data
  const postings = usePostedActivities(userId).data
  const versions = useRules().data
  const terms = useTerms().data
  if (!activities || !postings || !versions || !terms) return () => 'loading'
  const today = dayOf(new Date())
  const term = countingTerm(terms, today)
  const limits = versions.find(({ number }) => number === term?.rules_version)?.limits ?? []
  const others = postings.filter(({ term_id }) => term_id === term?.id)
  return ({ activity_id }) => {
    const { againRetired, againOverLimit } = messages.postedActivities
    const activity = activities.find(({ id }) => id === activity_id)
    if (!activity) return { why: againRetired }
    const limit = limitExceededBy({ ...activity, starting_date: today }, others, limits)
    return limit ? { why: againOverLimit({ limit: exceededLimit(limit, activity.type) }) } : { activity }
  }
}

type Props = {
  /** The activity as the catalogue has it now, and the link of the posting. */
  again: { activity: Activity; link: string | null }
  form: Pick<UseFormReturn<PostingValues>, 'getValues' | 'setValue' | 'clearErrors' | 'setFocus'>
  hasEvidence: boolean
  onForgetEvidence: () => void
  onDone: () => void
}

/** Fills the empty form with an activity that was posted before; what the member has begun to post is replaced only if they say so. */
export function FillAgain({ again, form, hasEvidence, onForgetEvidence, onDone }: Props) {
  const say = useSay()
  const name = localized(useLanguage(), again.activity, 'name')
  const [isAsking, setIsAsking] = useState(() => hasEvidence || Object.values(form.getValues()).some((value) => value !== ''))
  const fill = useEffectEvent(() => {
    form.clearErrors()
    form.setValue('activity_name', again.activity.name, { shouldDirty: true })
    form.setValue('link', again.link ?? '', { shouldDirty: true })
    form.setValue('starting_date', '', { shouldDirty: true })
    onForgetEvidence()
    onDone()
    form.setFocus('starting_date')
  })
  // After the question has been closed, which returns focus to where it was.
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
