import { useMemo, useRef } from 'react'
import type { Activity } from '../../contract/activities.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { useOpenForm } from '../open-form.ts'
import { Button } from '../ui/button.tsx'
import { DataTable, type DataTableHandle } from '../ui/data-table.tsx'
import { TableExport } from '../ui/export-menu.tsx'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { useTableInAddress } from '../ui/table-state.ts'
import { useActivities } from './activities.api.ts'
import { ActivityActions, activityColumns } from './activities-columns.tsx'
import { ActivityCard, activityCardHeight } from './activity-card.tsx'
import { ActivityForm } from './activity-form.tsx'
import { ClampedText } from './common-columns.tsx'

export function ActivitiesPanel() {
  const { data: activities, error, isFetching, refetch } = useActivities()
  const { open, openFor, closeFor, leave, close, closeSaved, marked } = useOpenForm<Activity>({
    form: 'activity',
    rows: activities,
    gone: messages.activities.notFound,
  })
  const table = useRef<DataTableHandle<Activity>>(null)
  const handlers = useMemo(() => ({ onEdit: openFor, onDeleted: closeFor }), [openFor, closeFor])
  const columns = useMemo(() => activityColumns(handlers), [handlers])
  const card = useMemo(
    () => ({
      height: activityCardHeight,
      content: (activity: Activity) => (
        <ActivityCard activity={activity} description={<ClampedText text={activity.description} />}>
          <ActivityActions activity={activity} {...handlers} />
        </ActivityCard>
      ),
    }),
    [handlers],
  )

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
        <ActivityForm
          key={open === 'new' ? 'new' : open.id}
          activity={open === 'new' ? undefined : open}
          onSaved={closeSaved}
          onCancel={close}
          onLeave={leave}
        />
      )}
      <DataTable
        handle={table}
        caption="Activity List"
        columns={columns}
        card={card}
        rows={activities}
        rowKey={activityKey}
        marked={marked?.id}
        error={error && !activities && !isFetching ? messages.activities.fetchFailed : undefined}
        onRetry={refetch}
        emptyText={messages.activities.empty}
        searchLabel="Search activities"
        state={useTableInAddress(columns)}
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
