import { useMemo, useRef, useState } from 'react'
import type { Activity } from '../../contract/activities.ts'
import { messages } from '../../contract/messages.ts'
import { DataTable, type DataTableHandle } from '../ui/data-table.tsx'
import { TableExport } from '../ui/export-menu.tsx'
import { formatCount } from '../ui/numbers.ts'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { useColumnsForScreen } from '../ui/small-screen.ts'
import { useActivities } from './activities.api.ts'
import { catalogueColumns } from './catalogue-columns.tsx'
import { CatalogueEntry } from './catalogue-entry.tsx'

/** The activities that staff can post. */
export function CataloguePanel() {
  const { data: activities, isLoadingError, refetch } = useActivities()
  const [read, setRead] = useState<Activity>()
  const table = useRef<DataTableHandle<Activity>>(null)
  const columns = useColumnsForScreen(useMemo(() => catalogueColumns(setRead), []))

  return (
    <>
      <PanelHeader
        title="Activity List"
        summary={activities ? formatCount(activities.length, 'activity', 'activities') : noSummaryYet}
      >
        <TableExport title={['Activity List']} disabled={!activities?.length} content={() => table.current?.exported()} />
      </PanelHeader>
      <DataTable
        handle={table}
        caption="Activity List"
        columns={columns}
        rows={activities}
        rowKey={({ id }) => id}
        error={isLoadingError ? messages.activities.fetchFailed : undefined}
        onRetry={() => void refetch()}
        emptyText={messages.activities.empty}
        searchLabel="Search name or description"
      />
      {read && <CatalogueEntry activity={read} onClose={() => setRead(undefined)} />}
    </>
  )
}
