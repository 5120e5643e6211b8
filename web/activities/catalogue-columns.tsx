import type { Activity } from '../../contract/activities.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized, localizedAndEnglish } from '../../contract/localized.ts'
import { formatPoints } from '../../contract/points.ts'
import { ActivityPoints } from '../entities/activities/activity-points.tsx'
import { PostButton } from '../entities/activities/catalogue-entry.tsx'
import { explainedLook } from '../entities/scores/explained-number.tsx'
import { useLanguage, useSay } from '../language/language.ts'
import { AlignedNumber } from '../ui/aligned-number.tsx'
import type { Column } from '../ui/data-table-model.ts'
import { ClampedText, nameColumn, scoreColumn, typeColumn } from './common-columns.tsx'

export function catalogueColumns(say: Say, language: Language, onRead: (activity: Activity) => void): Column<Activity>[] {
  return [
    nameColumn(say, language),
    {
      id: 'description',
      header: say(messages.fields.description),
      value: (activity) => localized(language, activity, 'description'),
      searchBy: (activity) => localizedAndEnglish(language, activity, 'description'),
      width: 224,
      cell: (activity) => <CatalogueDescription activity={activity} onRead={onRead} />,
    },
    {
      ...scoreColumn(say),
      cell: (activity) => (
        <ActivityPoints activity={activity}>
          <AlignedNumber text={formatPoints(activity.score)} className={explainedLook} />
        </ActivityPoints>
      ),
    },
    typeColumn(say),
    {
      id: 'actions',
      header: say(messages.fields.actions),
      cell: (activity) => <PostButton activity={activity} />,
      width: 84,
      align: 'end',
      pinned: 'sm',
    },
  ]
}

// The number of characters that two lines of the column can show, approximately.
const shortEnough = 90

/** Two lines of the description, and a button for the rest if there is more. */
export function CatalogueDescription({ activity, onRead }: { activity: Activity; onRead: (activity: Activity) => void }) {
  const say = useSay()
  const language = useLanguage()
  const description = localized(language, activity, 'description')
  if (description.length <= shortEnough) return <ClampedText text={description} />
  return (
    <div className="flex items-end gap-2">
      <ClampedText text={description} />
      <button
        type="button"
        aria-label={say(messages.activities.moreAbout({ name: localized(language, activity, 'name') }))}
        onClick={() => onRead(activity)}
        className="relative touch-area min-h-6 shrink-0 cursor-pointer rounded-sm px-1 font-medium text-brand underline underline-offset-2"
      >
        {say(messages.activities.more)}
      </button>
    </div>
  )
}
