import { getRouteApi } from '@tanstack/react-router'
import { use, useEffect, useEffectEvent, useState } from 'react'
import type { Activity } from '../../contract/activities.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { Term } from '../../contract/terms.ts'
import { areAccountDraftsLoaded, discardAccountDraft, hasAccountDraft, loadAccountDrafts } from '../account-drafts.ts'
import { messageOf } from '../api.ts'
import { draftOf } from '../drafts.ts'
import { useSay } from '../language.ts'
import { useOpenForm } from '../open-form.ts'
import { usePath } from '../overview/overview.api.ts'
import { YourQuestions } from '../questions/your-questions.tsx'
import { RecordMenu } from '../record/record-menu.tsx'
import { useRules } from '../rules/rules.api.ts'
import { useSession } from '../session.ts'
import { useTermInAddress } from '../terms/term-in-address.ts'
import { TermPicker } from '../terms/term-picker.tsx'
import { dayOf } from '../ui/dates.ts'
import { focusFirstField } from '../ui/focus-first-field.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { toast } from '../ui/toast.tsx'
import { describeTerm } from './counting-term.ts'
import type { Outcome } from './outcome.tsx'
import { PathCard } from './path-card.tsx'
import { useMember, usePostedActivities, useReadPostings } from './posted-activities.api.ts'
import { entryId } from './posted-entry.tsx'
import { PostedList } from './posted-list.tsx'
import { PostingForm } from './posting-form.tsx'
import { postingForm } from './posting-form-state.ts'
import { endSending, isFrom, isUnchanged, LostReply, type SentPosting, useUnknownPostings } from './sent-posting.ts'
import { UnsentPostings, useEndedEdits, useUnsentPostings } from './unsent-postings.tsx'
import { YourScores } from './your-scores.tsx'

/** A constant, because the form depends on it. */
const none: readonly Term[] = []

/** The id of the posting that a draft edits. */
function editOf(draft: string): number | undefined {
  return draft === postingForm ? undefined : Number(draft.slice(postingForm.length + 1))
}

const route = getRouteApi(pages.staffDashboard)

export function YourActivityPanel() {
  const user = useSession()
  // The form is first rendered with its draft. The dashboard loads it with this script, so this waits only for a user who signs in later.
  if (user && !areAccountDraftsLoaded(user.id)) use(loadAccountDrafts(user.id))
  // Signed out: the guard is about to leave this page.
  return user ? <ActivityOf userId={user.id} /> : null
}

