import { getRouteApi, Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/messages.ts'
import { pages } from '../../contract/pages.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import type { Term } from '../../contract/terms.ts'
import { refusalOf } from '../api.ts'
import { ImportButton } from '../imports/import-button.tsx'
import { useTermInAddress } from '../terms/term-in-address.ts'
import { TermPicker } from '../terms/term-picker.tsx'
import { DataTable, type DataTableHandle } from '../ui/data-table.tsx'
import type { ColumnFilters } from '../ui/data-table-model.ts'
import { dayOf } from '../ui/dates.ts'
import { TableExport } from '../ui/export-menu.tsx'
import { formatCount } from '../ui/numbers.ts'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { ScoreEditingProvider } from './score-editing.tsx'
import { useStaff } from './scoring.api.ts'
import { StaffActivitiesDialog } from './staff-activities-dialog.tsx'
import { notSet, participation, staffColumns } from './staff-columns.tsx'
import { UnsavedScores } from './unsaved-scores.tsx'

const route = getRouteApi(pages.adminDashboard)
const nameAndEmail = (member: StaffMember) => `${member.name} ${member.email ?? ''}`
const memberId = (member: StaffMember) => member.id

export function StaffPanel() {
  const { sort } = route.useSearch()
  const [filters, setFilters] = useFiltersInAddress()
  const { terms, term, termInAddress, chooseTerm } = useTermInAddress()
  const staff = useStaff(term?.id)

  const [viewed, setViewed] = useState<StaffMember>()
  const columns = useMemo(() => staffColumns(setViewed, termInAddress), [termInAddress])
  const table = useRef<DataTableHandle<StaffMember>>(null)

  const error = terms.isLoadingError
    ? (refusalOf(terms.error) ?? messages.terms.loadFailed)
    : staff.isLoadingError
      ? (refusalOf(staff.error) ?? messages.scoring.staffFailed)
      : undefined

  return (
    <ScoreEditingProvider termId={term?.id} isOpen={term?.status === 'open'} staff={staff.data} table={table}>
      <PanelHeader
        title="Staff"
        hasLongSummary
        summary={<UnsavedScores staff={staff.data}>{term ? summaryOf(term, staff.data) : noSummaryYet}</UnsavedScores>}
      >
        <TermPicker terms={terms.data} chosen={term} onChoose={chooseTerm} />
        {/* With the picker, or they would move when it appears. */}
        {term && (
          <TableExport title={['Staff', term.name]} disabled={!staff.data?.length} content={() => table.current?.exported()} />
        )}
        {term?.status === 'open' && <ImportButton term={term} />}
      </PanelHeader>
      {term?.status === 'closed' && <ClosedNote />}
      <DataTable
        handle={table}
        caption="Staff"
        columns={columns}
        rows={staff.data}
        rowKey={memberId}
        error={error}
        onRetry={() => void (terms.isLoadingError ? terms.refetch() : staff.refetch())}
        emptyText={messages.scoring.noStaff}
        searchLabel="Search name or e-mail"
        searchText={nameAndEmail}
        filters={filters}
        onFilter={setFilters}
        sortedBy={columns.find(({ id, value }) => id === sort && value)?.id}
      />
      {viewed && <StaffActivitiesDialog member={viewed} onClose={() => setViewed(undefined)} />}
    </ScoreEditingProvider>
  )
}

/** In the URL, so that the Overview can link to it, and a reload, a bookmark or a shared link shows the same. */
function useFiltersInAddress(): [ColumnFilters, (filters: ColumnFilters) => void] {
  const { department, title, grade, posted, unset } = route.useSearch()
  const navigate = route.useNavigate()
  const filters = useMemo(() => {
    const activities = posted === 'nothing' || posted === 'something' ? participation[posted] : undefined
    const tp = unset === 'tp' || unset === 'fb' ? notSet[unset] : undefined
    return Object.fromEntries(
      Object.entries({ department, title, grade, activities, tp }).flatMap(([id, value]) => (value ? [[id, value]] : [])),
    )
  }, [department, title, grade, posted, unset])

  function setFilters({ activities, tp, ...chosen }: ColumnFilters) {
    const posted = activities && (activities === participation.nothing ? 'nothing' : 'something')
    const unset = tp && (tp === notSet.fb ? 'fb' : 'tp')
    void navigate({
      search: ({ tab, term, sort }) =>
        Object.fromEntries(
          Object.entries({ tab, term, sort, ...chosen, posted, unset }).filter(([, value]) => value !== undefined),
        ),
      replace: true,
    })
  }
  return [filters, setFilters]
}

function summaryOf(term: Term, staff: readonly StaffMember[] | undefined): string {
  const members = staff ? `${formatCount(staff.length, 'member', 'members')} · ` : ''
  if (term.status === 'closed') return `${members}${term.name} is closed`
  const isOver = term.end_date < dayOf(new Date())
  return `${members}${term.name} ${isOver ? 'ended' : 'is open until'} ${formatDay(term.end_date)}${isOver ? ' and is still open' : ''}`
}

function ClosedNote() {
  return (
    <p role="status" className="flex items-start gap-2.5 rounded-md border border-line bg-sunk px-3.5 py-2.5 text-sm">
      <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brass" />
      <span>
        <strong className="font-semibold">{messages.terms.closed}</strong> {messages.scoring.closedTerm} To change a score, reopen
        it in{' '}
        <Link to={pages.adminDashboard} search={{ tab: 'terms' }} className="font-medium text-brand underline">
          Terms
        </Link>
        .
      </span>
    </p>
  )
}
