import type { Activity } from '../../contract/activities.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized, localizedAndEnglish } from '../../contract/localized.ts'
import { useDeleteActivity } from '../entities/activities/activities.api.ts'
import type { RowHandlers } from '../entities/editable/editable-panel.tsx'
import { useLanguage } from '../language/language.ts'
import type { Column } from '../ui/data-table-model.ts'
import { RowActions } from '../ui/row-actions.tsx'
import { ClampedText, nameColumn, scoreColumn, typeColumn } from './common-columns.tsx'

export function activityColumns(say: Say, language: Language, handlers: RowHandlers<Activity>): Column<Activity>[] {
  return [
    nameColumn(say, language),
    {
      id: 'description',
      header: say(messages.fields.description),
      value: (activity) => localized(language, activity, 'description'),
      searchBy: (activity) => localizedAndEnglish(language, activity, 'description'),
      width: 360,
      cell: (activity) => <ClampedText text={localized(language, activity, 'description')} />,
    },
    scoreColumn(say),
    typeColumn(say),
    {
      id: 'actions',
      header: say(messages.fields.actions),
      cell: (activity) => <ActivityActions activity={activity} {...handlers} />,
      width: 88,
      align: 'end',
      pinned: 'sm',
    },
  ]
}

export function ActivityActions({ activity, onEdit, onDeleted }: RowHandlers<Activity> & { activity: Activity }) {
  const language = useLanguage()
  const { mutate, isPending } = useDeleteActivity(onDeleted)
  return (
    <RowActions
      name={localized(language, activity, 'name')}
      deleting={isPending}
      onEdit={(button) => onEdit(activity, button)}
      onDelete={() => mutate(activity)}
    />
  )
}
