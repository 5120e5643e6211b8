import { getRouteApi } from '@tanstack/react-router'
import { use, useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { Activity } from '../../contract/activities.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { Term } from '../../contract/terms.ts'
import { areAccountDraftsLoaded, discardAccountDraft, hasAccountDraft, loadAccountDrafts } from '../drafts/account-drafts.ts'
import { draftOf } from '../drafts/drafts.ts'
import type { HomeScreenWay } from '../entities/offers/home-screen-way.ts'
import { usePath } from '../entities/overview/overview.api.ts'
import { usePostedActivities, useReadPostings } from '../entities/postings/posted-activities.api.ts'
import { RecordMenu } from '../entities/record/record-menu.tsx'
import { useRules } from '../entities/rules/rules.api.ts'
import { describeTerm } from '../entities/terms/describe-term.ts'
import { describeDays, useOwnDay } from '../entities/terms/own-days.ts'
import { useTermInAddress } from '../entities/terms/term-in-address.ts'
import { TermPicker } from '../entities/terms/term-picker.tsx'
import { useOpenForm } from '../forms/open-form.ts'
import { useSay } from '../language/language.ts'
import { outboxEntries, takeBack } from '../outbox/outbox.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { useOpenFromAddress } from '../routing/open-from-address.ts'
import { useSession } from '../session/session.ts'
import '../sharing/words.ts'
import { today } from '../ui/dates.ts'
import { focusFirstField } from '../ui/focus-first-field.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { toast } from '../ui/toast.tsx'
import { OutboxCard } from './outbox-card.tsx'
import type { Outcome } from './outcome.tsx'
import { PathCard } from './path-card.tsx'
import { PostAgainProvider } from './post-again.tsx'
import { entryId } from './posted-entry.tsx'
import { PostedList } from './posted-list.tsx'
import { PostingForm } from './posting-form.tsx'
import { postingForm } from './posting-form-state.ts'
import { isPostingEntry, type PostingEntry, restorePosting } from './posting-outbox.ts'
import { endSending, isFrom, isUnchanged, LostReply, type SentPosting, useUnknownPostings } from './sent-posting.ts'
import { UnsentPostings, useEndedEdits, useUnsentPostings } from './unsent-postings.tsx'
import { YourQuestions } from './your-questions.tsx'
import { YourScores } from './your-scores.tsx'

const HomeScreenSteps = lazyComponent(() => import('../entities/offers/home-screen-steps.tsx'), 'HomeScreenSteps', 'all')

/** The empty list is a constant, because the form depends on it. */
const none: readonly Term[] = []

/** The id of the posting that a draft edits. */
function editOf(draft: string): number | undefined {
  return draft === postingForm ? undefined : Number(draft.slice(postingForm.length + 1))
}

/** Why an entry of the outbox is in its form again, if the server refused it. */
function showForm() {
  document.querySelector('#main form')?.scrollIntoView({ block: 'start' })
  focusFirstField()
}

function whyBack({ refusal }: PostingEntry): Outcome {
  if (!refusal) return { kind: 'note', sentence: messages.outbox.takenBack }
  return { kind: 'bad', sentence: messages.postedActivities.saveFailed, reason: refusal.reason }
}

const route = getRouteApi(pages.staffDashboard)

export function YourActivityPanel() {
  const user = useSession()
  // The form is first rendered with its draft. The dashboard loads it with this script, so this waits only for a user who signs in later.
  if (user && !areAccountDraftsLoaded(user.id)) use(loadAccountDrafts(user.id))
  // A signed-out user sees nothing: the guard is about to leave this page.
  return user ? <ActivityOf userId={user.id} /> : null
}

function ActivityOf({ userId }: { userId: number }) {
  const say = useSay()
  const { activity, post, posting: wantedId } = route.useSearch()
  const navigate = route.useNavigate()
  const { terms, term, termInAddress } = useTermInAddress()
  // Without an id the server uses the current term, so the scores do not wait for the list of terms.
  const termId = terms.data ? (term?.is_current ? undefined : term?.id) : termInAddress
  const { data: postings, isFetchedAfterMount } = usePostedActivities(userId)
  useEndedEdits(isFetchedAfterMount ? postings : undefined)

  /** The term governs the list too, which has a choice of its own for more; the current one shows all, as at first. */
  function chooseTerm({ id, is_current }: Term) {
    const hasPostings = !is_current && postings?.some(({ term_id }) => term_id === id)
    void navigate({
      search: ({ term: _, posted_in: _in, ...rest }) => ({
        ...rest,
        ...(is_current ? {} : { term: id }),
        ...(hasPostings ? { posted_in: id } : {}),
      }),
      resetScroll: false,
    })
  }

  const { open, openFor, leave, close, closeSaved, closeFor, marked, mark } = useOpenForm<PostedActivity>({
    form: postingForm,
    rows: postings,
    gone: messages.postedActivities.notFound,
  })
  const edited = open === 'new' ? undefined : open
  const isEditing = edited !== undefined
  const [outcome, setOutcome] = useState<{ at: 'form' | 'list'; what: Outcome }>()
  const showAtForm = useCallback((what: Outcome | undefined) => setOutcome(what && { at: 'form', what }), [])
  const showAtList = useCallback((what: Outcome | undefined) => setOutcome(what && { at: 'list', what }), [])
  const outcomeAt = (place: 'form' | 'list') => (outcome?.at === place ? outcome.what : undefined)

  // Whether a posting was begun before: the input that is typed from now on is in view.
  const [isUnfinished, setIsUnfinished] = useState(() => hasAccountDraft(postingForm))
  const unsent = useUnsentPostings(postings).filter(({ posting }) =>
    posting ? posting.id !== edited?.id : isUnfinished && !edited,
  )
  const [homeScreenWay, setHomeScreenWay] = useState<HomeScreenWay>()
  const [again, setAgain] = useState<{ activity: Activity; link: string | null }>()

  const unknown = useUnknownPostings()
  const readPostings = useReadPostings(userId)
  /** Settles a posting whose reply was lost, now that the server says whether it has it. */
  async function settle(draft: string, sent: SentPosting, hasArrived: boolean) {
    const isShown = draft === draftOf(postingForm, edited?.id)
    if (!hasArrived) {
      endSending(draft, { ...sent, isSettled: true })
      const { saveFailed, cancelled } = messages.postedActivities
      const failed = { kind: 'bad', sentence: saveFailed, reason: messages.unsent.notArrived } as const
      if (isShown) showAtForm(sent.isCancelled ? { kind: 'bad', sentence: cancelled } : failed)
      return
    }
    const isNew = draft === postingForm
    discardAccountDraft(draft)
    const now = await readPostings().catch(() => undefined)
    const saved = now?.find((posting) => isFrom(sent.content, posting, editOf(draft)))
    const isAsSent = now === undefined || (saved !== undefined && isUnchanged(sent.content, saved))
    const outcome: Outcome = isAsSent
      ? { kind: 'good', sentence: isNew ? messages.postedActivities.posted : messages.postedActivities.updated }
      : { kind: 'bad', sentence: messages.general.changedSince }
    if (isShown) showAtForm(outcome)
    else toast(outcome.sentence, { kind: outcome.kind === 'bad' ? 'bad' : 'good' })
    if (isShown && edited) {
      if (saved) closeSaved(saved)
      else close()
    } else if (saved) mark(saved.id)
    if (isNew) setIsUnfinished(false)
  }

  /** Opens the form of a new posting. An edit is left first, with its draft; then the empty form is on the page. */
  const beginPosting = useEffectEvent(() => {
    if (edited) return leave()
    setIsUnfinished(false)
    showForm()
    void navigate({ search: ({ post: _, ...rest }) => rest, replace: true, resetScroll: false })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form changes when the edit has been left.
  useEffect(() => {
    if (post) beginPosting()
  }, [post, isEditing])
  useOpenFromAddress('not-shared', () => toast(messages.sharing.notTaken, { kind: 'bad', topic: 'sharing', seconds: 15 }))
  // An activity that is chosen beside an open edit is a new posting.
  const leaveEdit = useEffectEvent(() => edited && leave())
  useEffect(() => {
    if (activity !== undefined) leaveEdit()
  }, [activity])

  // Callbacks of the form and the list are memoised: a reply that neither of them shows renders neither of them.
  const forgetWantedActivity = useCallback(() => {
    if (activity !== undefined) void navigate({ search: ({ activity: _, ...rest }) => rest, replace: true })
  }, [activity, navigate])

  /** Shows the posting of a link. A returned one opens for editing, unless another one is being edited, whose input would be lost. */
  const showWanted = useCallback(
    (posting: PostedActivity | undefined) => {
      // The page itself scrolls on a phone, and must stay at the entry.
      void navigate({ search: ({ posting: _, q: _q, posted_in: _in, ...rest }) => rest, replace: true, resetScroll: false })
      if (!posting) return
      mark(posting.id)
      const entry = document.getElementById(entryId(posting))
      if (posting.state === 'returned' && posting.term_status === 'open' && !isEditing && entry) openFor(posting, entry)
    },
    [navigate, mark, isEditing, openFor],
  )

  const edit = useCallback(
    async (posting: PostedActivity, button: HTMLElement) => {
      // The form that is asked for is open already, perhaps far above.
      if (posting.id === edited?.id) return showForm()
      // An edit that waits in the outbox is continued: a second one beside it would be refused as a conflict with oneself.
      const waiting = outboxEntries()
        .filter(isPostingEntry)
        .find(({ id }) => id === posting.id)
      if (waiting) await takeBack(waiting, restorePosting).catch(() => false)
      openFor(posting, button)
      showAtForm(waiting && whyBack(waiting))
    },
    [openFor, showAtForm, edited?.id],
  )
  /** Opens an entry of the outbox in its form, with the reason why it was not sent or not accepted. */
  async function openWaiting(entry: PostingEntry, button: HTMLElement) {
    const posting = postings?.find(({ id }) => id === entry.id)
    if (entry.id !== undefined && !posting) return toast(messages.postedActivities.notFound, { kind: 'bad' })
    if (!(await takeBack(entry, restorePosting))) return toast(messages.outbox.leaving)
    if (posting) openFor(posting, button)
    else void navigate({ search: (before) => ({ ...before, post: 1 as const }), resetScroll: false })
    showAtForm(whyBack(entry))
  }
  const endSaved = useCallback(
    (posting: PostedActivity) => {
      if (isEditing) closeSaved(posting)
      else {
        mark(posting.id)
        setIsUnfinished(false)
        // An offer that cannot be loaded is made after another posting.
        void import('../entities/offers/home-screen-offer.ts').then(
          ({ offerHomeScreen }) => offerHomeScreen(setHomeScreenWay),
          () => undefined,
        )
      }
      forgetWantedActivity()
    },
    [isEditing, closeSaved, mark, forgetWantedActivity],
  )
  const endPutAside = useCallback(() => {
    if (isEditing) close()
    setIsUnfinished(false)
    forgetWantedActivity()
  }, [isEditing, close, forgetWantedActivity])
  const cancelEdit = useCallback(() => {
    close()
    setOutcome(undefined)
  }, [close])
  const endDeleted = useCallback(({ id }: PostedActivity) => closeFor(id), [closeFor])
  const postAgain = useCallback(
    (wanted: typeof again) => {
      if (isEditing) leave()
      setOutcome(undefined)
      setAgain(wanted)
    },
    [isEditing, leave],
  )
  const endAgain = useCallback(() => setAgain(undefined), [])

  return (
    <>
      <PanelHeader
        title={say(messages.panels.yourActivity)}
        hasLongSummary
        summary={term ? describeTerm(say, term, today()) : noSummaryYet}
      >
        {/* The picker has its place while it is loading: nothing moves when it appears. The menu is at the end of the row on a phone. */}
        <div className="flex max-w-full min-w-0 items-center gap-2.5 max-sm:w-full">
          <div className="flex min-w-0 sm:w-64 sm:justify-end">
            <TermPicker terms={terms.data} chosen={term} onChoose={chooseTerm} />
          </div>
          <div className="ms-auto shrink-0">
            <RecordMenu userId={userId} label={messages.record.mine} />
          </div>
        </div>
      </PanelHeader>
      {term && <OwnDays term={term} />}
      {term && !term.is_current && (
        <p className="-mt-2 text-sm text-quiet">
          <bdi>{say(messages.postedActivities.termGoverns)}</bdi>
        </p>
      )}
      {unknown.map(({ draft, sent }) => (
        <LostReply
          key={`${sent.key} ${sent.at}`}
          userId={userId}
          sent={sent}
          editedId={editOf(draft)}
          onKnown={(hasArrived) => void settle(draft, sent, hasArrived)}
        />
      ))}
      <OutboxCard onOpen={openWaiting} />
      <UnsentPostings unsent={unsent} onEdit={edit} />
      {terms.isLoadingError && <LoadFailure message={say(messages.terms.loadFailed)} onRetry={terms.refetch} />}
      <RulesFailure />
      <YourScores userId={userId} termId={termId} />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,23.5rem)_minmax(0,1fr)]">
        <PostingForm
          // The form is a new one for each posting, so that no state leaks from one to another.
          key={edited?.id ?? 'new'}
          userId={userId}
          edited={edited}
          terms={terms.data ?? none}
          wantedActivity={activity}
          onOtherActivity={forgetWantedActivity}
          again={again}
          onAgainDone={endAgain}
          outcome={outcomeAt('form')}
          onOutcome={showAtForm}
          onSaved={endSaved}
          onPutAside={endPutAside}
          onCancel={cancelEdit}
          onLeave={leave}
        />
        {/* Always there: a list that appears again after a failure would load everything once more. */}
        <PostAgainProvider userId={userId}>
          <PostedList
            userId={userId}
            termId={termId}
            term={term}
            isTermKnown={!terms.isPending}
            editedId={edited?.id}
            marked={marked}
            wantedId={wantedId}
            onWantedShown={showWanted}
            onEdit={edit}
            onDeleted={endDeleted}
            onPostAgain={postAgain}
            outcome={outcomeAt('list')}
            onOutcome={showAtList}
          />
        </PostAgainProvider>
      </div>
      <PathAndQuestions userId={userId} term={term} />
      {homeScreenWay && (
        <LazyBoundary onFailure={() => setHomeScreenWay(undefined)}>
          <HomeScreenSteps way={homeScreenWay} onClose={() => setHomeScreenWay(undefined)} />
        </LazyBoundary>
      )}
    </>
  )
}

/** The days of the term for the member, in one line. */
function OwnDays({ term }: { term: Term }) {
  const say = useSay()
  const days = describeDays(say, term, ['posting', 'questions'], useOwnDay(), today())
  if (days.length === 0) return null
  return (
    <p className="-mt-2 text-sm">
      <bdi>{days.join(say(messages.general.factSeparator))}</bdi>
    </p>
  )
}

/** The grade comes from their bands. */
function RulesFailure() {
  const say = useSay()
  const { isLoadingError, refetch } = useRules()
  return isLoadingError ? <LoadFailure message={say(messages.rules.loadFailed)} onRetry={refetch} /> : null
}

/** Together: a card that got its height later would move the one below it. */
function PathAndQuestions({ userId, term }: { userId: number; term: Term | undefined }) {
  const path = usePath(userId)
  if (!path.isFetched) return null
  return (
    <>
      <PathCard userId={userId} path={path} />
      <YourQuestions term={term} />
    </>
  )
}
