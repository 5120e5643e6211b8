import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { encode, type Message, messages } from '../../contract/languages/catalogue.ts'
import type { PostedActivity, PostingEffect, PostingInput } from '../../contract/posted-activities.ts'
import type { Term } from '../../contract/terms.ts'
import { useBranding } from '../branding/branding.ts'
import { useAccountDrafts } from '../drafts/account-drafts.ts'
import { draftOf, forgetDraft, storeOpenForm, useDraft } from '../drafts/drafts.ts'
import type { Chosen } from '../entities/evidence/chosen-file.ts'
import { countingTerm } from '../entities/postings/counting-term.ts'
import {
  useAvailableActivities,
  useEvidenceQuota,
  usePosting,
  useSavePosting,
} from '../entities/postings/posted-activities.api.ts'
import { checkedBy } from '../forms/form-schema.ts'
import { ApiError, ReplyLost } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { isOutOfReach, whyNotStored } from '../outbox/outbox.ts'
import { today } from '../ui/dates.ts'
import { toast } from '../ui/toast.tsx'
import { divided, refusalsOf, useChosenEvidence } from './chosen-evidence.ts'
import { doubtAbout } from './doubtful-day.ts'
import { refuseOverQuota } from './evidence-quota.ts'
import { failure, type Outcome } from './outcome.tsx'
import { describeEffect } from './posting-effect.ts'
import { type StoredForm, storePosting } from './posting-outbox.ts'
import {
  type ActivityNames,
  activityNamed,
  emptyValues,
  namesIn,
  namesOf,
  type PostingValues,
  postingSchema,
  toFormData,
  valuesOf,
} from './posting-values.ts'
import { beginSending, endSending, hasArrived, type SentPosting, useIsUnknown } from './sent-posting.ts'

type Options = {
  userId: number
  /** The posting being edited; undefined for a new one. */
  edited: PostedActivity | undefined
  /** The terms; empty while loading. */
  terms: readonly Term[]
  onOutcome: (outcome: Outcome | undefined) => void
  onSaved: (posting: PostedActivity) => void
  /** The input is in the outbox, and the form is empty again. */
  onPutAside: () => void
}

/** The name of the form's drafts, and of its open state in useOpenForm. */
export const postingForm = 'posting'

