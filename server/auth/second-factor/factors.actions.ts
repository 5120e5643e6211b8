import { messages } from '../../../contract/languages/catalogue.ts'
import { secondFactor } from '../../../contract/limits.ts'
import type { ConfirmInput, FactorsReply, NewPasskeyInput } from '../../../contract/second-factor.ts'
import type { Database, Sql } from '../../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../../database/transaction.ts'
import { audit } from '../../audit/audit.queries.ts'
import { BadRequest, Conflict, Forbidden, NotFound, Unauthorized } from '../../errors/errors.ts'
import { accountMails } from '../../mail/account-mails.queries.ts'
import { checkPassword, refuseInitialPassword } from '../auth.actions.ts'
import { accounts, sessions } from '../auth.queries.ts'
import { signInLimits } from '../sign-in-limits.queries.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { checkPasskey, hasFactor, isRequired, type RequireSetting, requirePasskeys } from './second-factor.actions.ts'
import {
  authenticators,
  challenges,
  confirmations,
  factors,
  passkeys,
  pendingSignIns,
  recoveryCodes,
} from './second-factor.queries.ts'
import { newSecret, setUpData, stepOfCode } from './totp.ts'
import { challengeIn, type RelyingParty, registrationOptions, verifyRegistration } from './web-authn.ts'

/** An actor in a session. Where a second factor is set up to sign in, the password was given just now. */
type InSession = Actor & { session: Buffer }
type Person = { id: number; username: string; name: string }

export async function readFactors(
  database: Database,
  settings: RequireSetting,
  userId: number,
  relyingParty: RelyingParty | undefined,
): Promise<FactorsReply> {
  const [found, hasPassword] = [await factors(database).of(userId), await accounts(database).hasPassword(userId)]
  if (!found) throw new Unauthorized()
  return {
    passkeys: await passkeys(database).list(userId),
    authenticator_since: await authenticators(database).since(userId),
    recovery_codes_left: found.recovery_codes_left,
    is_required: isRequired(settings, found),
    has_password: hasPassword,
    password_is_initial: found.password_is_initial,
    passkeys_available: relyingParty !== undefined,
  }
}

/** The confirmation is stored with the session: what a page says about it counts for nothing. */
export async function confirmIdentity(
  database: Database,
  actor: InSession,
  user: Person,
  { password, passkey }: ConfirmInput,
  relyingParty: RelyingParty | undefined,
) {
  await refuseInitialPassword(database, user.id)
  if (password !== undefined) {
    const { isRight, limits } = await checkPassword(database, { username: user.username, password }, actor.address)
    // The status is not 401: the session goes on.
    if (!isRight) throw new BadRequest(messages.password.currentWrong, 'password')
    await signInLimits(database).succeed(limits)
    return auditedTransaction(database, actor, (tx) => confirmations(tx).remember(actor.session))
  }
  if (!passkey) throw new BadRequest(messages.password.currentRequired, 'password')
  const notAccepted = new BadRequest(messages.secondFactor.wrongPasskey)
  const proof = await checkPasskey(database, relyingParty, passkey, 'confirm', user.id).catch((error) => {
    throw error instanceof Unauthorized ? notAccepted : error
  })
  await auditedTransaction(database, actor, async (tx) => {
    if (!(await proof.use(tx))) throw notAccepted
    await confirmations(tx).remember(actor.session)
  })
}

/** A change of the user's own factors: after a fresh confirmation, and one at a time for an account. */
function confirmedChange<T>(database: Database, actor: InSession, change: (tx: Sql) => Promise<T>): Promise<T> {
  return auditedTransaction(database, actor, async (tx) => {
    await accounts(tx).lockById(actor.id)
    await requireConfirmation(tx, actor)
    return change(tx)
  })
}

async function requireConfirmation(sql: Sql, { id, session }: InSession) {
  await refuseInitialPassword(sql, id)
  if (!(await confirmations(sql).isFresh(session))) throw new Conflict(messages.signInSecurity.confirmFirst)
}

/** Recovery codes come with the first factor. */
async function codesIfNone(tx: Sql, userId: number): Promise<string[]> {
  const found = await factors(tx).of(userId)
  return found?.recovery_codes_left ? [] : replaceCodes(tx, userId)
}

async function replaceCodes(tx: Sql, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await recoveryCodes(tx).replace(userId, codes.map(hashRecoveryCode))
  return codes
}

// Passkeys -------------------------------------------------------------------------------------------------------------------------

/** Options for a new passkey of a user who is signed in and confirmed, or is setting up what is required. */
export async function newPasskeyOptions(
  database: Database,
  user: Person,
  relyingParty: RelyingParty | undefined,
  portalTitle: string,
  actor?: InSession,
) {
  if (actor) await requireConfirmation(database, actor)
  const existing = await passkeys(database).credentials(user.id)
  const options = await registrationOptions(requirePasskeys(relyingParty), portalTitle, user, existing)
  await challenges(database).remember(options.challenge, 'add', user.id)
  return options
}

/** Checks a new passkey outside of any transaction, and returns a function that stores it in one. */
export async function checkNewPasskey(
  database: Database,
  userId: number,
  { name, passkey }: NewPasskeyInput,
  relyingParty: RelyingParty | undefined,
): Promise<(tx: Sql) => Promise<string[]>> {
  const party = requirePasskeys(relyingParty)
  const challenge = challengeIn(passkey.response.clientDataJSON)
  const isOurs = challenge !== undefined && (await challenges(database).use(challenge, 'add', userId))
  const key = isOurs ? await verifyRegistration(party, challenge, passkey) : undefined
  if (!key) throw new BadRequest(messages.secondFactor.wrongPasskey)
  return async (tx) => {
    const found = await factors(tx).of(userId)
    if (found && found.passkeys >= secondFactor.passkeys)
      throw new Conflict(messages.signInSecurity.tooManyPasskeys({ most: String(secondFactor.passkeys) }))
    if (!(await passkeys(tx).add(userId, name, key))) throw new Conflict(messages.signInSecurity.passkeyExists)
    await audit(tx).record({ kind: 'factor added', personId: userId, details: { factor: 'passkey', name } })
    await accountMails(tx).add('passkey added', userId, name)
    return codesIfNone(tx, userId)
  }
}

