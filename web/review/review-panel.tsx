import { useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarClock, Handshake } from 'lucide-react'
import { useRef } from 'react'
import { formatDay } from '../../contract/dates.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { mostDecidedCounted } from '../../contract/limits.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { filtersIn, type ReviewFilters, searchOf, useReviewQueue } from '../entities/review/review.api.ts'
import { describeDays, useOwnDay } from '../entities/terms/own-days.ts'
import { termName } from '../entities/terms/term-name.ts'
import { useTerms } from '../entities/terms/terms.api.ts'
import { refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { today } from '../ui/dates.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { DecidedDesk } from './decided-desk.tsx'
import { LendButton } from './delegations/lend-button.tsx'
import { lenderOf } from './delegations/names.ts'
import { QuestionsLink } from './questions-link.tsx'
import { QuestionsPanel } from './questions-panel.tsx'
import { ReviewDesk } from './review-desk.tsx'
import { ReviewExport } from './review-export.tsx'
import { ReviewFilterBar } from './review-filters.tsx'
import { ReviewSearch } from './review-search.tsx'
import { ReviewTabs } from './review-tabs.tsx'

/** The panel of the postings to review, or of the questions of members. */
export function ReviewPanel() {
  const { questions } = useSearch({ strict: false })
  return questions ? <QuestionsPanel shown={questions} /> : <PostingsToReview />
}

/**
 * The postings of the members whom the user may review: those that wait (they already count, until they are returned here), and those that
 * were decided.
 */
function PostingsToReview() {
  const say = useSay()
  const language = useLanguage()
  const { lend: mayLend, isAdmin, delegations } = useRights()
  const filters = filtersIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const firstFilter = useRef<HTMLSelectElement>(null)
  const queue = useReviewQueue(filters)
  const { state, ...narrowing } = filters
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined)

  /** Stores the filters in the URL, so that a reload, a bookmark or a shared link shows the same queue. */
  function setFilters(next: ReviewFilters) {
    void navigate({ to: '.', search: searchOf(next), replace: true })
  }

  function clear() {
    // The button disappears with the filters, so focus moves first.
    firstFilter.current?.focus()
    setFilters({ state })
  }

  return (
    <>
      <PanelHeader
        title={say(messages.panels.review)}
        summary={
          <>
            {queue.postings ? say(summaryOf(state, queue.count)) : noSummaryYet}
            {/* The button has its room while it is invisible: nothing moves while a search is typed. */}
            <button
              type="button"
              onClick={clear}
              className={`ms-3 inline-flex relative touch-area min-h-6 cursor-pointer items-center rounded-sm text-sm font-medium whitespace-nowrap text-brand underline underline-offset-2 ${isNarrowed ? '' : 'invisible'}`}
            >
              {say(messages.actions.clearFilters)}
            </button>
          </>
        }
      >
        <ReviewFilterBar filters={filters} onChange={setFilters} firstRef={firstFilter} />
        <ReviewExport filters={filters} />
        {mayLend && <LendButton />}
      </PanelHeader>
      <ReviewTabs filters={filters}>
        <QuestionsLink />
        <div className="flex min-w-0 basis-44 max-sm:grow sm:basis-64">
          <ReviewSearch value={filters.q ?? ''} onChange={(q) => setFilters({ ...filters, q: q || undefined })} />
        </div>
      </ReviewTabs>
      {!isAdmin &&
        delegations.map((one) => <ReviewsFor key={one.id} name={lenderOf(say, language, one)} lastDay={one.last_day} />)}
      {!isAdmin && <ReviewDays />}
      {queue.isLoadingError ? (
        <LoadFailure
          message={say(refusalOf(queue.error) ?? messages.review.loadFailed)}
          onRetry={queue.refetch}
          busy={queue.isFetching}
        />
      ) : queue.postings === undefined ? (
        <p role="status" className="flex min-h-40 items-center justify-center gap-3 text-quiet">
          <Spinner />
          {say(messages.general.loading)}
        </p>
      ) : queue.postings.length === 0 && !queue.hasNextPage ? (
        <div className="rounded-lg border border-line bg-card shadow-soft">
          <EmptyState title={say(emptyTitle(filters, isNarrowed))}>
            <p>{say(state ? messages.review.emptyDecidedHint : messages.review.emptyHint)}</p>
            <Button className="mt-4" busy={queue.isFetching} onClick={() => void queue.refetch()}>
              {say(messages.review.lookAgain)}
            </Button>
          </EmptyState>
        </div>
      ) : state ? (
        <DecidedDesk
          key={JSON.stringify(filters)}
          list={queue}
          postings={queue.postings}
          label={say(messages.review.tabs[state])}
        />
      ) : (
        // A change of the filters is another queue, with its own selection.
        <ReviewDesk key={JSON.stringify(filters)} queue={queue} postings={queue.postings} />
      )}
    </>
  )
}

function summaryOf(state: ReviewFilters['state'], count: number): Message {
  if (!state) return messages.review.summary({ number: count })
  const number = count < mostDecidedCounted ? count : messages.review.atLeast({ number: count })
  return messages.review.summaries[state]({ number })
}

function emptyTitle({ state, q }: ReviewFilters, isNarrowed: boolean): Message {
  if (q) return messages.general.nothingFound
  if (isNarrowed && !state) return messages.review.emptyFiltered
  return state ? messages.review.emptyDecided[state] : messages.review.empty
}

/** The last day of review in each open term that has one. Administrators review until the term is closed. */
function ReviewDays() {
  const say = useSay()
  const ownDay = useOwnDay()
  const { data: terms = [] } = useTerms()
  return terms.map((term) =>
    describeDays(say, term, ['review'], ownDay, today()).map((words) => (
      <p key={term.id} className="flex items-start gap-2.5 rounded-md border border-line bg-sunk px-3.5 py-2.5 text-sm">
        <CalendarClock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brass" />
        <bdi>{say(messages.general.labelled({ label: termName(term), value: words }))}</bdi>
      </p>
    )),
  )
}

/** The note that Review was lent to the user. */
function ReviewsFor({ name, lastDay }: { name: string; lastDay: string }) {
  const say = useSay()
  return (
    <p className="flex items-start gap-2.5 rounded-md border border-line bg-sunk px-3.5 py-2.5 text-sm">
      <Handshake aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brass" />
      <bdi>{say(messages.myDepartment.reviewFor({ name, day: formatDay(say, lastDay) }))}</bdi>
    </p>
  )
}
