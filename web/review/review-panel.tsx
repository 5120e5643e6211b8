import { useNavigate, useSearch } from '@tanstack/react-router'
import { Handshake } from 'lucide-react'
import { useRef } from 'react'
import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { refusalOf } from '../api.ts'
import { useRights } from '../auth/rights.ts'
import { LendButton } from '../delegations/lend-button.tsx'
import { useSay } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { filtersIn, type ReviewFilters, useReviewQueue } from './review.api.ts'
import { ReviewDesk } from './review-desk.tsx'
import { ReviewFilterBar } from './review-filters.tsx'

/** Postings that have not been reviewed, of those whom the user may review. They already count, until they are returned here. */
export function ReviewPanel() {
  const say = useSay()
  const { lend: mayLend, isAdmin, delegations } = useRights()
  const filters = filtersIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const firstFilter = useRef<HTMLSelectElement>(null)
  const queue = useReviewQueue(filters)
  const isNarrowed = Object.values(filters).some((value) => value !== undefined)

  /** In the URL, so that a reload, a bookmark or a shared link shows the same queue. */
  function setFilters(next: ReviewFilters) {
    const set = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined))
    void navigate({ to: '.', search: { tab: 'review', ...set }, replace: true })
  }

  function clear() {
    // The button disappears with the filters, so focus moves first.
    firstFilter.current?.focus()
    setFilters({})
  }

  return (
    <>
      <PanelHeader
        title={say(messages.panels.review)}
        summary={queue.postings ? say(messages.review.summary({ number: queue.count })) : noSummaryYet}
      >
        {isNarrowed && (
          <Button look="ghost" onClick={clear}>
            {say(messages.actions.clearFilters)}
          </Button>
        )}
        <ReviewFilterBar filters={filters} onChange={setFilters} firstRef={firstFilter} />
        {mayLend && <LendButton />}
      </PanelHeader>
      {!isAdmin && delegations.map((one) => <ReviewsFor key={one.id} name={one.lender_name} lastDay={one.last_day} />)}
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
          <EmptyState title={say(messages.review.empty)}>
            <p>{say(messages.review.emptyHint)}</p>
            <Button className="mt-4" busy={queue.isFetching} onClick={() => void queue.refetch()}>
              {say(messages.review.lookAgain)}
            </Button>
          </EmptyState>
        </div>
      ) : (
        // Another filter is another queue, with its own selection.
        <ReviewDesk key={JSON.stringify(filters)} queue={queue} postings={queue.postings} />
      )}
    </>
  )
}

/** Somebody lent Review to the user. */
function ReviewsFor({ name, lastDay }: { name: string; lastDay: string }) {
  const say = useSay()
  return (
    <p className="flex items-start gap-2.5 rounded-md border border-line bg-sunk px-3.5 py-2.5 text-sm">
      <Handshake aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brass" />
      <bdi>{say(messages.myDepartment.reviewFor({ name, day: formatDay(say, lastDay) }))}</bdi>
    </p>
  )
}