function ActivityOf({ userId }: { userId: number }) {
  const say = useSay()
  const { activity, post, posting: wantedId } = route.useSearch()
  const navigate = route.useNavigate()
  const { terms, term, termInAddress, chooseTerm } = useTermInAddress()
  // Without an id the server uses the current term, so the scores do not wait for the list of terms.
  const termId = terms.data ? (term?.is_current ? undefined : term?.id) : termInAddress
  const member = useMember(userId, termId)
  const { data: postings, isFetchedAfterMount } = usePostedActivities(userId)
  useEndedEdits(isFetchedAfterMount ? postings : undefined)
  const path = usePath(userId)
  // The grade comes from its bands.
  const rules = useRules()

  const { open, openFor, leave, close, closeSaved, closeFor, marked, mark } = useOpenForm<PostedActivity>({
    form: postingForm,
    rows: postings,
    gone: messages.postedActivities.notFound,
  })
  const edited = open === 'new' ? undefined : open
  const [outcome, setOutcome] = useState<{ at: 'form' | 'list'; what: Outcome }>()
  const showOutcome = (at: 'form' | 'list') => (what: Outcome | undefined) => setOutcome(what && { at, what })
  const outcomeAt = (place: 'form' | 'list') => (outcome?.at === place ? outcome.what : undefined)

  // Begun before: what is typed into the form from now on is in view.
  const [isUnfinished, setIsUnfinished] = useState(() => hasAccountDraft(postingForm))
  const unsent = useUnsentPostings(postings).filter(({ posting }) =>
    posting ? posting.id !== edited?.id : isUnfinished && !edited,
  )
  const [again, setAgain] = useState<{ activity: Activity; link: string | null }>()

  const unknown = useUnknownPostings()
  const readPostings = useReadPostings(userId)
  /** The reply to a posting was lost, and the server says now whether it has it. */
  async function settle(draft: string, sent: SentPosting, hasArrived: boolean) {
    const isShown = draft === draftOf(postingForm, edited?.id)
    if (!hasArrived) {
      endSending(draft, { ...sent, isSettled: true })
      const { saveFailed, cancelled } = messages.postedActivities
      const failed = { kind: 'bad', sentence: saveFailed, reason: messages.unsent.notArrived } as const
      if (isShown) showOutcome('form')(sent.isCancelled ? { kind: 'bad', sentence: cancelled } : failed)
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
    if (isShown) showOutcome('form')(outcome)
    else toast(outcome.sentence, { kind: outcome.kind })
    if (isShown && edited) {
      if (saved) closeSaved(saved)
      else close()
    } else if (saved) mark(saved.id)
    if (isNew) setIsUnfinished(false)
  }

  /** An edit is left first, with its draft; then the empty form is on the page. */
  const beginPosting = useEffectEvent(() => {
    if (edited) return leave()
    setIsUnfinished(false)
    document.querySelector('#main form')?.scrollIntoView({ block: 'start' })
    focusFirstField()
    void navigate({ search: ({ post: _, ...rest }) => rest, replace: true, resetScroll: false })
  })
  const isEditing = edited !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form changes when the edit has been left.
  useEffect(() => {
    if (post) beginPosting()
  }, [post, isEditing])
  // An activity that is chosen beside an open edit is a new posting.
  const leaveEdit = useEffectEvent(() => edited && leave())
  useEffect(() => {
    if (activity !== undefined) leaveEdit()
  }, [activity])

  function forgetWantedActivity() {
    if (activity !== undefined) void navigate({ search: ({ activity: _, ...rest }) => rest, replace: true })
  }

  /** A returned posting opens for editing, unless another one is being edited, whose input would be lost. */
  function showWanted(posting: PostedActivity | undefined) {
    // On a phone the page itself scrolls, and must stay at the entry.
    void navigate({ search: ({ posting: _, q: _q, posted_in: _in, ...rest }) => rest, replace: true, resetScroll: false })
    if (!posting) return
    mark(posting.id)
    const entry = document.getElementById(entryId(posting))
    if (posting.state === 'returned' && posting.term_status === 'open' && !edited && entry) openFor(posting, entry)
  }

  return (
    <>
      <PanelHeader
        title={say(messages.panels.yourActivity)}
        hasLongSummary
        summary={term ? describeTerm(say, term, dayOf(new Date())) : noSummaryYet}
      >
        {/* The picker has its place while it is loading: nothing moves when it appears. On a phone the menu is at the end of the row. */}
        <div className="flex max-w-full min-w-0 items-center gap-2.5 max-sm:w-full">
          <div className="flex min-w-0 sm:w-64 sm:justify-end">
            <TermPicker terms={terms.data} chosen={term} onChoose={chooseTerm} />
          </div>
          <div className="ms-auto shrink-0">
            <RecordMenu userId={userId} label={messages.record.mine} />
          </div>
        </div>
      </PanelHeader>
      {unknown.map(({ draft, sent }) => (
        <LostReply
          key={`${sent.key} ${sent.at}`}
          userId={userId}
          sent={sent}
          editedId={editOf(draft)}
          onKnown={(hasArrived) => void settle(draft, sent, hasArrived)}
        />
      ))}
      <UnsentPostings
        unsent={unsent}
        onEdit={(posting, button) => {
          openFor(posting, button)
          setOutcome(undefined)
        }}
      />
      {terms.isLoadingError && <LoadFailure message={say(messages.terms.loadFailed)} onRetry={terms.refetch} />}
      {rules.isLoadingError && <LoadFailure message={say(messages.rules.loadFailed)} onRetry={rules.refetch} />}
      {member.isLoadingError ? (
        <LoadFailure
          message={say(
            messages.postedActivities.userDataFailed({ message: messageOf(member.error, messages.general.unexpectedClient) }),
          )}
          onRetry={member.refetch}
        />
      ) : (
        <YourScores
          member={member.data}
          termId={termId}
          term={term}
          returned={(postings ?? []).filter(({ state, term_id }) => state === 'returned' && term_id === term?.id)}
        />
      )}
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,23.5rem)_minmax(0,1fr)]">
        <PostingForm
          // A new form per posting, so that no state leaks from one to another.
          key={edited?.id ?? 'new'}
          userId={userId}
          edited={edited}
          terms={terms.data ?? none}
          wantedActivity={activity}
          onOtherActivity={forgetWantedActivity}
          again={again}
          onAgainDone={() => setAgain(undefined)}
          outcome={outcomeAt('form')}
          onOutcome={showOutcome('form')}
          onSaved={(posting) => {
            if (edited) closeSaved(posting)
            else {
              mark(posting.id)
              setIsUnfinished(false)
            }
            forgetWantedActivity()
          }}
          onCancel={() => {
            close()
            setOutcome(undefined)
          }}
          onLeave={leave}
        />
        <PostedList
          userId={userId}
          term={term}
          isTermKnown={!terms.isPending}
          isScored={member.data?.is_member !== false}
          editedId={edited?.id}
          marked={marked}
          wantedId={wantedId}
          onWantedShown={showWanted}
          onEdit={(posting, button) => {
            openFor(posting, button)
            setOutcome(undefined)
          }}
          onDeleted={({ id }) => closeFor(id)}
          onPostAgain={(wanted) => {
            if (edited) leave()
            setOutcome(undefined)
            setAgain(wanted)
          }}
          outcome={outcomeAt('list')}
          onOutcome={showOutcome('list')}
        />
      </div>
      {/* Together: a card that got its height later would move the one below it. */}
      {path.isFetched && (
        <>
          <PathCard userId={userId} path={path} />
          <YourQuestions term={term} />
        </>
      )}
    </>
  )
}
