import { getRouteApi } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { messages } from '../../contract/messages.ts'
import { overviewMessages } from '../../contract/overview-messages.ts'
import { pages } from '../../contract/pages.ts'
import type { Term } from '../../contract/terms.ts'
import { refusalOf } from '../api.ts'
import { describeTerm } from '../posted-activities/counting-term.ts'
import { TermPicker } from '../terms/term-picker.tsx'
import { useTerms } from '../terms/terms.api.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { dayOf } from '../ui/dates.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { useOverview } from './overview.api.ts'
import { OverviewCharts } from './overview-charts.tsx'
import { TermComparison } from './term-comparison.tsx'

const route = getRouteApi(pages.adminDashboard)

export function OverviewPanel() {
  const { term: termInAddress, against: againstInAddress } = route.useSearch()
  const navigate = route.useNavigate()
  const terms = useTerms()
  const term = terms.data?.find(({ id }) => id === termInAddress) ?? terms.data?.find(({ is_current }) => is_current)
  const overview = useOverview(term?.id, terms.data?.find(({ id }) => id === againstInAddress && id !== term?.id)?.id)

  const failed = [
    { query: terms, sentence: messages.terms.loadFailed },
    { query: overview, sentence: overviewMessages.loadFailed },
  ].find(({ query }) => query.isLoadingError)

  /** Without a number the address means the current term, whichever that is when it is opened again. */
  function choose({ id, is_current }: Term) {
    void navigate({
      search: ({ tab, against }) => ({
        ...(tab ? { tab } : {}),
        ...(is_current ? {} : { term: id }),
        ...(against === undefined || against === id ? {} : { against }),
      }),
    })
  }

  return (
    <>
      <PanelHeader title="Overview" hasLongSummary summary={term ? describeTerm(term, dayOf(new Date())) : noSummaryYet}>
        <TermPicker terms={terms.data} chosen={term} onChoose={choose} />
      </PanelHeader>
      {failed ? (
        <Banner kind="bad">
          <div className="flex flex-wrap items-center justify-between gap-3">
            {refusalOf(failed.query.error) ?? failed.sentence}
            <Button size="small" onClick={() => void failed.query.refetch()}>
              Try again
            </Button>
          </div>
        </Banner>
      ) : !overview.data || !terms.data ? (
        <Loading />
      ) : overview.data.all.members === 0 ? (
        <div className="rounded-lg border border-line bg-card shadow-soft">
          <EmptyState title={messages.scoring.noStaff}>{overviewMessages.addStaff}</EmptyState>
        </div>
      ) : (
        <div
          aria-busy={overview.isPlaceholderData}
          className={`flex flex-col gap-5 transition-opacity ${overview.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          <OverviewCharts overview={overview.data} />
          <TermComparison
            overview={overview.data}
            isOnlyTerm={terms.data.length === 1}
            picker={
              <AgainstPicker
                terms={terms.data.filter(({ id }) => id !== term?.id)}
                chosen={terms.data.find(({ id }) => id === overview.data.against?.term.id)}
                onChoose={({ id }) => void navigate({ search: (search) => ({ ...search, against: id }), resetScroll: false })}
              />
            }
          />
        </div>
      )}
    </>
  )
}

function AgainstPicker(props: ComponentProps<typeof TermPicker>) {
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <span aria-hidden="true" className="text-sm text-quiet">
        Compared with
      </span>
      <TermPicker label="Compared with" {...props} />
    </div>
  )
}

/** As high as what comes, so that nothing jumps. */
function Loading() {
  return (
    <>
      <p role="status" className="sr-only">
        {messages.general.loading}
      </p>
      <div aria-hidden="true" className="flex flex-col gap-5">
        <div className="h-23 animate-breathe rounded-lg border border-line bg-card" />
        <div className="h-120 animate-breathe rounded-lg border border-line bg-card" />
      </div>
    </>
  )
}
