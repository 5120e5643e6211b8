import { typeName } from '../../contract/codes.ts'
import { localized } from '../../contract/localized.ts'
import { PostButton } from '../entities/activities/catalogue-entry.tsx'
import { countPoints } from '../entities/grades/count-points.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Dialog } from '../ui/dialog.tsx'
import type { Kind } from './kinds.ts'
import { type UsedUp, UsedUpNote } from './used-up-note.tsx'

type Props = { kind: Kind; usedUp: UsedUp; onClose: () => void }

/** The places of a kind as choices, each with its points, and with the limit that is used up. */
export function PlacesDialog({ kind, usedUp, onClose }: Props) {
  const say = useSay()
  const language = useLanguage()
  return (
    <Dialog
      open
      onClose={onClose}
      onPhone="sheet"
      title={localized(language, kind, 'name')}
      description={say(typeName(kind.type))}
    >
      <ul className="divide-y divide-line">
        {kind.members.map((activity) => (
          <li key={activity.id} className="flex min-h-14 items-center gap-3 py-1.5">
            <div className="min-w-0 grow wrap-anywhere">
              <bdi className="block font-medium">
                {localized(language, activity, 'place') ?? localized(language, activity, 'name')}
              </bdi>
              <bdi className="block text-sm text-quiet">{say(countPoints(activity.score))}</bdi>
              <div className="text-sm">
                <UsedUpNote activity={activity} usedUp={usedUp} />
              </div>
            </div>
            <PostButton activity={activity} onPost={onClose} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
