import { useNavigate } from '@tanstack/react-router'
import type { Activity } from '../../../contract/activities.ts'
import { typeName } from '../../../contract/codes.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import { pages } from '../../../contract/pages.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { countPoints } from '../grades/count-points.ts'

type PostButtonProps = {
  activity: Activity
  isMain?: boolean
  /** Closes the dialog in which the button stands. */
  onPost?: () => void
}

/** A link to the posting form with this activity chosen. */
export function PostButton({ activity, isMain = false, onPost }: PostButtonProps) {
  const say = useSay()
  const language = useLanguage()
  const navigate = useNavigate()
  return (
    <Button
      look={isMain ? 'primary' : 'plain'}
      size={isMain ? 'medium' : 'small'}
      aria-label={say(messages.activities.postNamed({ name: localized(language, activity, 'name') }))}
      className="max-sm:min-h-11 sm:in-data-[density=compact]:min-h-8"
      onClick={() => {
        onPost?.()
        void navigate({ to: pages.staffDashboard, search: { tab: 'your-activity', activity: activity.id } })
      }}
    >
      {say(messages.activities.post)}
    </Button>
  )
}

/** The full description; the table shows only its beginning. */
export function CatalogueEntry({ activity, onClose }: { activity: Activity; onClose: () => void }) {
  const say = useSay()
  const language = useLanguage()
  const { score, type } = activity
  const description = messages.activities.pointsAndType({ points: countPoints(score), type: typeName(type) })
  return (
    <Dialog open onClose={onClose} title={localized(language, activity, 'name')} description={say(description)}>
      <p className="whitespace-pre-line wrap-anywhere">{localized(language, activity, 'description')}</p>
      <div className="mt-5 flex justify-end">
        <PostButton activity={activity} isMain />
      </div>
    </Dialog>
  )
}
