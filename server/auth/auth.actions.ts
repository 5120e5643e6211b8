import type { LoginInput, PasswordInput, SignedInUser } from '../../contract/auth.ts'
import { roles } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, actAs, auditedTransaction } from '../../database/transaction.ts'
import { audit } from '../audit/audit.queries.ts'
import { BadRequest, Forbidden, TooManyAttempts, Unauthorized } from '../http/errors.ts'
import type { Settings } from '../settings.ts'
import { type Account, accounts, type SessionMethod, type SsoSession, sessions } from './auth.queries.ts'
import { dummyHash, hashPassword, isPassword, refuseWeakPassword } from './passwords.ts'
import { hashToken, newToken } from './session-cookie.ts'
import { signInLimits } from './sign-in-limits.queries.ts'
import { type Limit, limitsOf, networkOf } from './sign-in-limits.ts'

/** What every way to sign in returns, and what startSession needs. */
export interface Authenticated {
  accountId: number
  /** Checked when the session starts: the account may have changed since it was authenticated. */
  isStillValid: (account: Account, tx: Sql) => boolean | Promise<boolean>
  /** The limits in which the attempt was counted; none where a way to sign in counts none. */
  limits: Limit[]
  method?: SessionMethod
  /** For the audit trail, where it was not the password alone. */
  with?: 'passkey' | 'code' | 'recovery code'
  /** In the transaction of the session, with the account locked: uses up what counts once. Throws if no session may start. */
  complete?: (tx: Sql, account: Account) => Promise<void>
  /** Where it was at the provider, which has this name. */
  sso?: SsoSession & { provider: string }
}

/** Under the account's name, never under what was typed: people type passwords into that field. */
export async function recordRefusal(
  database: Database,
  account: { id: number } | undefined,
  address: string,
  details?: { step: string },
) {
  await database.begin(async (tx) => {
    await actAs(tx, { id: undefined, address })
    await audit(tx).record({ kind: 'sign-in refused', personId: account?.id, ...(details ? { details } : {}) })
  })
}

/** A limit that is used up stops the attempt before it counts against a wider one, which others share. */
export async function countAttempt(database: Database, limits: Limit[], account: { id: number } | undefined, address: string) {
  for (const limit of limits) {
    const { attempts, secondsLeft } = await signInLimits(database).count(limit)
    if (attempts <= limit.most) continue
    if (attempts === limit.most + 1) await recordRefusal(database, account, address)
    throw new TooManyAttempts(secondsLeft)
  }
}

/**
 * Counts the attempt before it looks at the password, so that a hundred attempts at once are a hundred attempts. An unknown username takes
 * the same queries and the same time. Argon2id runs outside of any transaction, so that it holds no connection.
 */
export async function checkPassword(database: Database, { username, password }: LoginInput, address: string) {
  const account = await accounts(database).byUsername(username)
  const network = networkOf(address)
  // By the account's own username, so that no other spelling of it has limits of its own.
  const limits = limitsOf(account?.username ?? username, network, account?.known_networks.includes(network) ?? false)
  await countAttempt(database, limits, account, address)
  const checkedHash = account?.password_hash ?? (await dummyHash)
  const isRight = await isPassword(password, checkedHash).catch(async (error) => {
    // The queue is full: nothing was tried, so nothing counts.
    await signInLimits(database).giveBack(limits)
    throw error
  })
  return { account, limits, checkedHash, isRight }
}

/** Where the settings leave passwords and passkeys of the portal to administrators, all others sign in at the provider. */
export function isLeftToProvider({ SSO_PASSWORDS }: Pick<Settings, 'SSO_PASSWORDS'>, account: Pick<Account, 'role_id'>): boolean {
  return SSO_PASSWORDS === 'admins' && account.role_id !== roles.admin
}

export async function authenticateByPassword(
  database: Database,
  input: LoginInput,
  address: string,
  settings: Pick<Settings, 'SSO_PASSWORDS' | 'SSO_NAME'>,
): Promise<Authenticated> {
  const { account, limits, checkedHash, isRight } = await checkPassword(database, input, address)
  if (!account || !isRight) {
    await recordRefusal(database, account, address)
    throw new Unauthorized(messages.auth.invalid)
  }
  // After the password was right, so that it says nothing about anybody's account to others.
  if (isLeftToProvider(settings, account)) {
    await recordRefusal(database, account, address)
    throw new Forbidden(messages.sso.passwordsOff({ name: settings.SSO_NAME }))
  }
  return { accountId: account.id, isStillValid: ({ password_hash }) => password_hash === checkedHash, limits }
}

/** The browser gets a new session instead of the one it had. */
export async function startSession(
  database: Database,
  { accountId, isStillValid, limits, method, with: factor, complete, sso }: Authenticated,
  from: { address: string; oldToken: string | undefined },
): Promise<{ token: string; user: SignedInUser }> {
  const token = newToken()
  const user = await auditedTransaction(database, { id: accountId, address: from.address }, async (tx) => {
    const account = await accounts(tx).lockById(accountId)
    if (!account || !(await isStillValid(account, tx))) throw new Unauthorized(messages.auth.invalid)
    await complete?.(tx, account)
    if (from.oldToken) await sessions(tx).end(hashToken(from.oldToken))
    await sessions(tx).start(accountId, hashToken(token), method, sso)
    await sessions(tx).rememberFirst(accountId)
    await signInLimits(tx).rememberNetwork(accountId, networkOf(from.address))
    const details = sso ? { provider: sso.provider } : factor ? { with: factor } : undefined
    await audit(tx).record({ kind: 'signed in', personId: accountId, ...(details && { details }) })
    // Last, because others who sign in from that network wait for its limit until this transaction ends.
    await signInLimits(tx).succeed(limits)
    const { password_hash: _, ...signedIn } = account
    return signedIn
  })
  return { token, user }
}

/** The signed-in user gives the password once more; it counts as an attempt to sign in. Returns the hash that was checked. */
export async function confirmPassword(database: Database, actor: Actor, user: SignedInUser, password: string): Promise<string> {
  const { limits, checkedHash, isRight } = await checkPassword(database, { username: user.username, password }, actor.address)
  if (!isRight) throw new BadRequest(messages.password.currentWrong, 'current_password')
  await signInLimits(database).succeed(limits)
  return checkedHash
}

/** Ends every session of that person; the requesting browser gets a new one. */
export async function changePassword(database: Database, actor: Actor, user: SignedInUser, input: PasswordInput) {
  const checkedHash = await confirmPassword(database, actor, user, input.current_password)
  refuseWeakPassword(input.new_password, user.username, 'new_password')
  if (await isPassword(input.new_password, checkedHash)) throw new BadRequest(messages.password.unchanged, 'new_password')
  const token = newToken()
  const passwordHash = await hashPassword(input.new_password)
  await auditedTransaction(database, actor, async (tx) => {
    const account = await accounts(tx).lockById(user.id)
    if (account?.password_hash !== checkedHash) throw new BadRequest(messages.password.currentWrong, 'current_password')
    await accounts(tx).setPassword(user.id, passwordHash, user.id)
    await sessions(tx).start(user.id, hashToken(token))
  })
  return { token }
}

/** Returns how the session had begun. */
export async function signOut(database: Database, actor: Actor, token: string): Promise<string | undefined> {
  return auditedTransaction(database, actor, async (tx) => {
    const method = await sessions(tx).end(hashToken(token))
    await audit(tx).record({ kind: 'signed out', personId: actor.id })
    return method
  })
}
