import { useMemo, useRef, useState } from 'react'
import type { Activity } from '../../contract/activities.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { DataTable, type DataTableHandle } from '../ui/data-table.tsx'
import { TableExport } from '../ui/export-menu.tsx'
import { formatCount } from '../ui/numbers.ts'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { useTableInAddress } from '../ui/table-state.ts'
import { useActivities } from './activities.api.ts'
import { ActivityCard, activityCardHeight } from './activity-card.tsx'
import { CatalogueDescription, catalogueColumns } from './catalogue-columns.tsx'
import { CatalogueEntry, PostButton } from './catalogue-entry.tsx'

/** The activities that staff can post. */
export function CataloguePanel() {
  const { data: activities, isLoadingError, refetch } = useActivities()
  const [read, setRead] = useState<Activity>()
  const table = useRef<DataTableHandle<Activity>>(null)
  const columns = useMemo(() => catalogueColumns(setRead), [])
  const card = useMemo(
    () => ({
      height: activityCardHeight,
      content: (activity: Activity) => (
        <ActivityCard activity={activity} description={<CatalogueDescription activity={activity} onRead={setRead} />}>
          <PostButton activity={activity} />
        </ActivityCard>
      ),
    }),
    [],
  )

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
        card={card}
        rows={activities}
        rowKey={({ id }) => id}
        error={isLoadingError ? messages.activities.fetchFailed : undefined}
        onRetry={() => void refetch()}
        emptyText={messages.activities.empty}
        searchLabel="Search name or description"
        state={useTableInAddress(columns)}
      />
      {read && <CatalogueEntry activity={read} onClose={() => setRead(undefined)} />}
    </>
  )
}
