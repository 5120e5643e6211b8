import type { Activity } from '../../contract/activities.ts'
import { Badge } from '../ui/badge.tsx'
import type { Column } from '../ui/data-table-model.ts'
import { RowActions } from '../ui/row-actions.tsx'
import { useDeleteActivity } from './activities.api.ts'

type Handlers = {
  onEdit: (activity: Activity, button: HTMLElement) => void
  onDeleted: (id: number) => void
}

export function activityColumns(handlers: Handlers): Column<Activity>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      value: ({ name }) => name,
      width: 190,
      rowHeader: true,
      cell: ({ name }) => (
        <div title={name} className="line-clamp-3 font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </div>
      ),
    },
    {
      id: 'description',
      header: 'Description',
      value: ({ description }) => description,
      width: 360,
      cell: ({ description }) => (
        <div title={description} className="line-clamp-3 text-pretty wrap-anywhere">
          <bdi>{description}</bdi>
        </div>
      ),
    },
    { id: 'score', header: 'Score', value: ({ score }) => score, width: 76, align: 'end' },
    {
      id: 'type',
      header: 'Type',
      value: ({ type }) => type,
      cell: ({ type }) => <Badge>{type}</Badge>,
      width: 124,
      filter: 'All types',
    },
    {
      id: 'actions',
      header: 'Actions',
      cell: (activity) => <ActivityActions activity={activity} {...handlers} />,
      width: 88,
      align: 'end',
      pinned: true,
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
