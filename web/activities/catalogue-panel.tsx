import { useMemo, useRef, useState } from 'react'
import type { Activity } from '../../contract/activities.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { useActivities } from '../entities/activities/activities.api.ts'
import { ActivityPoints } from '../entities/activities/activity-points.tsx'
import { CatalogueEntry, PostButton } from '../entities/activities/catalogue-entry.tsx'
import { countPoints } from '../entities/grades/count-points.ts'
import { explainedLook } from '../entities/scores/explained-number.tsx'
import { useLanguage, useSay } from '../language/language.ts'
import { useFoundRow } from '../routing/found-row.ts'
import { DataTable, type DataTableHandle } from '../ui/data-table.tsx'
import { NextStep } from '../ui/empty-state.tsx'
import { TableExport } from '../ui/export-menu.tsx'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { useTableInAddress } from '../ui/table-state.ts'
import { ActivityCard, activityCardHeight } from './activity-card.tsx'
import { CatalogueDescription, catalogueColumns } from './catalogue-columns.tsx'

/** The activities that staff can post. */
export function CataloguePanel() {
  const say = useSay()
  const language = useLanguage()
  const { data: activities, isLoadingError, refetch } = useActivities()
  const [read, setRead] = useState<Activity>()
  const table = useRef<DataTableHandle<Activity>>(null)
  const columns = useMemo(() => catalogueColumns(say, language, setRead), [say, language])
  const card = useMemo(
    () => ({
      height: activityCardHeight,
      content: (activity: Activity) => (
        <ActivityCard
          activity={activity}
          points={
            <ActivityPoints activity={activity}>
              <bdi className={explainedLook}>{say(countPoints(activity.score))}</bdi>
            </ActivityPoints>
          }
          description={<CatalogueDescription activity={activity} onRead={setRead} />}
        >
          <PostButton activity={activity} />
        </ActivityCard>
      ),
    }),
    [say],
  )

  const title = say(messages.panels.activityList)

  return (
    <>
      <PanelHeader
        title={title}
        summary={activities ? say(messages.general.activityCount({ count: activities.length })) : noSummaryYet}
      >
        <TableExport title={[title]} disabled={!activities?.length} content={() => table.current?.exported()} />
      </PanelHeader>
      <DataTable
        handle={table}
        caption={title}
        columns={columns}
        card={card}
        rows={activities}
        rowKey={({ id }) => id}
        marked={useFoundRow(activities)}
        error={isLoadingError ? say(messages.activities.fetchFailed) : undefined}
        onRetry={() => void refetch()}
        emptyText={say(messages.activities.empty)}
        emptyHint={<NextStep text={say(messages.empty.activitiesStaff)} />}
        searchLabel={say(messages.activities.searchCatalogue)}
        state={useTableInAddress(columns)}
      />
      {read && <CatalogueEntry activity={read} onClose={() => setRead(undefined)} />}
    </>
  )
}
