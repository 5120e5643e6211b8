import type { PasswordLinkInput, ResetPasswordInput } from '../../contract/forgotten-password.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { invitationDays, attempts as most, passwordLinkMinutes } from '../../contract/limits.ts'
import type { Database } from '../../database/connect.ts'
import { actAs, auditedTransaction } from '../../database/transaction.ts'
import { audit } from '../audit/audit.queries.ts'
import { isLeftToProvider } from '../auth/auth.actions.ts'
import { accounts } from '../auth/auth.queries.ts'
import { hashPassword, refuseWeakPassword } from '../auth/passwords.ts'
import { hashToken, newToken } from '../auth/session-cookie.ts'
import { signInLimits } from '../auth/sign-in-limits.queries.ts'
import { hashUsername, networkOf } from '../auth/sign-in-limits.ts'
import { BadRequest, TooManyAttempts } from '../errors/errors.ts'
import { accountMails, type DueMail } from '../mail/account-mails.queries.ts'
import type { Settings } from '../settings.ts'
import { passwordLinks } from './forgotten-password.queries.ts'

/**
 * Queues the e-mail with the link. The same queries run whether the account exists, has an e-mail address or has had its e-mails of this
 * hour, so that neither the reply nor its time tells. The link is made when the e-mail is sent, and older links are void from now on.
 */
export async function requestPasswordLink(
  database: Database,
  settings: Pick<Settings, 'SSO_PASSWORDS'>,
  { account: typed }: PasswordLinkInput,
  address: string,
) {
  const network = networkOf(address)
  // A request that is refused for one account, by what was typed, does not count for the whole network.
  const limits = [
    { key: `password-link-pair:${hashUsername(typed)}:${network}`, ...most.passwordPair },
    { key: `password-link-network:${network}`, ...most.passwordNetwork },
  ]
  for (const limit of limits) {
    const { attempts: requests, secondsLeft } = await signInLimits(database).count(limit)
    if (requests > limit.most) throw new TooManyAttempts(secondsLeft)
  }

  const account = await passwordLinks(database).accountOf(typed)
  // The limit is that of the account's own username, so that no other spelling of it has a limit of its own.
  const key = `password-link-account:${hashUsername(account?.username ?? typed)}`
  const { attempts } = await signInLimits(database).count({ key, ...most.passwordMail })
  // A user who cannot sign in with a password gets no link to one.
  const getsLink = account && attempts <= most.passwordMail.most && !isLeftToProvider(settings, account)
  const receiver = getsLink ? account.id : null

  await database.begin(async (tx) => {
    await actAs(tx, { id: undefined, address })
    await passwordLinks(tx).lockAccount(receiver)
    await passwordLinks(tx).voidAll(receiver)
    await accountMails(tx).remove('password link', receiver)
    await accountMails(tx).add('password link', receiver)
    await audit(tx).record({ kind: 'password link requested', personId: account?.id })
  })
}

/**
 * Makes the link for an e-mail that is about to be sent. Undefined if a newer request has replaced it, or if an invited user has signed in
 * meanwhile.
 */
export async function makePasswordLink(database: Database, mail: DueMail): Promise<string | undefined> {
  const token = newToken()
  return database.begin(async (tx) => {
    await passwordLinks(tx).lockAccount(mail.user_id)
    if (!(await accountMails(tx).isThere(mail.id))) return undefined
    if (mail.is_invitation && (await passwordLinks(tx).hasSignedIn(mail.user_id))) return undefined
    await passwordLinks(tx).voidAll(mail.user_id)
    const validMinutes = mail.is_invitation ? invitationDays * 24 * 60 : passwordLinkMinutes
    await passwordLinks(tx).add(mail.user_id, hashToken(token), validMinutes)
    return token
  })
}

/** A new password ends every session of the member and every other link (database/functions/). */
export async function resetPasswordByLink(database: Database, { token, new_password }: ResetPasswordInput, address: string) {
  const tokenHash = hashToken(token)
  const invalid = () => new BadRequest(messages.forgottenPassword.linkInvalid, 'token')
  const account = await passwordLinks(database).accountOfLink(tokenHash)
  // The link is checked before any hashing, which only the holder of a link can cause.
  if (!account) throw invalid()
  refuseWeakPassword(new_password, account.username, 'new_password')
  const passwordHash = await hashPassword(new_password)
  await auditedTransaction(database, { id: account.id, address }, async (tx, by) => {
    await passwordLinks(tx).lockAccount(by)
    if (!(await passwordLinks(tx).use(tokenHash))) throw invalid()
    await accounts(tx).setPassword(by, passwordHash, by)
    // Failures with the forgotten password do not hold the new one back.
    await signInLimits(tx).forget(account.username)
    await accountMails(tx).add('password changed', by)
    await audit(tx).record({ kind: 'password reset', personId: by })
  })
  return account
}
