import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { formatDay } from '../../contract/dates.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { pages } from '../../contract/pages.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import type { Term } from '../../contract/terms.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { ImportButton } from '../entities/imports/import-button.tsx'
import { HeldNote } from '../entities/releases/held-note.tsx'
import { useStaff } from '../entities/scores/scoring.api.ts'
import { useTermInAddress } from '../entities/terms/term-in-address.ts'
import { termName } from '../entities/terms/term-name.ts'
import { TermPicker } from '../entities/terms/term-picker.tsx'
import { usePanelView } from '../entities/views/panel-view.ts'
import { ViewTools } from '../entities/views/view-tools.tsx'
import { refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { useFoundRow } from '../routing/found-row.ts'
import { useOpenFromAddress } from '../routing/open-from-address.ts'
import { useSession } from '../session/session.ts'
import { buttonLook } from '../ui/button.tsx'
import { DataTable, type DataTableHandle } from '../ui/data-table.tsx'
import { today } from '../ui/dates.ts'
import { NextStep } from '../ui/empty-state.tsx'
import { TableExport } from '../ui/export-menu.tsx'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { RowSelection } from '../ui/row-selection.ts'
import { useTableInAddress } from '../ui/table-state.ts'
import { MessageShown } from './message-shown.tsx'
import { NamesToSign } from './names-to-sign.tsx'
import { PastedScores } from './pasted-scores.tsx'
import { ScoreEditingProvider } from './score-editing.tsx'
import { SelectedBar } from './selected-bar.tsx'
import { SheetTools } from './sheet-tools.tsx'
import { StaffActivitiesDialog } from './staff-activities-dialog.tsx'
import { selectColumn, staffColumns } from './staff-columns.tsx'
import { UnsavedScores } from './unsaved-scores.tsx'

const nameAndEmail = (member: StaffMember) => `${member.name} ${member.email ?? ''}`
const memberId = (member: StaffMember) => member.id

/** The panel of all staff for administrators; for the head of a department or the dean of a faculty of its members, as the server selects them. */
export function StaffPanel() {
  const say = useSay()
  const language = useLanguage()
  const { isAdmin, isReader, sees_everybody, score: mayScore, scope, hasDepartments } = useRights()
  const isOffice = isAdmin || isReader
  const { terms, term, termInAddress, chooseTerm } = useTermInAddress()
  const staff = useStaff(term?.id)

  const [viewed, setViewed] = useState<StaffMember>()
  const linked = useLinkedMember(staff.data)
  const [namesOpen, setNamesOpen] = useState(false)
  useOpenFromAddress('names', () => setNamesOpen(true), Boolean(staff.data?.length))
  const isOpen = mayScore && term?.status === 'open'
  const ownId = useSession()?.id
  const [selection] = useState(() => new RowSelection())
  const [isSelectingOn, setIsSelectingOn] = useState(false)
  const isSelecting = isOpen && isSelectingOn
  const hasFaculties = sees_everybody && (staff.data?.some(({ faculty_id }) => faculty_id != null) ?? false)
  const columns = useMemo(() => {
    const options = { viewActivities: setViewed, termId: termInAddress, hasDepartments, hasFaculties }
    return [...(isSelecting ? [selectColumn(say, selection, ownId)] : []), ...staffColumns(say, language, options)]
  }, [say, language, termInAddress, hasDepartments, hasFaculties, isSelecting, selection, ownId])
  const table = useRef<DataTableHandle<StaffMember>>(null)
  const view = usePanelView('staff', columns, staff.data)
  const state = useTableInAddress(columns)

  const error = terms.isLoadingError
    ? (refusalOf(terms.error) ?? messages.terms.loadFailed)
    : staff.isLoadingError
      ? (refusalOf(staff.error) ?? messages.scoring.staffFailed)
      : undefined

  const title = say(isOffice ? messages.panels.staff : messages.fields.members)
  const ofDepartment = scope ? localized(language, scope, 'name') : undefined

  return (
    <ScoreEditingProvider termId={term?.id} isOpen={isOpen} staff={staff.data} table={table}>
      <PanelHeader
        title={title}
        hasLongSummary
        summary={
          <UnsavedScores staff={staff.data}>{term ? summaryOf(say, term, staff.data, ofDepartment) : noSummaryYet}</UnsavedScores>
        }
      >
        {/* On a phone the tools have a line of their own below the picker. Both lines are there before the term is known: the list does not move. */}
        {mayScore && !term && <div aria-hidden="true" className="h-[6.125rem] basis-full sm:hidden" />}
        {isOpen && (
          <SheetTools
            termId={term.id}
            isSelecting={isSelecting}
            onSelecting={(isOn) => {
              selection.clear()
              setIsSelectingOn(isOn)
            }}
          />
        )}
        <TermPicker terms={terms.data} chosen={term} onChoose={chooseTerm} />
        {/* The buttons appear with the picker, or they would move when it appears. */}
        {term && (
          <TableExport
            title={[title, ...(ofDepartment === undefined ? [] : [ofDepartment]), termName(term)]}
            disabled={!staff.data?.length}
            content={() => table.current?.exported()}
            more={{ label: messages.postingList.names.button, run: () => setNamesOpen(true) }}
          />
        )}
        {isAdmin && term?.status === 'open' && <ImportButton kind="scores" term={term} />}
      </PanelHeader>
      {term?.status === 'closed' && <ClosedNote canReopen={isAdmin} />}
      {term?.status === 'open' && term.holds_scores && <HeldNote term={term} staff={staff.data} mayRelease={isAdmin} />}
      <DataTable
        handle={table}
        caption={title}
        columns={columns}
        order={view.order}
        viewTools={<ViewTools view={view} />}
        rows={view.isWaiting ? undefined : staff.data}
        rowKey={memberId}
        marked={useFoundRow(staff.data)}
        error={error && say(error)}
        onRetry={() => void (terms.isLoadingError ? terms.refetch() : staff.refetch())}
        emptyText={say(sees_everybody ? messages.scoring.noStaff : messages.myDepartment.noMembers)}
        emptyHint={
          isAdmin ? (
            <NextStep text={say(messages.empty.staff)}>
              <Link to={pages.adminDashboard} search={{ tab: 'users' }} className={buttonLook('primary', 'medium')}>
                {say(messages.empty.staffAction)}
              </Link>
            </NextStep>
          ) : (
            scope && <NextStep text={say(messages.myDepartment.noMembersHint)} />
          )
        }
        searchLabel={say(isOffice ? messages.scoring.searchStaff : messages.myDepartment.searchMembers)}
        searchText={nameAndEmail}
        tools={(shown) =>
          // The button is there before the term is known: the list does not move.
          isAdmin && term?.status !== 'closed' && <MessageShown shown={shown} termId={term?.id} filters={state.filters} />
        }
        state={state}
      />
      {isOpen && staff.data && <PastedScores termId={term.id} staff={staff.data} />}
      {isSelecting && <SelectedBar key={term.id} termId={term.id} staff={staff.data} selection={selection} maySend={isAdmin} />}
      {term && namesOpen && <NamesToSign term={term} onClose={() => setNamesOpen(false)} />}
      {viewed && <StaffActivitiesDialog member={viewed} onClose={() => setViewed(undefined)} />}
      {!viewed && linked.member && (
        <StaffActivitiesDialog member={linked.member} wantedId={linked.postingId} onClose={linked.close} />
      )}
    </ScoreEditingProvider>
  )
}

/** The member whose activities a link opens, and the posting it is about. Closing the dialog removes both from the URL. */
function useLinkedMember(staff: readonly StaffMember[] | undefined) {
  const { member: wanted, posting: postingId } = useSearch({ strict: false })
  const navigate = useNavigate()
  const member = useMemo(() => (wanted === undefined ? undefined : staff?.find(({ id }) => id === wanted)), [staff, wanted])
  return {
    member,
    postingId,
    close: () => void navigate({ to: '.', search: ({ member: _, posting: _posting, ...rest }) => rest, replace: true }),
  }
}

function summaryOf(say: Say, term: Term, staff: readonly StaffMember[] | undefined, department: string | undefined): string {
  const members = staff && messages.general.memberCount({ count: staff.length })
  const facts = [...(members ? [members] : []), stateOf(say, term)].map(say)
  return [...(department === undefined ? [] : [department]), ...facts].join(say(messages.general.factSeparator))
}

function stateOf(say: Say, { status, end_date, ...named }: Term): Message {
  const term = termName(named)
  const { isClosed, isOver, isOpenUntil } = messages.terms
  if (status === 'closed') return isClosed({ term })
  return (end_date < today() ? isOver : isOpenUntil)({ term, day: formatDay(say, end_date) })
}

function ClosedNote({ canReopen }: { canReopen: boolean }) {
  const say = useSay()
  return (
    <p role="status" className="flex items-start gap-2.5 rounded-md border border-line bg-sunk px-3.5 py-2.5 text-sm">
      <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brass" />
      <span>
        <strong className="font-semibold">{say(messages.terms.closed)}</strong> {say(messages.scoring.closedTerm)}
        {canReopen && (
          <>
            {' '}
            {say(messages.scoring.reopenIn)}{' '}
            <Link to={pages.adminDashboard} search={{ tab: 'terms' }} className="font-medium text-brand underline">
              {say(messages.panels.terms)}
            </Link>
            .
          </>
        )}
      </span>
    </p>
  )
}