export async function addPasskey(
  database: Database,
  actor: InSession,
  input: NewPasskeyInput,
  relyingParty: RelyingParty | undefined,
): Promise<string[]> {
  await requireConfirmation(database, actor)
  return confirmedChange(database, actor, await checkNewPasskey(database, actor.id, input, relyingParty))
}

export async function renamePasskey(database: Database, actor: Actor, id: number, name: string) {
  await auditedTransaction(database, actor, async (tx) => {
    await refuseInitialPassword(tx, actor.id)
    const from = await passkeys(tx).rename(actor.id, id, name)
    if (from === undefined) throw new NotFound()
    if (from !== name)
      await audit(tx).record({ kind: 'factor renamed', personId: actor.id, details: { factor: 'passkey', from, name } })
  })
}

export async function removePasskey(database: Database, settings: RequireSetting, actor: InSession, id: number) {
  await confirmedChange(database, actor, async (tx) => {
    const name = await passkeys(tx).remove(actor.id, id)
    if (name === undefined) throw new NotFound()
    await afterRemoval(tx, settings, actor.id)
    await audit(tx).record({ kind: 'factor removed', personId: actor.id, details: { factor: 'passkey', name } })
    await accountMails(tx).add('passkey removed', actor.id, name)
  })
}

/** Recovery codes go with the last factor: alone they are no factor. */
async function afterRemoval(tx: Sql, settings: RequireSetting, userId: number) {
  const found = await factors(tx).of(userId)
  if (!found || hasFactor(found)) return
  if (isRequired(settings, found)) throw new Conflict(messages.signInSecurity.lastRequired)
  await recoveryCodes(tx).removeAll(userId)
}

// Authenticator app ----------------------------------------------------------------------------------------------------------------

/** A new secret, which counts once the app has shown a right code. */
async function startApp(tx: Sql, user: Person, issuer: string) {
  const secret = newSecret()
  if (!(await authenticators(tx).start(user.id, secret))) throw new Conflict(messages.signInSecurity.appExists)
  return setUpData(secret, issuer, user.username)
}

export function startAuthenticator(database: Database, actor: InSession, user: Person, issuer: string) {
  return confirmedChange(database, actor, (tx) => startApp(tx, user, issuer))
}

export function startRequiredAuthenticator(database: Database, user: Person, address: string, issuer: string) {
  return auditedTransaction(database, { id: user.id, address }, async (tx) => {
    await accounts(tx).lockById(user.id)
    const found = await factors(tx).of(user.id)
    if (!found || hasFactor(found)) throw new Unauthorized(messages.secondFactor.expired)
    return startApp(tx, user, issuer)
  })
}

/** Confirms an app, in the transaction of the change, with the account locked. */
export async function confirmApp(tx: Sql, userId: number, code: string): Promise<string[]> {
  const app = await authenticators(tx).of(userId)
  if (!app || app.is_confirmed) throw new Conflict(messages.signInSecurity.appNotStarted)
  const step = stepOfCode(app.secret, code, app.now_ms)
  if (step === null) throw new BadRequest(messages.secondFactor.wrongCode, 'code')
  await authenticators(tx).confirm(userId, app.secret, step)
  await audit(tx).record({ kind: 'factor added', personId: userId, details: { factor: 'app' } })
  await accountMails(tx).add('app added', userId)
  return codesIfNone(tx, userId)
}

export function finishAuthenticator(database: Database, actor: InSession, code: string): Promise<string[]> {
  return confirmedChange(database, actor, (tx) => confirmApp(tx, actor.id, code))
}

export async function removeAuthenticator(database: Database, settings: RequireSetting, actor: InSession) {
  await confirmedChange(database, actor, async (tx) => {
    if (!(await authenticators(tx).remove(actor.id))) throw new NotFound()
    await afterRemoval(tx, settings, actor.id)
    await audit(tx).record({ kind: 'factor removed', personId: actor.id, details: { factor: 'app' } })
    await accountMails(tx).add('app removed', actor.id)
  })
}

// Recovery codes -------------------------------------------------------------------------------------------------------------------

export function makeRecoveryCodes(database: Database, actor: InSession): Promise<string[]> {
  return confirmedChange(database, actor, async (tx) => {
    const found = await factors(tx).of(actor.id)
    if (!found || !hasFactor(found)) throw new Conflict(messages.signInSecurity.noFactor)
    await audit(tx).record({ kind: 'recovery codes made', personId: actor.id })
    await accountMails(tx).add('codes made', actor.id)
    return replaceCodes(tx, actor.id)
  })
}

// Factors of a member --------------------------------------------------------------------------------------------------------------

/**
 * Removes the factors of a member who lost the device or whose account a stranger had, by an administrator: every session that began with
 * them ends.
 */
export async function removeFactorsOf(database: Database, actor: InSession, id: number) {
  await auditedTransaction(database, actor, async (tx) => {
    await requireConfirmation(tx, actor)
    const member = await accounts(tx).lockById(id)
    if (!member) throw new NotFound(messages.users.notFound)
    if (member.is_administrator) throw new Forbidden(messages.users.adminRow)
    await factors(tx).removeAll(id)
    await sessions(tx).endAllWithoutFactors(id)
    await pendingSignIns(tx).endAllOf(id)
  })
}
