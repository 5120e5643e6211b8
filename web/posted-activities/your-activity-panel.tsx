import { getRouteApi, Link } from '@tanstack/react-router'
import { PencilLine } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Activity } from '../../contract/activities.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { Term } from '../../contract/terms.ts'
import { messageOf } from '../api.ts'
import { hasDraft } from '../drafts.ts'
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
import { describeTerm } from './counting-term.ts'
import type { Outcome } from './outcome.tsx'
import { PathCard } from './path-card.tsx'
import { useMember, usePostedActivities } from './posted-activities.api.ts'
import { entryId } from './posted-entry.tsx'
import { PostedList } from './posted-list.tsx'
import { PostingForm } from './posting-form.tsx'
import { postingForm } from './posting-form-state.ts'
import { YourScores } from './your-scores.tsx'

/** A constant, because the form depends on it. */
const none: readonly Term[] = []

const route = getRouteApi(pages.staffDashboard)

export function YourActivityPanel() {
  const user = useSession()
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
  const { data: postings } = usePostedActivities(userId)
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

  // Typed before a reload or in another panel. On a phone the form is below what one sees first.
  const [isUnfinished, setIsUnfinished] = useState(() => hasDraft(postingForm))
  const [again, setAgain] = useState<{ activity: Activity; link: string | null }>()

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
      {isUnfinished && !edited && (
        <Link
          to="."
          search={(before) => ({ ...before, post: 1 as const })}
          resetScroll={false}
          className="flex min-h-10 items-center gap-2.5 rounded-md border border-line bg-brand-soft px-3.5 text-sm font-medium text-brand sm:hidden"
        >
          <PencilLine aria-hidden="true" className="size-4 shrink-0" />
          {say(messages.postedActivities.unfinished)}
        </Link>
      )}
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
