import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import type {
  AttendanceOfDepartment,
  AttendanceOfEvent,
  AttendanceOfMember,
  AttendanceReport,
} from '../../contract/attendance.ts'
import { formatDay } from '../../contract/dates.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { browser as limits } from '../../contract/limits.ts'
import { localized } from '../../contract/localized.ts'
import { shownName } from '../../contract/person-names.ts'
import { formatPoints } from '../../contract/points.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { useDepartments } from '../entities/departments/departments.api.ts'
import { useAttendance } from '../entities/events/events.api.ts'
import { type PaperLanguage, PaperLanguagePicker } from '../entities/statements/paper-language.tsx'
import { useTermInAddress } from '../entities/terms/term-in-address.ts'
import { TermPicker } from '../entities/terms/term-picker.tsx'
import { alertFailure } from '../http/alerts.ts'
import { refusalOf } from '../http/api.ts'
import { downloadFile } from '../http/download.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Choice } from '../ui/choice.tsx'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table-model.ts'
import { ExportMenu } from '../ui/export-menu.tsx'
import { formatShare, formatWhole } from '../ui/numbers.ts'
import { PanelHeader } from '../ui/panel.tsx'
import { useTableInAddress } from '../ui/table-state.ts'
import { ToggleButton } from '../ui/toggle-button.tsx'

const words = messages.events.attendance
const { fields } = messages

const views = ['event', 'department', 'member'] as const
type View = (typeof views)[number]

/** Attendance of a term in numbers: by event, and for who sees members by department and member. */
export function Attendance({ sections }: { sections: ReactNode }) {
  const say = useSay()
  const navigate = useNavigate()
  const { see_members, hasDepartments, sees_everybody, faculty } = useRights()
  const { by, department_id } = useSearch({ strict: false })
  const { terms, term, chooseTerm } = useTermInAddress()
  const departments = useDepartments()
  const [paperLanguage, setPaperLanguage] = useState<PaperLanguage>()
  const [chosen = ''] = String(department_id ?? '').split(',')
  const departmentId = /^\d+$/.test(chosen) ? Number(chosen) : undefined
  const report = useAttendance(term?.id, departmentId)
  const shown: View = see_members ? (by ?? 'event') : 'event'
  const query = { term_id: term?.id, department_id: departmentId }
  const set = (change: Readonly<Record<string, unknown>>) =>
    void navigate({
      to: '.',
      search: (before) =>
        Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined)) as typeof before,
      replace: true,
      resetScroll: false,
    })

  async function make(format: 'xlsx' | 'pdf') {
    const signal = AbortSignal.timeout(limits.long)
    const name = `attendance.${format}`
    try {
      if (format === 'xlsx') await downloadFile('GET /events/attendance.xlsx', { query, signal }, name)
      else await downloadFile('GET /events/attendance.pdf', { query: { ...query, language: paperLanguage }, signal }, name)
    } catch (failure) {
      alertFailure(failure, words.documentFailed, 'attendance')
    }
  }

  const table = {
    report: report.data,
    error: report.isLoadingError ? say(refusalOf(report.error) ?? words.failed) : undefined,
    onRetry: () => void report.refetch(),
  }
  return (
    <>
      <PanelHeader
        title={say(messages.panels.events)}
        hasLongSummary
        summary={say(departmentId === undefined ? words.meaning : words.onlyDepartment)}
      >
        <TermPicker terms={terms.data} chosen={term} onChoose={chooseTerm} />
        <PaperLanguagePicker chosen={paperLanguage} onChoose={setPaperLanguage} />
        <ExportMenu formats={['xlsx', 'pdf'] as const} disabled={!report.data} onChoose={make} />
      </PanelHeader>
      {sections}
      {see_members && (
        <div className="flex flex-wrap items-center gap-2.5 print:hidden">
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these are buttons. */}
          <div role="group" aria-label={say(words.counted)} className="flex flex-wrap gap-1.5">
            {views.map((view) => (
              <ToggleButton
                key={view}
                isOn={view === shown}
                // The columns differ, and so do what they are sorted by and searched for.
                onToggle={() => set({ by: view === 'event' ? undefined : view, sort: undefined, q: undefined })}
              >
                {say(words.by[view])}
              </ToggleButton>
            ))}
          </div>
          {hasDepartments && (
            <Choice
              label={say(fields.department)}
              all={say(fields.allDepartments)}
              value={departmentId === undefined ? '' : String(departmentId)}
              onChoose={(value) => set({ department_id: value === '' ? undefined : Number(value) })}
              wide
            >
              <DepartmentOptions
                departments={departments.data?.filter(({ faculty_id }) => sees_everybody || faculty_id === faculty?.id) ?? []}
              />
            </Choice>
          )}
        </div>
      )}
      {shown === 'event' && <ByEvent {...table} />}
      {shown === 'department' && <ByDepartment {...table} />}
      {shown === 'member' && <ByMember {...table} />}
    </>
  )
}

type Departments = NonNullable<ReturnType<typeof useDepartments>['data']>

