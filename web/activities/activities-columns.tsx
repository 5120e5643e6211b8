import type { Activity } from '../../contract/activities.ts'
import type { Column } from '../ui/data-table-model.ts'
import { RowActions } from '../ui/row-actions.tsx'
import { useDeleteActivity } from './activities.api.ts'
import { nameColumn, scoreColumn, typeColumn } from './common-columns.tsx'

type Handlers = {
  onEdit: (activity: Activity, button: HTMLElement) => void
  onDeleted: (id: number) => void
}

export function activityColumns(handlers: Handlers): Column<Activity>[] {
  return [
    nameColumn,
    {
      id: 'description',
      header: 'Description',
      value: ({ description }) => description,
      width: 360,
      cell: ({ description }) => (
        <div title={description} className="line-clamp-2 text-pretty wrap-anywhere">
          <bdi>{description}</bdi>
        </div>
      ),
    },
    scoreColumn,
    typeColumn,
    {
      id: 'actions',
      header: 'Actions',
      cell: (activity) => <ActivityActions activity={activity} {...handlers} />,
      width: 88,
      align: 'end',
      pinned: 'sm',
    },
  ]
}

function ActivityActions({ activity, onEdit, onDeleted }: Handlers & { activity: Activity }) {
  const { mutate, isPending } = useDeleteActivity(onDeleted)
  return (
    <RowActions
      name={activity.name}
      deleting={isPending}
      onEdit={(button) => onEdit(activity, button)}
      onDelete={() => mutate(activity)}
    />
  )
}
