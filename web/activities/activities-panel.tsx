import { useMemo, useRef } from 'react'
import type { Activity } from '../../contract/activities.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { useFoundRow } from '../finding/found-row.ts'
import { ImportButton } from '../imports/import-button.tsx'
import { useLanguage, useSay } from '../language.ts'
import { LazyBoundary, lazyComponent } from '../lazy-component.tsx'
import { useOpenForm } from '../open-form.ts'
import { RemovedButton, useShowsRemoved } from '../removed/removed-button.tsx'
import { Button } from '../ui/button.tsx'
import { DataTable, type DataTableHandle } from '../ui/data-table.tsx'
import { NextStep } from '../ui/empty-state.tsx'
import { TableExport } from '../ui/export-menu.tsx'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { useTableInAddress } from '../ui/table-state.ts'
import { useActivities } from './activities.api.ts'
import { ActivityActions, activityColumns } from './activities-columns.tsx'
import { ActivityCard, activityCardHeight } from './activity-card.tsx'
import { ActivityForm } from './activity-form.tsx'
import { ClampedText } from './common-columns.tsx'

const RemovedActivities = lazyComponent(() => import('../removed/removed-activities.tsx'), 'RemovedActivities')

export function ActivitiesPanel() {
  return useShowsRemoved() ? (
    <LazyBoundary>
      <RemovedActivities />
    </LazyBoundary>
  ) : (
    <ActivityList />
  )
}

function ActivityList() {
  const say = useSay()
  const language = useLanguage()
  const { data: activities, error, isFetching, refetch } = useActivities()
  const { open, openFor, closeFor, leave, close, closeSaved, marked } = useOpenForm<Activity>({
    form: 'activity',
    rows: activities,
    gone: messages.activities.notFound,
  })
  const found = useFoundRow(activities)
  const table = useRef<DataTableHandle<Activity>>(null)
  const handlers = useMemo(() => ({ onEdit: openFor, onDeleted: closeFor }), [openFor, closeFor])
  const columns = useMemo(() => activityColumns(say, language, handlers), [say, language, handlers])
  const card = useMemo(
    () => ({
      height: activityCardHeight,
      content: (activity: Activity) => (
        <ActivityCard activity={activity} description={<ClampedText text={localized(language, activity, 'description')} />}>
          <ActivityActions activity={activity} {...handlers} />
        </ActivityCard>
      ),
    }),
    [language, handlers],
  )

  const title = say(messages.panels.activityList)

  return (
    <>
      <PanelHeader
        title={title}
        summary={activities ? say(messages.activities.summary({ count: activities.length })) : noSummaryYet}
      >
        <TableExport title={[title]} disabled={!activities?.length} content={() => table.current?.exported()} />
        <ImportButton kind="activities" />
        <RemovedButton tab="activity" />
        <Button
          look={open ? 'plain' : 'primary'}
          onClick={(event) => (open ? close() : openFor('new', event.currentTarget))}
          className="min-w-32"
        >
          {say(open ? messages.actions.cancel : messages.activities.add)}
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
        caption={title}
        columns={columns}
        card={card}
        rows={activities}
        rowKey={activityKey}
        marked={marked?.id ?? found}
        error={error && !activities && !isFetching ? say(messages.activities.fetchFailed) : undefined}
        onRetry={refetch}
        emptyText={say(messages.activities.empty)}
        emptyHint={
          <NextStep text={say(messages.empty.activities)}>
            {!open && (
              <Button look="primary" onClick={(event) => openFor('new', event.currentTarget)}>
                {say(messages.activities.add)}
              </Button>
            )}
          </NextStep>
        }
        searchLabel={say(messages.activities.search)}
        state={useTableInAddress(columns)}
      />
    </>
  )
}

function activityKey({ id }: Activity) {
  return id
}
