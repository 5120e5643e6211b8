import type { PasswordLinkInput, ResetPasswordInput } from '../../contract/forgotten-password.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { actAs, auditedTransaction } from '../../database/transaction.ts'
import { audit } from '../audit/audit.queries.ts'
import { isLeftToProvider } from '../auth/auth.actions.ts'
import { accounts } from '../auth/auth.queries.ts'
import { hashPassword, refuseWeakPassword } from '../auth/passwords.ts'
import { hashToken, newToken } from '../auth/session-cookie.ts'
import { signInLimits } from '../auth/sign-in-limits.queries.ts'
import { hashUsername, networkOf } from '../auth/sign-in-limits.ts'
import { BadRequest, TooManyAttempts } from '../http/errors.ts'
import { accountMails, type DueMail } from '../mail/account-mails.queries.ts'
import type { Settings } from '../settings.ts'
import { passwordLinks } from './forgotten-password.queries.ts'

const hour = 3600
/** The limit of e-mails per recipient, from however many clients they are requested. */
const mailsPerAccount = 3
/** One a minute: a campus may be behind one address. */
const requestsPerNetwork = 60

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
  const network = { key: `password-link-network:${networkOf(address)}`, most: requestsPerNetwork, windowSeconds: hour }
  const requests = await signInLimits(database).count(network)
  if (requests.attempts > network.most) throw new TooManyAttempts(requests.secondsLeft)

  const account = await passwordLinks(database).accountOf(typed)
  // By the account's own username, so that no other spelling of it has a limit of its own.
  const key = `password-link-account:${hashUsername(account?.username ?? typed)}`
  const { attempts } = await signInLimits(database).count({ key, most: mailsPerAccount, windowSeconds: hour })
  // Nobody gets a link to a password that they cannot sign in with.
  const getsLink = account && attempts <= mailsPerAccount && !isLeftToProvider(settings, account)
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

/** For an e-mail that is about to be sent. Undefined if a newer request has replaced it. */
export async function makePasswordLink(database: Database, mail: DueMail): Promise<string | undefined> {
  const token = newToken()
  return database.begin(async (tx) => {
    await passwordLinks(tx).lockAccount(mail.user_id)
    if (!(await accountMails(tx).isThere(mail.id))) return undefined
    await passwordLinks(tx).voidAll(mail.user_id)
    await passwordLinks(tx).add(mail.user_id, hashToken(token))
    return token
  })
}

/** A new password ends every session of the member and every other link (database/functions/). */
export async function resetPasswordByLink(database: Database, { token, new_password }: ResetPasswordInput, address: string) {
  const tokenHash = hashToken(token)
  const invalid = () => new BadRequest(messages.forgottenPassword.linkInvalid, 'token')
  const account = await passwordLinks(database).accountOfLink(tokenHash)
  // Before any hashing, which only the holder of a link can cause.
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