function DepartmentOptions({ departments }: { departments: Departments }) {
  const language = useLanguage()
  return departments.map((department) => (
    <option key={department.id} value={department.id}>
      {localized(language, department, 'name')}
    </option>
  ))
}

type TableProps = { report: AttendanceReport | undefined; error: string | undefined; onRetry: () => void }

type NumbersProps<Row> = Omit<TableProps, 'report'> & {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
}

function Numbers<Row extends object>({ columns, ...props }: NumbersProps<Row>) {
  const say = useSay()
  return (
    <DataTable
      {...props}
      columns={columns}
      emptyText={say(words.nothing)}
      searchLabel={say(words.search)}
      state={useTableInAddress(columns)}
    />
  )
}

const numberColumn = <Row,>(id: string, header: string, value: (row: Row) => number | null, width = 90): Column<Row> => ({
  id,
  header,
  value,
  cell: (row) => {
    const number = value(row)
    return number === null ? '–' : formatWhole(number)
  },
  fits: true,
  width,
  align: 'end',
})

function ByEvent({ report, ...props }: TableProps) {
  const say = useSay()
  const language = useLanguage()
  const columns = useMemo(() => eventColumns(say, language), [say, language])
  return (
    <Numbers
      {...props}
      caption={say(words.by.event)}
      columns={columns}
      rows={report?.events}
      rowKey={({ id }) => `event ${id}`}
    />
  )
}

function eventColumns(say: Say, language: Language): readonly Column<AttendanceOfEvent>[] {
  return [
    {
      id: 'name',
      header: say(messages.events.one),
      value: (row) => localized(language, row, 'name'),
      cell: (row) => (
        <Link
          to="."
          search={({ section: _, by: __, sort: ___, q: ____, ...search }) => ({ ...search, event: row.id })}
          className="underline-offset-2 hover:underline focus-visible:underline"
        >
          <bdi>{localized(language, row, 'name')}</bdi>
        </Link>
      ),
      width: 230,
      rowHeader: true,
    },
    {
      id: 'day',
      header: say(words.day),
      value: ({ starting_date }) => starting_date,
      cell: ({ starting_date }) => formatDay(say, starting_date),
      width: 110,
    },
    numberColumn('invited', say(words.invited), ({ invited }) => invited),
    numberColumn('said_yes', say(words.saidYes), ({ said_yes }) => said_yes),
    numberColumn('members', say(words.members), ({ members }) => members, 105),
    numberColumn('guests', say(words.guests), ({ guests }) => guests),
    {
      id: 'share',
      header: say(words.share),
      value: shareOf,
      cell: (row) => (shareOf(row) === null ? '–' : formatShare(row.members + (row.guests ?? 0), row.seats ?? 0)),
      fits: true,
      width: 100,
      align: 'end',
    },
    numberColumn('postings', say(words.postings), ({ postings }) => postings),
  ]
}

function shareOf({ seats, members, guests }: AttendanceOfEvent): number | null {
  return seats === null || guests === null ? null : (members + guests) / seats
}

function ByDepartment({ report, ...props }: TableProps) {
  const say = useSay()
  const language = useLanguage()
  const columns = useMemo(() => departmentColumns(say, language), [say, language])
  return (
    <Numbers
      {...props}
      caption={say(words.by.department)}
      columns={columns}
      rows={report?.departments}
      rowKey={({ department_id, department_name }) => `department ${department_id} ${department_name}`}
    />
  )
}

function departmentColumns(say: Say, language: Language): readonly Column<AttendanceOfDepartment>[] {
  return [
    {
      id: 'department',
      header: say(fields.department),
      value: (row) => localized(language, row, 'department_name') ?? say(messages.departments.unknown),
      width: 240,
      rowHeader: true,
    },
    numberColumn('of', say(words.membersOf), ({ members }) => members),
    numberColumn('attendances', say(words.attendances), ({ attendances }) => attendances, 110),
    numberColumn('attended', say(words.attended), ({ attended }) => attended, 160),
  ]
}

function ByMember({ report, ...props }: TableProps) {
  const say = useSay()
  const language = useLanguage()
  const columns = useMemo(() => memberColumns(say, language), [say, language])
  return (
    <Numbers
      {...props}
      caption={say(words.by.member)}
      columns={columns}
      rows={report?.members}
      rowKey={({ id }) => `member ${id}`}
    />
  )
}

function memberColumns(say: Say, language: Language): readonly Column<AttendanceOfMember>[] {
  return [
    {
      id: 'member',
      header: say(fields.name),
      value: (row) => shownName(language, row),
      searchBy: ({ name, other_name }) => `${name} ${other_name ?? ''}`,
      width: 220,
      rowHeader: true,
    },
    {
      id: 'department',
      header: say(fields.department),
      value: (row) => localized(language, row, 'department_name') ?? say(messages.departments.unknown),
      width: 200,
    },
    numberColumn('events', say(words.events), ({ events }) => events),
    {
      id: 'points',
      header: say(words.points),
      value: ({ points }) => points,
      cell: ({ points }) => formatPoints(points),
      fits: true,
      width: 90,
      align: 'end',
    },
  ]
}
