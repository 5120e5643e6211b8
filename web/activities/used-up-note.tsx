import type { Activity } from '../../contract/activities.ts'
import type { Home } from '../../contract/home.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { exceededLimit } from '../../contract/limit-sentences.ts'
import { useSay } from '../language/language.ts'

export type UsedUp = Home['used_up']

/** The limit that is used up, in words; nothing while the activity still counts. */
export function UsedUpNote({ activity, usedUp }: { activity: Activity; usedUp: UsedUp }) {
  const say = useSay()
  const found = usedUp.find(({ activity_id }) => activity_id === activity.id)
  if (!found) return null
  return (
    <bdi className="line-clamp-2 font-medium text-ink">
      {say(messages.activities.usedUp({ limit: exceededLimit(found.limit, activity.type) }))}
    </bdi>
  )
}
