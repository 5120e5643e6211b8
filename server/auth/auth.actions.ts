import type { LoginInput, PasswordInput, SignedInUser } from '../../contract/auth.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, actAs, auditedTransaction } from '../../database/transaction.ts'
import { audit } from '../audit/audit.queries.ts'
import { BadRequest, Forbidden, NotFound, TooManyAttempts, Unauthorized } from '../errors/errors.ts'
import type { Settings } from '../settings.ts'
import { type Account, accounts, type SessionMethod, type SsoSession, sessions } from './auth.queries.ts'
import { dummyHash, hashPassword, isPassword, refuseWeakPassword } from './passwords.ts'
import { pendingSignIns } from './second-factor/second-factor.queries.ts'
import { type Client, hashToken, type NewSession, newToken } from './session-cookie.ts'
import { signInLimits } from './sign-in-limits.queries.ts'
import { type Limit, limitsOf, networkOf, unknownRefusalsOf } from './sign-in-limits.ts'

type Credentials = Pick<LoginInput, 'username' | 'password'>

/** The result of every way to sign in, which startSession needs. */
export interface Authenticated {
  accountId: number
  /** Checked when the session starts: the account may have changed since it was authenticated. */
  isStillValid: (account: Account, tx: Sql) => boolean | Promise<boolean>
  /** The limits in which the attempt was counted; none if a way to sign in counts none. */
  limits: Limit[]
  method?: SessionMethod
  /** Whether a second factor was given, here or at the provider. */
  secondFactor?: boolean
  /** The factor for the audit trail, if it was not the password alone. */
  with?: 'passkey' | 'code' | 'recovery code'
  /** Uses up what counts once, in the transaction of the session, with the account locked. Throws if no session may start. */
  complete?: (tx: Sql, account: Account) => Promise<void>
  /** Whether the user chose to stay signed in on the device. */
  stays?: boolean
  /** The session at the provider, if the sign-in was there, and the provider's name. */
  sso?: (SsoSession & { provider: string }) | undefined
}

/** The refusal is recorded under the account's name, never under what was typed: people type passwords into that field. */
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

/** Whether there is room for an audit record about a name that no account has. */
async function isRecorded(database: Database, address: string): Promise<boolean> {
  const limit = unknownRefusalsOf(networkOf(address))
  return (await signInLimits(database).count(limit)).attempts <= limit.most
}

/** Counts an attempt. A limit that is used up stops it before it counts against a wider one, which others share. */
export async function countAttempt(database: Database, limits: Limit[], account: { id: number } | undefined, address: string) {
  for (const limit of limits) {
    const { attempts, secondsLeft } = await signInLimits(database).count(limit)
    if (attempts <= limit.most) continue
    if (attempts === limit.most + 1 && (account || (await isRecorded(database, address))))
      await recordRefusal(database, account, address)
    throw new TooManyAttempts(secondsLeft)
  }
}

/**
 * Counts the attempt before it looks at the password, so that a hundred attempts at once are a hundred attempts. An unknown username takes
 * the same queries and the same time. Argon2id runs outside of any transaction, so that it holds no connection.
 */
