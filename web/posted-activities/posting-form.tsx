import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import type { Activity } from '../../contract/activities.ts'
import { type ActivityType, scoreOfType } from '../../contract/codes.ts'
import { writeOutDay } from '../../contract/dates.ts'
import { encode, type Message, messages } from '../../contract/languages/catalogue.ts'
import { exceededLimit } from '../../contract/limit-sentences.ts'
import { localized } from '../../contract/localized.ts'
import { formatPoints } from '../../contract/points.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { Term } from '../../contract/terms.ts'
import { useIsStorageRefused } from '../account-drafts.ts'
import { useBranding } from '../branding/branding.ts'
import { errorText } from '../form-schema.ts'
import { countPoints } from '../grading/count-points.ts'
import { useLanguage, useSay } from '../language.ts'
import { ReviewState } from '../review/review-state.tsx'
import { useEffectOfLimits } from '../rules/exceeded-limit.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { dayInWords, dayOf } from '../ui/dates.ts'
import { controlLook, Field, TextField } from '../ui/field.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { scrollToForm } from '../ui/scroll-to-form.ts'
import { ActivityCombobox } from './activity-combobox.tsx'
import { whereItCounts } from './counting-term.ts'
import { EvidenceField } from './evidence-field.tsx'
import { type Outcome, OutcomeBanner } from './outcome.tsx'
import { FillAgain } from './post-again.tsx'
import { usePostingForm } from './posting-form-state.ts'
import { activityNamed } from './posting-values.ts'
import { RefusedFiles } from './refused-files.tsx'
import { DiscardQuestion } from './unsent-postings.tsx'
import { UploadProgress } from './upload-progress.tsx'

type Props = {
  userId: number
  /** The posting being edited; undefined for a new one. */
  edited: PostedActivity | undefined
  /** Empty while loading. */
  terms: readonly Term[]
  /** The activity to post, from the URL. */
  wantedActivity: number | undefined
  onOtherActivity: () => void
  /** The activity of a former posting, to be posted again. */
  again: { activity: Activity; link: string | null } | undefined
  onAgainDone: () => void
  outcome: Outcome | undefined
  onOutcome: (outcome: Outcome | undefined) => void
  onSaved: (posting: PostedActivity) => void
  /** Discards an edit. */
  onCancel: () => void
  /** Ends an edit and keeps its draft. */
  onLeave: () => void
}

