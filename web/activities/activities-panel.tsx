import { useState } from 'react'
import type { Activity } from '../../contract/activities.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { useActivities } from '../entities/activities/activities.api.ts'
import { EditablePanel, type RowHandlers } from '../entities/editable/editable-panel.tsx'
import { RemovedButton } from '../entities/editable/removed-button.tsx'
import { ImportButton } from '../entities/imports/import-button.tsx'
import { call } from '../http/api.ts'
import { useFoundRow } from '../routing/found-row.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { ActivityActions, activityColumns } from './activities-columns.tsx'
import { ActivityCard, activityCardHeight } from './activity-card.tsx'
import { ActivityForm } from './activity-form.tsx'
import { ClampedText } from './common-columns.tsx'

const RemovedActivities = lazyComponent(() => import('./removed-activities.tsx'), 'RemovedActivities')
const RecountDialog = lazyComponent(() => import('./recount-dialog.tsx'), 'RecountDialog', 'all')

export function ActivitiesPanel() {
  const { data: rows, error, isFetching, refetch } = useActivities()
  const [recounted, setRecounted] = useState<Activity>()
  const close = () => setRecounted(undefined)

  /** Asks only if something was posted with other points. Without an answer, the change is for the future, as the form says. */
  async function askAboutPoints(changed: Activity) {
    const preview = await call('GET /activities/recount/:id', { params: { id: changed.id } }).catch(() => undefined)
    if (preview && preview.postings > 0) setRecounted(changed)
  }

  return (
    <>
      <EditablePanel
        title={messages.panels.activityList}
        list={{ rows, failure: error && !rows && !isFetching ? messages.activities.fetchFailed : undefined, retry: refetch }}
        summary={summaryOf}
        columns={activityColumns}
        card={cardOf}
        sentences={messages.activities}
        nextStep={messages.empty.activities}
        formName="activity"
        form={(activity, handlers) => (
          <ActivityForm
            activity={activity}
            onPointsChanged={(changed) => void askAboutPoints(changed)}
            onShowPoints={setRecounted}
            {...handlers}
          />
        )}
        add={{ button: messages.activities.add }}
        tools={
          <>
            <ImportButton kind="activities" />
            <RemovedButton tab="activity" />
          </>
        }
        found={useFoundRow(rows)}
        Removed={RemovedActivities}
      />
      {recounted && (
        <LazyBoundary onFailure={close}>
          <RecountDialog activity={recounted} onClose={close} />
        </LazyBoundary>
      )}
    </>
  )
}

function summaryOf(activities: readonly Activity[], say: Say): string {
  return say(messages.activities.summary({ count: activities.length }))
}

function cardOf(language: Language, handlers: RowHandlers<Activity>, mayChange: boolean) {
  return {
    height: activityCardHeight,
    content: (activity: Activity) => (
      <ActivityCard activity={activity} description={<ClampedText text={localized(language, activity, 'description')} />}>
        {mayChange && <ActivityActions activity={activity} {...handlers} />}
      </ActivityCard>
    ),
  }
}
