import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { pages } from '../../contract/pages.ts'
import { refusalOf } from '../api.ts'
import { useRights } from '../auth/rights.ts'
import { FirstStepsCard } from '../first-steps/first-steps-card.tsx'
import { useLanguage, useSay } from '../language.ts'
import { describeTerm } from '../posted-activities/counting-term.ts'
import { useTermInAddress } from '../terms/term-in-address.ts'
import { TermPicker } from '../terms/term-picker.tsx'
import { buttonLook } from '../ui/button.tsx'
import { dayOf } from '../ui/dates.ts'
import { EmptyState, NextStep } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { useOverview } from './overview.api.ts'
import { OverviewCharts } from './overview-charts.tsx'
import { TermComparison } from './term-comparison.tsx'
import { ToDoCards } from './to-do-cards.tsx'

/** All staff for administrators; for the head of a department its members, as the server selects them. */
export function OverviewPanel() {
  const say = useSay()
  const language = useLanguage()
  const { isAdmin, department } = useRights()
  const { against: againstInAddress } = useSearch({ strict: false })
  const navigate = useNavigate()
  const { terms, term, chooseTerm } = useTermInAddress()
  const overview = useOverview(term?.id, terms.data?.find(({ id }) => id === againstInAddress && id !== term?.id)?.id)

  const ofDepartment = !isAdmin && department ? [localized(language, department, 'name')] : []
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
          term
            ? [...ofDepartment, describeTerm(say, term, dayOf(new Date()))].join(say(messages.general.factSeparator))
            : noSummaryYet
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
          <EmptyState title={say(isAdmin ? messages.scoring.noStaff : messages.myDepartment.noMembers)}>
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
          {overview.data.to_do && <ToDoCards term={overview.data.term} toDo={overview.data.to_do} />}
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

/** As high as the content it replaces, to avoid a layout shift. */
function Loading() {
  const say = useSay()
  return (
    <>
      <p role="status" className="sr-only">
        {say(messages.general.loading)}
      </p>
      <div aria-hidden="true" className="flex flex-col gap-5">
        <div className="h-25 animate-breathe rounded-lg border border-line bg-card" />
        <div className="h-21 animate-breathe rounded-lg border border-line bg-card" />
        <div className="h-120 animate-breathe rounded-lg border border-line bg-card" />
      </div>
    </>
  )
}