export function PostingForm({ edited, terms, wantedActivity, again, outcome, ...props }: Props) {
  const say = useSay()
  const language = useLanguage()
  const { contact } = useBranding()
  const state = usePostingForm({ edited, terms, ...props })
  const { form, available, isSaving } = state
  const { errors, isSubmitted, submitCount } = form.formState
  const activityName = useController({ control: form.control, name: 'activity_name' }).field
  const startingDate = form.watch('starting_date')
  const frame = useRef<HTMLFormElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  const titleId = useId()
  const forget = () => outcome && props.onOutcome(undefined)
  const [isDiscarding, setIsDiscarding] = useState(false)
  const isStorageRefused = useIsStorageRefused()

  useEffect(() => {
    if (!edited) return
    if (frame.current) scrollToForm(frame.current)
    title.current?.focus({ preventScroll: true })
  }, [edited])

  // Applied once per link, so that it does not override a later choice.
  const applied = useRef<number>(undefined)
  useEffect(() => {
    if (wantedActivity === undefined) applied.current = undefined
    if (edited || wantedActivity === undefined || wantedActivity === applied.current || !available.data) return
    applied.current = wantedActivity
    const wanted = available.data.find(({ id }) => id === wantedActivity)
    if (!wanted) return form.setError('activity_name', { message: encode(messages.activities.notFound) })
    form.setValue('activity_name', wanted.name)
    frame.current?.scrollIntoView({ block: 'nearest' })
    form.setFocus('starting_date')
  }, [edited, wantedActivity, available.data, form])

  // Fields are disabled while saving and lose focus. Afterwards it moves to the first invalid one; without one, to the title.
  const isSaved = outcome?.kind === 'good'
  useEffect(() => {
    if (isSaving || submitCount === 0) return
    // A refused file is removed beside the submit button.
    const wrong = frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]:not([type="file"]), [data-removes-refused]')
    if (wrong) wrong.focus()
    else if (isSaved || document.activeElement === document.body) title.current?.focus({ preventScroll: true })
  }, [isSaving, submitCount, isSaved])

  function leaveOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape' && edited && !isSaving) props.onLeave()
  }

  const { post, update } = messages.postedActivities
  const words = dayInWords(say, startingDate)
  const chosen = activityNamed(state.choices, activityName.value)
  const counting = words ? whereItCounts(say, terms, startingDate, contact) : undefined
  // Until a day is typed, as of today.
  const { limitOf, changeBy } = useEffectOfLimits({
    userId: props.userId,
    startingDate: words ? startingDate : dayOf(new Date()),
    terms,
    edited,
  })
  // In a closed term it earns nothing.
  const worth = chosen && !counting?.isClosed ? worthOf(chosen.name, edited, available.data) : undefined
  const limit = worth && limitOf(worth)
  const change = worth && !edited ? changeBy(worth) : worth?.score
  return (
    <form
      ref={frame}
      noValidate
      onSubmit={(event) => {
        props.onOutcome(undefined)
        void state.save(event)
      }}
      onChange={forget}
      onKeyDown={leaveOnEscape}
      aria-labelledby={titleId}
      className="scroll-mt-3 rounded-lg border border-line bg-card p-4 shadow-soft sm:p-5 lg:scroll-mt-8"
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <h2 ref={title} id={titleId} tabIndex={-1} className="scroll-mt-7 text-lg outline-none lg:scroll-mt-13">
          {say(edited ? messages.postedActivities.editTitle : messages.postedActivities.postNew)}
        </h2>
        {edited ? (
          <Button size="small" disabled={isSaving} onClick={props.onCancel}>
            {say(messages.postedActivities.cancelEdit)}
          </Button>
        ) : (
          state.hasDraft && (
            <Button size="small" disabled={isSaving} onClick={() => setIsDiscarding(true)}>
              {say(messages.unsent.discard)}
            </Button>
          )
        )}
      </div>
      {isStorageRefused && state.hasDraft && (
        <p role="status" className="mt-1 text-sm font-medium text-bad">
          <bdi>{say(messages.unsent.notStored)}</bdi>
        </p>
      )}
      {edited && state.isRestored && (
        <p className="mt-1 text-sm text-quiet">
          <bdi>{say(messages.general.draftRestored)}</bdi>
        </p>
      )}
      {edited?.state === 'returned' && (
        <div className="mt-2">
          <ReviewState posting={edited} />
        </div>
      )}
      {available.isLoadingError && (
        <div className="mt-3">
          <LoadFailure message={say(messages.activities.fetchFailed)} onRetry={available.refetch} busy={available.isFetching} />
        </div>
      )}

      {/* What was sent stays as it is until it is known whether it arrived. */}
      <fieldset disabled={isSaving || state.isUnknown} className="mt-2.5 min-w-0 space-y-3.5">
        <ActivityCombobox
          label={say(messages.fields.activity)}
          activities={available.data}
          value={activityName.value}
          shownValue={chosen?.name === activityName.value ? localized(language, chosen, 'name') : activityName.value}
          onChange={(name) => {
            activityName.onChange(name)
            props.onOtherActivity()
            forget()
          }}
          onBlur={activityName.onBlur}
          inputRef={activityName.ref}
          error={errorText(say, errors.activity_name)}
          limitOf={limitOf}
          hint={
            limit ? (
              <span className="font-medium text-ink">
                {say(messages.rules.wouldBeOver({ limit: exceededLimit(limit, worth.type) }))}
              </span>
            ) : (
              worth && say(change === worth.score ? earnings(worth) : pushing(worth, change ?? 0))
            )
          }
        />
        <Field
          label={say(messages.fields.startingDate)}
          error={errorText(say, errors.starting_date)}
          hint={
            words && (
              <>
                <bdi className="block">{words}</bdi>
                {/* Once it was submitted, the error says it. */}
                {counting && !(counting.isClosed && errors.starting_date) && (
                  <bdi className={counting.isClosed ? 'font-medium text-bad' : ''}>{say(counting.sentence)}</bdi>
                )}
              </>
            )
          }
        >
          {(wiring) => (
            <div className="flex gap-2">
              <input type="date" {...form.register('starting_date')} {...wiring} required className={`${controlLook} min-w-0`} />
              <Button
                className="min-h-11"
                onClick={() => {
                  form.setValue('starting_date', dayOf(new Date()), { shouldDirty: true, shouldValidate: isSubmitted })
                  forget()
                }}
              >
                {say(messages.postedActivities.today)}
              </Button>
            </div>
          )}
        </Field>
        <TextField
          label={say(messages.fields.link)}
          note={say(messages.fields.optional)}
          type="url"
          inputMode="url"
          autoComplete="off"
          dir="ltr"
          placeholder="https://"
          {...form.register('link')}
          error={errorText(say, errors.link)}
        />
        <EvidenceField
          chosen={state.evidence}
          stored={edited}
          onAdd={(files) => {
            state.evidence.add(files)
            forget()
          }}
          onRemove={(which) => {
            state.evidence.remove(which)
            forget()
          }}
          busy={isSaving || state.isUnknown}
        />
      </fieldset>

      <div className="mt-4 space-y-3">
        {state.isUnknown && !isSaving ? <OutcomeBanner outcome={unknown} /> : outcome && <OutcomeBanner outcome={outcome} />}
        {state.share !== undefined && <UploadProgress share={state.share} onCancel={state.cancel} />}
        <RefusedFiles
          chosen={state.evidence}
          sentence={edited ? messages.postedActivities.removeToUpdate : messages.postedActivities.removeToPost}
          onRemove={(key) => {
            state.evidence.remove(key)
            submit.current?.focus()
            forget()
          }}
        />
        <Button ref={submit} type="submit" look="primary" size="large" busy={isSaving} className="w-full">
          {say(isSaving ? messages.general.loading : state.isUnknown ? messages.unsent.sendAgain : edited ? update : post)}
        </Button>
      </div>
      {again && !edited && (
        <FillAgain
          again={again}
          form={form}
          hasEvidence={state.evidence.files.length > 0}
          onForgetEvidence={state.evidence.clear}
          onDone={props.onAgainDone}
        />
      )}
      <DiscardQuestion draft={isDiscarding ? state.draftName : undefined} onClose={() => setIsDiscarding(false)} />
      {state.doubt && (
        <ConfirmDialog
          open
          look="primary"
          question={say(messages.postedActivities.dayQuestion({ day: writeOutDay(say, state.doubt.day) }))}
          consequence={say(state.doubt.why)}
          confirmLabel={say(messages.postedActivities.dayIsRight)}
          onConfirm={state.doubt.onConfirm}
          onCancel={state.doubt.onCancel}
        />
      )}
    </form>
  )
}

const unknown: Outcome = { kind: 'bad', sentence: messages.unsent.notKnown, reason: messages.unsent.findsOut }

type Worth = { id: number; score: number; type: ActivityType; isKept?: true }

/** What the activity with this English name is worth: an edited posting keeps what it had, whatever the catalogue says now. */
function worthOf(
  name: string,
  edited: PostedActivity | undefined,
  activities: readonly Activity[] | undefined,
): Worth | undefined {
  if (edited && name === edited.activity_name)
    return { id: edited.activity_id, score: edited.score, type: edited.type, isKept: true }
  return activities?.find((other) => other.name === name)
}

/** What has a later date would be over a limit then. */
function pushing({ score }: Worth, change: number): Message {
  const total = formatPoints(change)
  return messages.rules.wouldPush({ points: countPoints(score), change: change > 0 ? `+${total}` : total })
}

/** The points, and the card that will show them. */
function earnings({ score, type, isKept }: Worth): Message {
  const { keepsPoints, willEarn, cards } = messages.postedActivities
  const points = countPoints(score)
  return isKept ? keepsPoints({ points }) : willEarn({ points, card: cards[scoreOfType[type]] })
}
