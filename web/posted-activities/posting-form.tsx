import { type KeyboardEvent, memo, useEffect, useId, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import type { Activity } from '../../contract/activities.ts'
import { writeOutDay } from '../../contract/dates.ts'
import { encode, messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { Term } from '../../contract/terms.ts'
import { useBranding } from '../branding/branding.ts'
import { useIsStorageRefused } from '../drafts/account-drafts.ts'
import { EvidenceField } from '../entities/evidence/evidence-field.tsx'
import { whereItCounts } from '../entities/postings/counting-term.ts'
import { ReviewState } from '../entities/postings/review-state.tsx'
import { useOwnDay } from '../entities/terms/own-days.ts'
import { errorText } from '../forms/form-schema.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { DateField } from '../ui/date-field.tsx'
import { dayInWords, today } from '../ui/dates.ts'
import { TextField } from '../ui/field.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { useIsOnline } from '../ui/online.ts'
import { scrollToForm } from '../ui/scroll-to-form.ts'
import { ActivityField } from './activity-field.tsx'
import { proposedDay } from './chosen-evidence.ts'
import { NoteField } from './note-field.tsx'
import { type Outcome, OutcomeBanner } from './outcome.tsx'
import { FillAgain } from './post-again.tsx'
import { usePostingForm } from './posting-form-state.ts'
import { activityNamed } from './posting-values.ts'
import { RefusedFiles } from './refused-files.tsx'
import { DiscardQuestion } from './unsent-postings.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { useSharedFiles } from './use-shared-files.ts'

const EditPhotoDialog = lazyComponent(() => import('../entities/evidence/edit-photo-dialog.tsx'), 'EditPhotoDialog')

type Props = {
  userId: number
  /** The posting being edited; undefined for a new one. */
  edited: PostedActivity | undefined
  /** The terms; empty while loading. */
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
  onPutAside: () => void
  /** Discards an edit. */
  onCancel: () => void
  /** Ends an edit and keeps its draft. */
  onLeave: () => void
}

export const PostingForm = memo(function PostingForm({ edited, terms, wantedActivity, again, outcome, ...props }: Props) {
  const say = useSay()
  const language = useLanguage()
  const { contact } = useBranding()
  const ownDay = useOwnDay()
  const state = usePostingForm({ edited, terms, ...props })
  const { form, startingDate, available, isSaving } = state
  const { errors, isSubmitted, submitCount } = form.formState
  const activityName = useController({ control: form.control, name: 'activity_name' }).field
  const date = useController({ control: form.control, name: 'starting_date' }).field
  const frame = useRef<HTMLFormElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  const titleId = useId()
  const forget = () => outcome && props.onOutcome(undefined)
  const [isDiscarding, setIsDiscarding] = useState(false)
  const isStorageRefused = useIsStorageRefused()
  const isOnline = useIsOnline()
  const [editedPhoto, setEditedPhoto] = useState<number>()
  const photo = state.evidence.files.find(({ key }) => key === editedPhoto)

  useEffect(() => {
    if (!edited) return
    if (frame.current) scrollToForm(frame.current)
    title.current?.focus({ preventScroll: true })
  }, [edited])

  // The activity is applied once per link, so that it does not override a later choice.
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

  // The fields are disabled while saving and lose focus. Afterwards it moves to the first invalid one; without one, to the title.
  const isSaved = outcome?.kind === 'good'
  useEffect(() => {
    if (isSaving || submitCount === 0) return
    // The button that removes a refused file is beside the submit button.
    const wrong = frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]:not([type="file"]), [data-removes-refused]')
    if (wrong) wrong.focus()
    else if (isSaved || document.activeElement === document.body) title.current?.focus({ preventScroll: true })
  }, [isSaving, submitCount, isSaved])

  useSharedFiles(state.evidence.add, !edited && !isSaving && !state.isUnknown)

  function leaveOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape' && edited && !isSaving && !photo) props.onLeave()
  }

  const { post, update } = messages.postedActivities
  const words = dayInWords(say, startingDate)
  const proposed = startingDate === '' ? proposedDay(state.evidence.files, today()) : undefined
  const chosen = activityNamed(state.choices, activityName.value)
  // A returned posting may be mended after the last day of posting.
  const lastDayIn = (term: Term) => (edited?.state === 'returned' ? undefined : ownDay(term, 'posting'))
  const counting = words ? whereItCounts(say, terms, startingDate, contact, lastDayIn) : undefined
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

      {/* The input stays as it was sent until it is known whether it arrived. */}
      <fieldset disabled={isSaving || state.isUnknown} className="mt-2.5 min-w-0 space-y-3.5">
        <ActivityField
          userId={props.userId}
          edited={edited}
          terms={terms}
          // The limits are those of today until a day is typed.
          startingDate={words ? startingDate : today()}
          // An activity earns nothing in a closed term.
          chosen={counting?.isClosed ? undefined : chosen?.name}
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
        />
        <DateField
          label={say(messages.fields.startingDate)}
          required
          value={date.value}
          onChange={(day) => {
            date.onChange(day)
            forget()
          }}
          onBlur={date.onBlur}
          inputRef={date.ref}
          error={errorText(say, errors.starting_date)}
          hint={
            words ? (
              <>
                <bdi className="block">{words}</bdi>
                {/* The error says the same once the form was submitted. */}
                {counting && !(counting.isClosed && errors.starting_date) && (
                  <bdi className={counting.isClosed ? 'font-medium text-bad' : ''}>{say(counting.sentence)}</bdi>
                )}
              </>
            ) : (
              proposed && (
                <Button
                  size="small"
                  className="pointer-coarse:min-h-11"
                  onClick={() => {
                    form.setValue('starting_date', proposed, { shouldDirty: true, shouldValidate: isSubmitted })
                    form.setFocus('starting_date')
                    forget()
                  }}
                >
                  <bdi>{say(messages.postedActivities.proposedDay({ day: writeOutDay(say, proposed) }))}</bdi>
                </Button>
              )
            )
          }
          aside={
            <Button
              className="min-h-11"
              onClick={() => {
                form.setValue('starting_date', today(), { shouldDirty: true, shouldValidate: isSubmitted })
                forget()
              }}
            >
              {say(messages.postedActivities.today)}
            </Button>
          }
        />
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
          takes="files"
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
          onJoin={state.evidence.joinPhotos}
          onEdit={setEditedPhoto}
          busy={isSaving || state.isUnknown}
        />
        <NoteField form={form} />
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
        {!isOnline && (
          <p className="text-sm text-quiet">
            <bdi>{say(messages.outbox.willWait)}</bdi>
          </p>
        )}
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
      {photo && (
        <LazyBoundary onFailure={() => setEditedPhoto(undefined)}>
          <EditPhotoDialog
            photo={photo}
            onDone={(file) => {
              state.evidence.replace(photo.key, file)
              setEditedPhoto(undefined)
            }}
            onClose={() => setEditedPhoto(undefined)}
          />
        </LazyBoundary>
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
})

const unknown: Outcome = { kind: 'bad', sentence: messages.unsent.notKnown, reason: messages.unsent.findsOut }
