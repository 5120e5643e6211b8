import { formatDayIn } from '../../../contract/dates.ts'
import { type Message, messages, type Say } from '../../../contract/languages/catalogue.ts'
import type { User } from '../../../contract/users.ts'
import { portalZone } from '../../ui/time-zone.ts'

/** When the user was invited, and what became of it; undefined for a user who never was. A server of the release before does not say. */
export function invitationState(say: Say, user: User): Message | undefined {
  if (!user.invited_at) return undefined
  const { users } = messages
  const day = formatDayIn(say, portalZone(), user.invited_at)
  if (user.has_signed_in) return users.invitedSince({ day })
  if (user.invitation === 'sent') return users.invitedOn({ day })
  if (user.invitation === 'waiting') return users.invitationWaiting({ day })
  return users.invitationFailed({ day, email: user.email ?? '', reason: user.invitation_failure ?? users.mailServerAway })
}
