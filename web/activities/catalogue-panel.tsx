import { memo, useEffect, useMemo, useRef, useState } from 'react'
import type { Activity } from '../../contract/activities.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { useActivities } from '../entities/activities/activities.api.ts'
import { ActivityPoints } from '../entities/activities/activity-points.tsx'
import { CatalogueEntry, PostButton } from '../entities/activities/catalogue-entry.tsx'
import { countPoints } from '../entities/grades/count-points.ts'
import { useHome } from '../entities/home/home.api.ts'
import { HomeLoading } from '../entities/home/home-loading.tsx'
import { explainedLook } from '../entities/scores/explained-number.tsx'
import { useLanguage, useSay } from '../language/language.ts'
import { useFoundRow } from '../routing/found-row.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { DataTable, type DataTableHandle } from '../ui/data-table.tsx'
import { NextStep } from '../ui/empty-state.tsx'
import { TableExport } from '../ui/export-menu.tsx'
import { useIsPageAtLeast, useIsSmallScreen } from '../ui/page-size.ts'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { useTableInAddress } from '../ui/table-state.ts'
import { ActivityCard, activityCardHeight } from './activity-card.tsx'
import { CatalogueDescription, catalogueColumns } from './catalogue-columns.tsx'
import { KindCard } from './kind-card.tsx'
import { byKind, isKind, membersOf } from './kinds.ts'
import { type UsedUp, UsedUpNote } from './used-up-note.tsx'

// Loaded together with this panel, after what every first page loads.
const HomeBlock = lazyComponent(() => import('../entities/home/home-block.tsx'), 'HomeBlock')
const loadingBlock = HomeBlock.preload?.()

/** The first page of a member: what concerns them, and the activities that they can post. */
export function CataloguePanel() {
  const home = useHome()
  const [isBlockLoaded, setIsBlockLoaded] = useState(false)
  useEffect(() => {
    void loadingBlock?.then(() => setIsBlockLoaded(true))
  }, [])
  // On a narrow page the height of the block is that of its texts: nothing is below it before it is known.
  const isHeightKnown = useIsPageAtLeast(64) || (isBlockLoaded && !home.isPending)
  return (
    <>
      <LazyBoundary fallback={<HomeLoading />}>
        <HomeBlock query={home} />
      </LazyBoundary>
      {isHeightKnown ? <Catalogue usedUp={home.data?.used_up.length ? home.data.used_up : none} /> : <LoadActivities />}
    </>
  )
}

const none: UsedUp = []

/** Loads the list at the same time as the block above it. */
function LoadActivities() {
  useActivities()
  return null
}

const Catalogue = memo(function Catalogue({ usedUp }: { usedUp: UsedUp }) {
  const { data: activities, isLoadingError, refetch } = useActivities()
  const say = useSay()
  const language = useLanguage()
  const [read, setRead] = useState<Activity>()
  const table = useRef<DataTableHandle<Activity>>(null)
  const columns = useMemo(() => catalogueColumns(say, language, setRead), [say, language])
  const card = useMemo(
    () => ({
      height: activityCardHeight,
      content: (activity: Activity) =>
        isKind(activity) ? (
          <KindCard kind={activity} usedUp={usedUp} />
        ) : (
          <ActivityCard
            activity={activity}
            points={
              <ActivityPoints activity={activity}>
                <bdi className={explainedLook}>{say(countPoints(activity.score))}</bdi>
              </ActivityPoints>
            }
            description={
              usedUp.some(({ activity_id }) => activity_id === activity.id) ? (
                <UsedUpNote activity={activity} usedUp={usedUp} />
              ) : (
                <CatalogueDescription activity={activity} onRead={setRead} />
              )
            }
          >
            <PostButton activity={activity} />
          </ActivityCard>
        ),
    }),
    [say, usedUp],
  )
  // On a phone, a kind of activity is one row; from tablet width up, the list is the table of all activities.
  const isPhone = useIsSmallScreen()
  const rows = useMemo(() => (isPhone && activities ? byKind(activities) : activities), [isPhone, activities])
  const found = useFoundRow(activities)
  const hasKinds = rows?.some(isKind)

  const title = say(messages.panels.activityList)

  /** The activities of the rows that are shown. */
  function exported() {
    const shown = table.current?.exported()
    return shown && { ...shown, rows: shown.rows.flatMap(membersOf) }
  }

  return (
    <>
      <PanelHeader
        title={title}
        summary={
          rows
            ? say((hasKinds ? messages.activities.kindCount : messages.general.activityCount)({ count: rows.length }))
            : noSummaryYet
        }
      >
        <TableExport title={[title]} disabled={!activities?.length} content={exported} />
      </PanelHeader>
      <DataTable
        handle={table}
        caption={title}
        columns={columns}
        card={card}
        rows={rows}
        rowKey={({ id }) => id}
        marked={rows?.find((row) => membersOf(row).some(({ id }) => id === found))?.id}
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
})
