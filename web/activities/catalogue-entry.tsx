import { useNavigate } from '@tanstack/react-router'
import type { Activity } from '../../contract/activities.ts'
import { pages } from '../../contract/pages.ts'
import { countPoints } from '../grading/count-points.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Opens the posting form with this activity chosen. */
export function PostButton({ activity, isMain = false }: { activity: Activity; isMain?: boolean }) {
  const navigate = useNavigate()
  return (
    <Button
      look={isMain ? 'primary' : 'plain'}
      size={isMain ? 'medium' : 'small'}
      aria-label={`Post ${activity.name}`}
      className="max-sm:min-h-10 in-data-[density=compact]:min-h-8"
      onClick={() => void navigate({ to: pages.staffDashboard, search: { tab: 'your-activity', activity: activity.id } })}
    >
      Post
    </Button>
  )
}

/** The full description; the table shows only its beginning. */
export function CatalogueEntry({ activity, onClose }: { activity: Activity; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={activity.name} description={`${countPoints(activity.score)} · ${activity.type}`}>
      <p className="whitespace-pre-line wrap-anywhere">{activity.description}</p>
      <div className="mt-5 flex justify-end">
        <PostButton activity={activity} isMain />
      </div>
    </Dialog>
  )
}
