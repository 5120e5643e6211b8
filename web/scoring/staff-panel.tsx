import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import type { Term } from '../../contract/terms.ts'
import { refusalOf } from '../api.ts'
import { ImportButton } from '../imports/import-button.tsx'
import { useTermInAddress } from '../terms/term-in-address.ts'
import { TermPicker } from '../terms/term-picker.tsx'
import { DataTable, type DataTableHandle } from '../ui/data-table.tsx'
import { dayOf } from '../ui/dates.ts'
import { TableExport } from '../ui/export-menu.tsx'
import { formatCount } from '../ui/numbers.ts'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { useTableInAddress } from '../ui/table-state.ts'
import { ScoreEditingProvider } from './score-editing.tsx'
import { useStaff } from './scoring.api.ts'
import { StaffActivitiesDialog } from './staff-activities-dialog.tsx'
import { staffColumns } from './staff-columns.tsx'
import { UnsavedScores } from './unsaved-scores.tsx'

const nameAndEmail = (member: StaffMember) => `${member.name} ${member.email ?? ''}`
const memberId = (member: StaffMember) => member.id

export function StaffPanel() {
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
        searchLabel="Search staff"
        searchText={nameAndEmail}
        state={useTableInAddress(columns)}
      />
      {viewed && <StaffActivitiesDialog member={viewed} onClose={() => setViewed(undefined)} />}
    </ScoreEditingProvider>
  )
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
