import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import type { AuditRecord } from '../../contract/audit.ts'
import type { Names } from '../../contract/audit-values.ts'
import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { refusalOf } from '../api.ts'
import { useDepartments } from '../departments/departments.api.ts'
import { useTerms } from '../terms/terms.api.ts'
import { Button } from '../ui/button.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { download } from '../ui/export-file.ts'
import { ExportMenu } from '../ui/export-menu.tsx'
import { formatCount } from '../ui/numbers.ts'
import { useIsSmallScreen } from '../ui/page-size.ts'
import { PanelHeader } from '../ui/panel.tsx'
import { type AuditFilters, fileAddress, filtersIn, useAudit, useAuditPeople } from './audit.api.ts'
import { auditColumns, narrowAuditColumns } from './audit-columns.tsx'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import { RecordDialog } from './record-dialog.tsx'
import { ShowMore } from './show-more.tsx'

const route = getRouteApi(pages.adminDashboard)

export function AuditPanel() {
  const filters = filtersIn(route.useSearch())
  const navigate = route.useNavigate()
  const firstFilter = useRef<HTMLSelectElement>(null)
  const sentFilters = withWholeDays(filters)
  const audit = useAudit(sentFilters)
  const { records, isLoadingError, error, refetch } = audit

  const { data: people } = useAuditPeople()
  const names = useNames(people)
  const [viewed, setViewed] = useState<AuditRecord>()
  const isNarrow = useIsSmallScreen()
  const columns = useMemo(() => (isNarrow ? narrowAuditColumns : auditColumns)(names, setViewed), [isNarrow, names])

  /** In the URL, so that a reload, a bookmark or a shared link shows the same records. */
  function setFilters({ person, ...others }: AuditFilters) {
    const set = Object.fromEntries(Object.entries(others).filter(([, value]) => value))
    void navigate({ search: { tab: 'audit', ...set, ...(person ? { person: Number(person) } : {}) }, replace: true })
  }

  function clear() {
    // The button disappears with the filters, so focus moves first.
    firstFilter.current?.focus()
    setFilters({})
  }

  return (
    <>
      <PanelHeader title="Audit" summary="Who changed what, newest first">
        {Object.values(filters).some(Boolean) && (
          <Button look="ghost" onClick={clear}>
            Clear filters
          </Button>
        )}
        {/* The server names the file. */}
        <ExportMenu onChoose={(format) => download(fileAddress(sentFilters, format), '')} />
      </PanelHeader>
      <DataTable
        // The row height differs.
        key={String(isNarrow)}
        caption="Audit"
        columns={columns}
        rows={records}
        rowKey={recordId}
        error={isLoadingError ? (refusalOf(error) ?? messages.audit.loadFailed) : undefined}
        onRetry={() => void refetch()}
        emptyText={messages.audit.empty}
        {...(isNarrow ? { rowHeight: 104 } : {})}
        printNote={[
          ...describeFilters(filters, names),
          audit.hasNextPage && messages.audit.newest(formatCount(records?.length ?? 0, 'record', 'records')),
        ]
          .filter(Boolean)
          .join(' · ')}
        tools={<AuditFilterBar people={people} filters={filters} onChange={setFilters} firstRef={firstFilter} />}
      />
      {records && records.length > 0 && (
        <ShowMore audit={audit} summary={`${formatCount(records.length, 'record', 'records')} shown`} />
      )}
      {viewed && <RecordDialog record={viewed} names={names} onClose={() => setViewed(undefined)} />}
    </>
  )
}

function recordId({ id }: AuditRecord) {
  return id
}

function describeFilters({ person, subject, kind, from, to }: AuditFilters, names: Names): string[] {
  const subjects: Readonly<Record<string, readonly [string, string]>> = messages.audit.subjects
  return [
    person && `Person: ${names.users.get(Number(person)) ?? person}`,
    subject && `Subject: ${subjects[subject]?.[1] ?? subject}`,
    kind && `Kind: ${kind}`,
    from && `From ${formatDay(from)}`,
    to && `To ${formatDay(to)}`,
  ].flatMap((text) => text || [])
}

/** While a year is being typed the field holds the years 2 and 20: those dates are not sent. */
function withWholeDays({ from = '', to = '', ...filters }: AuditFilters): AuditFilters {
  const whole = (day: string) => (day >= '1900' && day < '2200' ? day : '')
  return { ...filters, from: whole(from), to: whole(to) }
}

function useNames(people: readonly { id: number; name: string }[] | undefined): Names {
  const { data: departments } = useDepartments()
  const { data: terms } = useTerms()
  return useMemo(
    () => ({ users: namesOf(people), departments: namesOf(departments), terms: namesOf(terms) }),
    [people, departments, terms],
  )
}

function namesOf(list: readonly { id: number; name: string }[] | undefined): ReadonlyMap<number, string> {
  return new Map(list?.map(({ id, name }) => [id, name]))
}