/** The state of the form and how it is saved. All input stays until it is saved. */
export function usePostingForm({ userId, edited, terms, onOutcome, onSaved, onPutAside }: Options) {
  const [draftName] = useState(() => draftOf(postingForm, edited?.id))
  const chosenEvidence = useChosenEvidence(draftName, edited)
  const [share, setShare] = useState<number>()
  const cancelling = useRef<AbortController>(undefined)
  const [isStoring, setIsStoring] = useState(false)
  const [doubt, setDoubt] = useState<{ day: string; why: Message }>()
  const confirmedDay = useRef(edited?.starting_date)
  const available = useAvailableActivities()
  const { mutateAsync, isPending } = useSavePosting(userId)
  // After a conflict was shown, saving again overwrites the version in the list.
  const [conflictShown, setConflictShown] = useState(false)
  const latest = usePosting(userId, edited?.id)
  // A posting keeps its activity even if the catalogue no longer offers it.
  const choices: readonly ActivityNames[] = [...(edited ? [namesOf(edited)] : []), ...(available.data ?? [])]

  const values = edited ? valuesOf(edited) : emptyValues
  const schema = postingSchema(useSay(), { activities: available.data && choices, terms, contact: useBranding().contact })
  const form = useForm({ defaultValues: values, resolver: checkedBy(schema) })
  const draft = useDraft(form, { form: postingForm, row: edited, values, ofAccount: true })
  const isHere = useIsHere()
  const { data: quota } = useEvidenceQuota()
  const within = <C extends Chosen>(chosen: C, day: string) => refuseOverQuota(chosen, quota, countingTerm(terms, day)?.id)
  const startingDate = useWatch({ control: form.control, name: 'starting_date' })
  const evidence = within(chosenEvidence, startingDate)

  const save = form.handleSubmit(async (input) => {
    // A posting with a refused file is not sent: its sentence stays until the file is removed or replaced.
    const day = input.starting_date
    const chosen = within(await evidence.settled(), day)
    if (chosen.files.some(({ refusal }) => refusal)) return
    const why = day === confirmedDay.current ? undefined : doubtAbout(day, terms, today())
    if (why) setDoubt({ day, why })
    else await send(input, chosen)
  })

  function confirmDay() {
    confirmedDay.current = doubt?.day
    setDoubt(undefined)
    void save()
  }

  async function send(input: PostingInput, { files, removed }: Chosen) {
    const name = activityNamed(choices, input.activity_name ?? '')?.name ?? input.activity_name
    const seen = conflictShown ? latest : edited && { ...edited, version: draft.version ?? edited.version }
    const sent = divided(files, Boolean(seen?.image_id && !removed.includes(seen.image_id)))
    // A new one for each use: what is sent gets more fields on its way.
    const body = () =>
      toFormData(
        { ...input, activity_name: name },
        { image: sent.image?.file, files: sent.further.map(({ file }) => file), removed },
        userId,
        seen,
      )
    const stored: StoredForm = {
      draft: draftName,
      values: form.getValues(),
      version: seen?.version,
      removed: [...removed],
      activity: namesIn(activityNamed(choices, input.activity_name ?? '') ?? { name: name ?? '', names: {} }),
    }
    if (isOutOfReach()) return void (await putAside(body(), stored))
    const hasFiles = files.length > 0
    if (hasFiles) setShare(0)
    cancelling.current = new AbortController()
    const { signal } = cancelling.current
    const attempt = await beginSending(draftName, body())
    const { key } = attempt.sent
    try {
      const saved = await mutateAsync({
        id: edited?.id,
        form: body(),
        key,
        onProgress: (now) => hasFiles && setShare(now),
        signal,
      })
      endSending(draftName, undefined)
      finish(saved)
    } catch (error) {
      if (!isUnknownAfter(error)) return await refuse(error, attempt, sent)
      // The network was lost on the way: the outbox sends it again, with the same key.
      if (!signal.aborted && isOutOfReach() && (await putAside(body(), stored))) endSending(draftName, undefined)
      else lose({ ...attempt.sent, isCancelled: signal.aborted })
    } finally {
      setShare(undefined)
    }
  }

  /** Without a network the posting goes into the outbox: only what is stored for good leaves the form. Returns false if it is not stored. */
  async function putAside(body: FormData, stored: StoredForm): Promise<boolean> {
    setIsStoring(true)
    try {
      await storePosting(body, edited, stored)
    } catch (error) {
      report({ kind: 'bad', sentence: messages.postedActivities.saveFailed, reason: whyNotStored(error) })
      return false
    } finally {
      setIsStoring(false)
    }
    empty()
    report({ kind: 'good', sentence: messages.outbox.stored })
    if (isHere.current) onPutAside()
    else if (edited) storeOpenForm(postingForm, undefined)
    return true
  }

  function empty() {
    if (!edited) {
      evidence.clear()
      form.reset(emptyValues)
    }
    forgetDraft(draftName)
  }

  /** Stores a posting whose reply was lost. The panel finds out whether it arrived (LostReply), and says so. */
  function lose(sent: SentPosting) {
    endSending(draftName, sent)
    if (!isHere.current) toast(messages.unsent.notKnown, { kind: 'bad' })
  }

  async function refuse(
    error: unknown,
    { sent, before }: Awaited<ReturnType<typeof beginSending>>,
    files: ReturnType<typeof divided>,
  ) {
    // A server that failed has perhaps stored the posting: the same content has the same key again.
    const hasFailed = error instanceof ApiError && error.status >= 500
    endSending(draftName, hasFailed ? { ...sent, isSettled: true } : before && { ...before, isSettled: true })
    // The member's own posting whose reply was lost is no duplicate.
    if (
      before &&
      isReason(error, messages.postedActivities.twice) &&
      (await hasArrived(userId, before, edited?.id).catch(() => false))
    ) {
      if (before.content === sent.content) return lose({ ...sent, at: before.at })
      return report({ kind: 'bad', sentence: messages.unsent.arrivedAsFirstSent })
    }
    explain(error, files)
  }

  function finish({ postedActivity: saved, effect }: { postedActivity: PostedActivity; effect?: PostingEffect | undefined }) {
    empty()
    const isOfCurrentTerm = terms.find(({ id }) => id === saved.term_id)?.is_current ?? true
    report({
      kind: 'good',
      sentence: edited ? messages.postedActivities.updated : messages.postedActivities.posted,
      effect: effect && describeEffect(saved, effect, isOfCurrentTerm),
    })
    if (isHere.current) onSaved(saved)
    else if (edited) storeOpenForm(postingForm, undefined)
  }

  /** Shows the outcome, as a toast if the form has been left meanwhile. */
  function report(outcome: Outcome) {
    if (isHere.current) onOutcome(outcome)
    else toast(outcome.sentence, { kind: outcome.kind === 'bad' ? 'bad' : 'good' })
  }

  /** Shows an error: field errors at their fields, other errors in the banner. */
  function explain(error: unknown, sent: ReturnType<typeof divided>) {
    // An expired session is reported elsewhere, and this form is about to unmount.
    if (error instanceof ApiError && error.status === 401) return
    report(failure(messages.postedActivities.saveFailed, error))
    setConflictShown(error instanceof ApiError && error.reason?.key === messages.postedActivities.changedMeanwhile.key)
    const wrong = error instanceof ApiError ? error.errors : []
    evidence.refuse(refusalsOf(wrong, sent))
    for (const { field, message } of wrong) if (isField(field)) form.setError(field, { message: encode(message) })
  }

  const cancel = () => cancelling.current?.abort()

  return {
    form,
    startingDate,
    save,
    cancel,
    isSaving: isPending || isStoring,
    isRestored: draft.isRestored,
    /** Whether there is input that would be lost by discarding it. */
    hasDraft: useAccountDrafts().has(draftName),
    draftName,
    isUnknown: useIsUnknown(draftName),
    share,
    available,
    choices,
    evidence,
    doubt: doubt && { ...doubt, onConfirm: confirmDay, onCancel: () => setDoubt(undefined) },
  }
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

/** Whether it is unknown if the server has stored the posting; a key that came with another content says that it has. */
function isUnknownAfter(error: unknown): boolean {
  const isLostByProxy = error instanceof ApiError && [502, 503, 504].includes(error.status)
  return error instanceof ReplyLost || isLostByProxy || isReason(error, messages.general.idempotencyKeyReused)
}

function isReason(error: unknown, { key }: Message): boolean {
  return (
    error instanceof ApiError && [error.reason, ...error.errors.map(({ message }) => message)].some((one) => one?.key === key)
  )
}

function isField(field: string): field is keyof PostingValues {
  return Object.hasOwn(emptyValues, field)
}
