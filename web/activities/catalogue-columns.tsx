import type { Activity } from '../../contract/activities.ts'
import type { Column } from '../ui/data-table-model.ts'
import { PostButton } from './catalogue-entry.tsx'
import { ClampedText, nameColumn, scoreColumn, typeColumn } from './common-columns.tsx'

export function catalogueColumns(onRead: (activity: Activity) => void): Column<Activity>[] {
  return [
    nameColumn,
    {
      id: 'description',
      header: 'Description',
      value: ({ description }) => description,
      width: 224,
      cell: (activity) => <CatalogueDescription activity={activity} onRead={onRead} />,
    },
    scoreColumn,
    typeColumn,
    {
      id: 'actions',
      header: 'Actions',
      cell: (activity) => <PostButton activity={activity} />,
      width: 84,
      align: 'end',
      pinned: 'sm',
    },
  ]
}

// About as many characters as two lines of the column can show.
const shortEnough = 90

/** Two lines, and a button for the rest if there is more. */
export function CatalogueDescription({ activity, onRead }: { activity: Activity; onRead: (activity: Activity) => void }) {
  if (activity.description.length <= shortEnough) return <ClampedText text={activity.description} />
  return (
    <div className="flex items-end gap-2">
      <ClampedText text={activity.description} />
      <button
        type="button"
        aria-label={`More about ${activity.name}`}
        onClick={() => onRead(activity)}
        className="min-h-6 shrink-0 cursor-pointer rounded-sm px-1 font-medium text-brand underline underline-offset-2"
      >
        More
      </button>
    </div>
  )
}
