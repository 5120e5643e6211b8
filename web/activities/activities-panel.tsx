import { useMemo, useRef } from 'react'
import type { Activity } from '../../contract/activities.ts'
import { messages } from '../../contract/messages.ts'
import { useOpenForm } from '../open-form.ts'
import { Button } from '../ui/button.tsx'
import { DataTable, type DataTableHandle } from '../ui/data-table.tsx'
import { TableExport } from '../ui/export-menu.tsx'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { useColumnsForScreen } from '../ui/small-screen.ts'
import { useActivities } from './activities.api.ts'
import { activityColumns } from './activities-columns.tsx'
import { ActivityForm } from './activity-form.tsx'

export function ActivitiesPanel() {
  const { data: activities, error, isFetching, refetch } = useActivities()
  const { open, openFor, close, closeFor } = useOpenForm<Activity>('activity')
  const table = useRef<DataTableHandle<Activity>>(null)
  const columns = useMemo(() => activityColumns({ onEdit: openFor, onDeleted: closeFor }), [openFor, closeFor])

  return (
    <>
      <PanelHeader title="Activity List" summary={activities ? summaryOf(activities.length) : noSummaryYet}>
        <TableExport title={['Activity List']} disabled={!activities?.length} content={() => table.current?.exported()} />
        <Button
          look={open ? 'plain' : 'primary'}
          onClick={(event) => (open ? close() : openFor('new', event.currentTarget))}
          className="min-w-32"
        >
          {open ? 'Cancel' : 'Add Activity'}
        </Button>
      </PanelHeader>
      {open && (
        <ActivityForm key={open === 'new' ? 'new' : open.id} activity={open === 'new' ? undefined : open} onClose={close} />
      )}
      <DataTable
        handle={table}
        caption="Activity List"
        columns={useColumnsForScreen(columns)}
        rows={activities}
        rowKey={activityKey}
        error={error && !activities && !isFetching ? messages.activities.fetchFailed : undefined}
        onRetry={refetch}
        emptyText={messages.activities.empty}
        searchLabel="Search activities"
      />
    </>
  )
}

function activityKey({ id }: Activity) {
  return id
}

function summaryOf(count: number) {
  return `${count} ${count === 1 ? 'activity' : 'activities'} in the catalogue`
}