export async function checkPassword(database: Database, { username, password }: Credentials, address: string) {
  const account = await accounts(database).byUsername(username)
  const network = networkOf(address)
  // The limits are those of the account's own username, so that no other spelling of it has limits of its own.
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

/** Whether the user signs in at the provider: the settings may leave passwords and passkeys of the portal to administrators. */
export function isLeftToProvider(
  { SSO_PASSWORDS }: Pick<Settings, 'SSO_PASSWORDS'>,
  account: Pick<Account, 'is_administrator'>,
): boolean {
  return SSO_PASSWORDS === 'admins' && !account.is_administrator
}

export async function authenticateByPassword(
  database: Database,
  input: Credentials,
  address: string,
  settings: Pick<Settings, 'SSO_PASSWORDS' | 'SSO_NAME'>,
): Promise<Authenticated> {
  const { account, limits, checkedHash, isRight } = await checkPassword(database, input, address)
  if (!account || !isRight) {
    await recordRefusal(database, account, address)
    throw new Unauthorized(messages.auth.invalid)
  }
  // This is checked after the password was right, so that it reveals nothing about an account to others.
  if (isLeftToProvider(settings, account)) {
    await recordRefusal(database, account, address)
    throw new Forbidden(messages.sso.passwordsOff({ name: settings.SSO_NAME }))
  }
  return { accountId: account.id, isStillValid: ({ password_hash }) => password_hash === checkedHash, limits }
}

/** Starts a session. The browser gets it instead of the one it had. */
export async function startSession(
  database: Database,
  {
    accountId,
    isStillValid,
    limits,
    method = 'password',
    secondFactor = false,
    with: factor,
    complete,
    stays = false,
    sso,
  }: Authenticated,
  from: Client,
): Promise<NewSession & { user: SignedInUser }> {
  const token = newToken()
  const user = await auditedTransaction(database, { id: accountId, address: from.address }, async (tx) => {
    const account = await accounts(tx).lockById(accountId)
    if (!account || !(await isStillValid(account, tx))) throw new Unauthorized(messages.auth.invalid)
    await complete?.(tx, account)
    if (from.oldToken) await sessions(tx).end(hashToken(from.oldToken))
    await sessions(tx).start(accountId, hashToken(token), { method, sso, secondFactor, device: from.device, stays })
    await sessions(tx).countDevice(accountId, from.device)
    await sessions(tx).rememberFirst(accountId)
    await signInLimits(tx).rememberNetwork(accountId, networkOf(from.address))
    const details = { ...(sso ? { provider: sso.provider } : factor && { with: factor }), ...(stays && { stays }) }
    await audit(tx).record({ kind: 'signed in', personId: accountId, ...(Object.keys(details).length > 0 && { details }) })
    // The limits come last, because others who sign in from that network wait for its limit until this transaction ends.
    await signInLimits(tx).succeed(limits)
    const { password_hash: _, is_administrator: __, ...signedIn } = account
    return signedIn
  })
  return { token, stays, user }
}

/** The signed-in user gives the password once more; it counts as an attempt to sign in. Returns the hash that was checked. */
export async function confirmPassword(database: Database, actor: Actor, user: SignedInUser, password: string): Promise<string> {
  const { limits, checkedHash, isRight } = await checkPassword(database, { username: user.username, password }, actor.address)
  if (!isRight) throw new BadRequest(messages.password.currentWrong, 'current_password')
  await signInLimits(database).succeed(limits)
  return checkedHash
}

/** A password that another person knows opens nothing that would outlast it: no factor, no link, no confirmation. */
export async function refuseInitialPassword(sql: Sql, userId: number) {
  if (await accounts(sql).hasInitialPassword(userId)) throw new Forbidden(messages.signInSecurity.initialPassword)
}

/**
 * Changes the password, and ends every session of that person. The requesting browser gets a new one, which is the provider's if the old
 * one was.
 */
export async function changePassword(
  database: Database,
  settings: Pick<Settings, 'SSO_PASSWORDS' | 'SSO_NAME'>,
  actor: Actor & { session: Buffer },
  user: SignedInUser & Pick<Account, 'is_administrator'>,
  input: PasswordInput,
) {
  if (isLeftToProvider(settings, user)) throw new Forbidden(messages.sso.noPassword({ name: settings.SSO_NAME }))
  const checkedHash = await confirmPassword(database, actor, user, input.current_password)
  refuseWeakPassword(input.new_password, user.username, 'new_password')
  if (await isPassword(input.new_password, checkedHash)) throw new BadRequest(messages.password.unchanged, 'new_password')
  const token = newToken()
  const passwordHash = await hashPassword(input.new_password)
  return auditedTransaction(database, actor, async (tx): Promise<NewSession> => {
    const account = await accounts(tx).lockById(user.id)
    if (account?.password_hash !== checkedHash) throw new BadRequest(messages.password.currentWrong, 'current_password')
    const proof = await sessions(tx).proofOf(actor.session)
    if (!proof) throw new Unauthorized()
    await accounts(tx).setPassword(user.id, passwordHash, user.id)
    await sessions(tx).start(user.id, hashToken(token), proof)
    return { token, stays: proof.stays }
  })
}

/** Ends the session, and returns how it had begun. */
export async function signOut(database: Database, actor: Actor, token: string): Promise<string | undefined> {
  return auditedTransaction(database, actor, async (tx) => {
    const method = await sessions(tx).end(hashToken(token))
    await audit(tx).record({ kind: 'signed out', personId: actor.id })
    return method
  })
}

const endedBy = (by: number, person: number) => (by === person ? 'signed out elsewhere' : 'signed out by administrator')

/**
 * Ends one session of a person, by themselves or an administrator. Other administrators do it themselves; that of the request is ended by
 * logging out.
 */
export async function endSession(database: Database, actor: Actor & { session: Buffer }, person: number, id: number) {
  await auditedTransaction(database, actor, async (tx, by) => {
    const account = await accounts(tx).lockById(person)
    if (!account) throw new NotFound(messages.users.notFound)
    if (person !== by && account.is_administrator) throw new Forbidden(messages.users.adminRow)
    if (!(await sessions(tx).endOneOf(person, id, actor.session, endedBy(by, person))))
      throw new NotFound(messages.ownSessions.alreadyEnded)
    await audit(tx).record({ kind: 'signed out', personId: person, details: { devices: '1' } })
  })
}

/**
 * Ends the sessions of a person, by an administrator, and returns how many there were. Other administrators do it themselves; of the own
 * ones, that of the request stays.
 */
export async function endSessionsOf(database: Database, actor: Actor & { session: Buffer }, id: number): Promise<number> {
  return auditedTransaction(database, actor, async (tx, by) => {
    const account = await accounts(tx).lockById(id)
    if (!account) throw new NotFound(messages.users.notFound)
    if (id !== by && account.is_administrator) throw new Forbidden(messages.users.adminRow)
    const devices = await sessions(tx).endOthersOf(id, actor.session, endedBy(by, id))
    if (id !== by) await pendingSignIns(tx).endAllOf(id)
    if (devices > 0) await audit(tx).record({ kind: 'signed out', personId: id, details: { devices: String(devices) } })
    return devices
  })
}

/** Ends the own sessions on other devices, and returns how many there were. Their pages hear of it at once. */
export async function endOtherSessions(database: Database, actor: Actor & { session: Buffer }): Promise<number> {
  return auditedTransaction(database, actor, async (tx, by) => {
    const devices = await sessions(tx).endOthersOf(by, actor.session, 'signed out elsewhere')
    if (devices > 0) await audit(tx).record({ kind: 'signed out', personId: by, details: { devices: String(devices) } })
    return devices
  })
}
