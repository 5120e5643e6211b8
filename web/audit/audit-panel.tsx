import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import type { AuditRecord } from '../../contract/audit.ts'
import { kindName, subjectsName } from '../../contract/audit-names.ts'
import type { Names } from '../../contract/audit-values.ts'
import { formatDay } from '../../contract/dates.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { type AuditFilters, fileAddress, filtersIn, useAudit, useAuditPeople } from '../entities/audit/audit.api.ts'
import { ShowMore } from '../entities/audit/show-more.tsx'
import { refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { NextStep } from '../ui/empty-state.tsx'
import { download } from '../ui/export-file.ts'
import { ExportMenu, listFormats } from '../ui/export-menu.tsx'
import { useIsSmallScreen } from '../ui/page-size.ts'
import { PanelHeader } from '../ui/panel.tsx'
import { auditColumns, narrowAuditColumns } from './audit-columns.tsx'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import { RecordDialog } from './record-dialog.tsx'

const route = getRouteApi(pages.adminDashboard)
const noNames: Names = {}

export function AuditPanel() {
  const say = useSay()
  const filters = filtersIn(route.useSearch())
  const navigate = route.useNavigate()
  const firstFilter = useRef<HTMLSelectElement>(null)
  const sentFilters = withWholeDays(filters)
  const audit = useAudit(sentFilters)
  const { records, isLoadingError, error, refetch } = audit

  const { people, names = noNames } = useAuditPeople().data ?? {}
  const [viewed, setViewed] = useState<AuditRecord>()
  const isNarrow = useIsSmallScreen()
  const columns = useMemo(() => (isNarrow ? narrowAuditColumns : auditColumns)(say, names, setViewed), [say, isNarrow, names])

  /** Stores the filters in the URL, so that a reload, a bookmark or a shared link shows the same records. */
  function setFilters({ person, about, ...others }: AuditFilters) {
    const set = Object.fromEntries(Object.entries(others).filter(([, value]) => value))
    const people = { ...(person ? { person: Number(person) } : {}), ...(about ? { about: Number(about) } : {}) }
    void navigate({ search: { tab: 'audit', ...set, ...people }, replace: true })
  }

  function clear() {
    // The button disappears with the filters, so focus moves first.
    firstFilter.current?.focus()
    setFilters({})
  }

  return (
    <>
      <PanelHeader title={say(messages.panels.audit)} summary={say(messages.audit.summary)}>
        {Object.values(filters).some(Boolean) && (
          <Button look="ghost" onClick={clear}>
            {say(messages.actions.clearFilters)}
          </Button>
        )}
        {/* The server names the file. */}
        <ExportMenu formats={listFormats} onChoose={(format) => download(fileAddress(sentFilters, format), '')} />
      </PanelHeader>
      <DataTable
        // The row height differs on a narrow screen.
        key={String(isNarrow)}
        caption={say(messages.panels.audit)}
        columns={columns}
        rows={records}
        rowKey={recordId}
        error={isLoadingError ? say(refusalOf(error) ?? messages.audit.loadFailed) : undefined}
        onRetry={() => void refetch()}
        emptyText={say(messages.audit.empty)}
        emptyHint={
          Object.values(filters).some(Boolean) ? (
            <NextStep text={say(messages.empty.auditFiltered)}>
              <Button onClick={clear}>{say(messages.actions.showAll)}</Button>
            </NextStep>
          ) : (
            <NextStep text={say(messages.empty.audit)} />
          )
        }
        {...(isNarrow ? { rowHeight: 104 } : {})}
        printNote={[
          ...describeFilters(say, filters, names),
          audit.hasNextPage && say(messages.audit.newest({ count: records?.length ?? 0 })),
        ]
          .filter(Boolean)
          .join(say(messages.general.factSeparator))}
        tools={
          <AuditFilterBar
            people={people}
            tables={Object.keys(names)}
            filters={filters}
            onChange={setFilters}
            firstRef={firstFilter}
          />
        }
      />
      {records && records.length > 0 && <ShowMore audit={audit} summary={say(messages.audit.shown({ count: records.length }))} />}
      {viewed && <RecordDialog record={viewed} names={names} onClose={() => setViewed(undefined)} />}
    </>
  )
}

function recordId({ id }: AuditRecord) {
  return id
}

function describeFilters(say: Say, { person, about, q, subject, kind, from, to }: AuditFilters, names: Names): string[] {
  const { audit, auditSearch, general } = messages
  return [
    person && general.labelled({ label: audit.person, value: names['user']?.[person] ?? person }),
    about && general.labelled({ label: auditSearch.about, value: names['user']?.[about] ?? about }),
    q && general.labelled({ label: auditSearch.search, value: q }),
    subject && general.labelled({ label: audit.aboutWhat, value: subjectsName(say, subject) }),
    kind && general.labelled({ label: audit.kind, value: kindName(kind) }),
    from && audit.fromDay({ day: formatDay(say, from) }),
    to && audit.toDay({ day: formatDay(say, to) }),
  ].flatMap((message) => (message ? [say(message)] : []))
}

/** The filters without unfinished dates: while a year is being typed the field holds the years 2 and 20. */
function withWholeDays({ from = '', to = '', ...filters }: AuditFilters): AuditFilters {
  const whole = (day: string) => (day >= '1900' && day < '2200' ? day : '')
  return { ...filters, from: whole(from), to: whole(to) }
}
