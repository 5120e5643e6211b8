import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { messages } from '../../contract/messages.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import { ApiError, messageOf } from '../api.ts'
import { forgetDraft, useDraft } from '../drafts.ts'
import { checkedBy } from '../form-schema.ts'
import { toast } from '../ui/toast.tsx'
import { keepChosenPicture, readChosenPicture } from './chosen-picture.ts'
import { failure, type Outcome } from './outcome.tsx'
import { useAvailableActivities, usePostedActivities, useSavePosting } from './posted-activities.api.ts'
import {
  activityNamed,
  emptyValues,
  type Picture,
  type PostingValues,
  postingSchema,
  toFormData,
  valuesOf,
} from './posting-values.ts'

type Options = {
  userId: number
  /** The posting being edited; undefined for a new one. */
  edited: PostedActivity | undefined
  onOutcome: (outcome: Outcome | undefined) => void
  onSaved: () => void
}

const draft = 'posting'

/** The state of the form and how it is saved. All input stays until then. */
export function usePostingForm({ userId, edited, onOutcome, onSaved }: Options) {
  const queryClient = useQueryClient()
  const [picture, setPicture] = useState<Picture>(() =>
    edited ? (edited.image_id ? 'stored' : undefined) : readChosenPicture(queryClient),
  )
  const [imageError, setImageError] = useState<string>()
  const [share, setShare] = useState<number>()
  const cancelling = useRef<AbortController>(undefined)
  const available = useAvailableActivities()
  const { mutateAsync, isPending } = useSavePosting(userId)
  // After a conflict was shown, saving again overwrites the version in the list.
  const [conflictShown, setConflictShown] = useState(false)
  const latest = usePostedActivities(userId).data?.find(({ id }) => id === edited?.id)
  // A posting keeps its activity even if the catalogue no longer offers it.
  const choices = available.data && (edited ? [...available.data, { name: edited.activity_name }] : available.data)

  const form = useForm({
    defaultValues: edited ? valuesOf(edited) : emptyValues,
    resolver: checkedBy(postingSchema(choices)),
  })
  useDraft(form, { form: edited ? undefined : draft, blank: emptyValues })
  usePictureKeeping(edited === undefined, () => keepChosenPicture(queryClient, picture))
  const isHere = useIsHere()

  const save = form.handleSubmit(async (values) => {
    onOutcome(undefined)
    const name = activityNamed(choices ?? [], values.activity_name ?? '')?.name ?? values.activity_name
    const body = toFormData({ ...values, activity_name: name }, picture, userId, conflictShown ? latest : edited)
    const hasImage = picture instanceof File
    if (hasImage) setShare(0)
    cancelling.current = new AbortController()
    const { signal } = cancelling.current
    try {
      await mutateAsync({ id: edited?.id, form: body, onProgress: (now) => hasImage && setShare(now), signal })
      finish()
    } catch (error) {
      if (signal.aborted) report({ kind: 'bad', sentence: messages.postedActivities.cancelled })
      else explain(error)
    } finally {
      setShare(undefined)
    }
  })

  function finish() {
    if (!edited) {
      keepChosenPicture(queryClient, undefined)
      form.reset(emptyValues)
      forgetDraft(draft)
      setPicture(undefined)
    }
    setImageError(undefined)
    report({ kind: 'good', sentence: edited ? messages.postedActivities.updated : messages.postedActivities.posted })
    if (isHere.current) onSaved()
  }

  /** If the form has been left meanwhile, a toast shows the outcome. */
  function report(outcome: Outcome) {
    if (isHere.current) onOutcome(outcome)
    else toast(outcome.sentence, { kind: outcome.kind })
  }

  /** Field errors are shown at their fields, other errors in the banner. */
  function explain(error: unknown) {
    // An expired session is reported elsewhere, and this form is about to unmount.
    if (error instanceof ApiError && error.status === 401) return
    report(failure(messages.postedActivities.saveFailed, error))
    setConflictShown(messageOf(error, '') === messages.postedActivities.changedMeanwhile)
    const wrong = error instanceof ApiError ? error.errors : []
    setImageError(wrong.find(({ field }) => field === 'image')?.message)
    for (const { field, message } of wrong) if (isField(field)) form.setError(field, { message })
  }

  const cancel = () => cancelling.current?.abort()

  return { form, save, cancel, isSaving: isPending, share, available, picture, setPicture, imageError, setImageError }
}

/** Stores the picture when the form unmounts: another posting is edited, or another panel is opened. */
function usePictureKeeping(isDraft: boolean, keep: () => void) {
  const latest = useRef(keep)
  useEffect(() => {
    latest.current = keep
  })
  useEffect(() => {
    if (isDraft) return () => latest.current()
    return undefined
  }, [isDraft])
}

function useIsHere() {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}

function isField(field: string): field is keyof PostingValues {
  return Object.hasOwn(emptyValues, field)
}
