import { Eye, Gauge, Hourglass, ListChecks, type LucideIcon, ShieldCheck, UserCog } from 'lucide-react'
import { rightName, roles } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { GivenRight } from '../../contract/rights.ts'
import type { User } from '../../contract/users.ts'
import { useSay } from '../language/language.ts'
import { Tooltip } from '../ui/tooltip.tsx'

const icons: Readonly<Record<GivenRight, LucideIcon>> = {
  administrator: ShieldCheck,
  score_keeper: Gauge,
  reviewer: ListChecks,
  reader: Eye,
  give_rights: UserCog,
}

type Props = { user: User; rights: readonly GivenRight[]; isWaiting: boolean }

/** The rights beside the role, below it: the column has no room for their names, which a tooltip says. */
export function RightsOfUser({ user, rights, isWaiting }: Props) {
  const say = useSay()
  // With the role comes giving rights: only an administrator by role without it would be worth a mark.
  const shown = rights.filter((right) => !(right === 'give_rights' && user.role_id === roles.admin))
  if (shown.length === 0 && !isWaiting) return null
  const names = shown.map((right) => say(rightName(right))).join(say(messages.general.list({ first: '', rest: '' })))
  return (
    <div className="flex h-3 gap-1.5 leading-none">
      {names && (
        <Tooltip text={names} side="above" isOnPress>
          {() => (
            <span role="img" aria-label={names} className="flex gap-1 text-brand">
              {shown.map((right) => {
                const Icon = icons[right]
                return <Icon key={right} aria-hidden="true" className="size-3" />
              })}
            </span>
          )}
        </Tooltip>
      )}
      {isWaiting && (
        <Tooltip text={say(messages.users.waitsForSecond)} side="above" isOnPress>
          {() => (
            <span role="img" aria-label={say(messages.users.waitsForSecond)} className="flex text-brass">
              <Hourglass aria-hidden="true" className="size-3" />
            </span>
          )}
        </Tooltip>
      )}
    </div>
  )
}
