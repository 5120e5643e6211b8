import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { pages } from '../../contract/pages.ts'
import { termDays } from '../../contract/term-days.ts'
import type { Term } from '../../contract/terms.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { FirstStepsCard } from '../entities/first-steps/first-steps-card.tsx'
import { useOverview } from '../entities/overview/overview.api.ts'
import { describeTerm } from '../entities/terms/describe-term.ts'
import { useTermInAddress } from '../entities/terms/term-in-address.ts'
import { TermPicker } from '../entities/terms/term-picker.tsx'
import { refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { buttonLook } from '../ui/button.tsx'
import { today } from '../ui/dates.ts'
import { EmptyState, NextStep } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { OverviewCharts } from './overview-charts.tsx'
import { TermComparison } from './term-comparison.tsx'

const ProgressCard = lazyComponent(() => import('./progress-card.tsx'), 'ProgressCard', 'all')

/** A closed term is done, and one without days has nothing to be held against. */
const hasDays = (term: Term) => term.status === 'open' && termDays.some((day) => term[day])

/** The overview of all staff for administrators; for the head of a department or the dean of a faculty of its members, as the server selects them. */
export function OverviewPanel() {
  const say = useSay()
  const language = useLanguage()
  const { isAdmin, sees_everybody, scope } = useRights()
  const { against: againstInAddress } = useSearch({ strict: false })
  const navigate = useNavigate()
  const { terms, term, chooseTerm } = useTermInAddress()
  const overview = useOverview(term?.id, terms.data?.find(({ id }) => id === againstInAddress && id !== term?.id)?.id)

  const ofDepartment = scope ? [localized(language, scope, 'name')] : []
  const failed = [
    { query: terms, sentence: messages.terms.loadFailed },
    { query: overview, sentence: messages.overview.loadFailed },
  ].find(({ query }) => query.isLoadingError)

  return (
    <>
      <PanelHeader
        title={say(messages.panels.overview)}
        hasLongSummary
        summary={
          term ? [...ofDepartment, describeTerm(say, term, today())].join(say(messages.general.factSeparator)) : noSummaryYet
        }
      >
        <TermPicker terms={terms.data} chosen={term} onChoose={chooseTerm} />
      </PanelHeader>
      <FirstStepsCard />
      {failed ? (
        <LoadFailure message={say(refusalOf(failed.query.error) ?? failed.sentence)} onRetry={failed.query.refetch} />
      ) : !overview.data || !terms.data ? (
        <Loading />
      ) : overview.data.all.members === 0 ? (
        <div className="rounded-lg border border-line bg-card shadow-soft">
          <EmptyState title={say(sees_everybody ? messages.scoring.noStaff : messages.myDepartment.noMembers)}>
            <NextStep text={say(isAdmin ? messages.overview.addStaff : messages.myDepartment.noMembersHint)}>
              {isAdmin && (
                <Link to={pages.adminDashboard} search={{ tab: 'users' }} className={buttonLook('primary', 'medium')}>
                  {say(messages.empty.staffAction)}
                </Link>
              )}
            </NextStep>
          </EmptyState>
        </div>
      ) : (
        <div
          aria-busy={overview.isPlaceholderData}
          className={`flex flex-col gap-5 transition-opacity print:block print:space-y-4 ${overview.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {term && term.id === overview.data.term.id && hasDays(term) && (
            <LazyBoundary fallback={<div className="h-60 animate-breathe rounded-lg border border-line bg-card" />}>
              <ProgressCard term={term} />
            </LazyBoundary>
          )}
          <OverviewCharts overview={overview.data} />
          <TermComparison
            overview={overview.data}
            isOnlyTerm={terms.data.length === 1}
            picker={
              <AgainstPicker
                terms={terms.data.filter(({ id }) => id !== term?.id)}
                chosen={terms.data.find(({ id }) => id === overview.data.against?.term.id)}
                onChoose={({ id }) =>
                  void navigate({ to: '.', search: (search) => ({ ...search, against: id }), resetScroll: false })
                }
              />
            }
          />
        </div>
      )}
    </>
  )
}

function AgainstPicker(props: ComponentProps<typeof TermPicker>) {
  const say = useSay()
  return (
    <div className="flex max-w-full flex-wrap items-center gap-2.5">
      <span aria-hidden="true" className="text-sm text-quiet">
        {say(messages.overview.comparedWith)}
      </span>
      <TermPicker label={say(messages.overview.comparedWith)} {...props} />
    </div>
  )
}

/** The state while loading, as high as the content it replaces, to avoid a layout shift. */
function Loading() {
  const say = useSay()
  return (
    <>
      <p role="status" className="sr-only">
        {say(messages.general.loading)}
      </p>
      <div aria-hidden="true" className="flex flex-col gap-5">
        <div className="h-21 animate-breathe rounded-lg border border-line bg-card" />
        <div className="h-120 animate-breathe rounded-lg border border-line bg-card" />
      </div>
    </>
  )
}
