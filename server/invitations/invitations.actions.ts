import type { InvitationsInput, InvitationsReply, NotInvitedReason } from '../../contract/invitations.ts'
import type { Database } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { isLeftToProvider } from '../auth/auth.actions.ts'
import { accountMails } from '../mail/account-mails.queries.ts'
import type { Settings } from '../settings.ts'
import { type Invitee, invitations } from './invitations.queries.ts'

function whyNot(settings: Pick<Settings, 'SSO_PASSWORDS'>, user: Invitee): NotInvitedReason | undefined {
  if (user.is_removed) return 'gone'
  if (user.has_signed_in) return 'signedIn'
  // A user who cannot sign in with a password gets no link to one.
  if (isLeftToProvider(settings, user)) return 'provider'
  if (!user.has_address) return 'noAddress'
  return user.is_recent ? 'recent' : undefined
}

/** Queues an invitation for each user who may get one. The link is made when its e-mail is sent, and a link sent before works until then. */
export async function inviteUsers(
  database: Database,
  settings: Pick<Settings, 'SSO_PASSWORDS'>,
  actor: Actor,
  { user_ids }: InvitationsInput,
): Promise<Omit<InvitationsReply, 'message'>> {
  return auditedTransaction(database, actor, async (tx) => {
    const ids = [...new Set(user_ids)]
    const known = new Map((await invitations(tx).lock(ids)).map((user) => [user.id, user]))
    const skipped = ids.flatMap((id) => {
      const user = known.get(id)
      const reason = user ? whyNot(settings, user) : 'gone'
      return reason ? [{ id, name: user?.name ?? '', reason }] : []
    })
    const left = new Set(skipped.map(({ id }) => id))
    const invited = ids.filter((id) => !left.has(id))
    await invitations(tx).add(invited)
    await accountMails(tx).addInvitations(invited)
    return { invited, skipped }
  })
}
