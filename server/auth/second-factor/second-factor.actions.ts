import type { NextStepReply } from '../../../contract/auth.ts'
import { roles } from '../../../contract/codes.ts'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import type { PasskeyAssertion, SecondStepInput } from '../../../contract/second-factor.ts'
import type { Database, Sql } from '../../../database/connect.ts'
import { auditedTransaction } from '../../../database/transaction.ts'
import type { PendingSignIn } from '../../http/access.ts'
import { BadRequest, Unauthorized } from '../../http/errors.ts'
import { accountMails } from '../../mail/account-mails.queries.ts'
import type { Settings } from '../../settings.ts'
import { type Authenticated, countAttempt, isLeftToProvider, recordRefusal, startSession } from '../auth.actions.ts'
import { type Account, accounts } from '../auth.queries.ts'
import { hashToken, newToken } from '../session-cookie.ts'
import { signInLimits } from '../sign-in-limits.queries.ts'
import { networkOf, passkeyLimitOf, secondStepLimitsOf } from '../sign-in-limits.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import {
  authenticators,
  challenges,
  type Factors,
  factors,
  mostAttempts,
  type Purpose,
  passkeys,
  pendingSignIns,
  recoveryCodes,
} from './second-factor.queries.ts'
import { stepOfCode } from './totp.ts'
import { assertionOptions, challengeIn, type RelyingParty, verifyAssertion } from './web-authn.ts'

export type RequireSetting = Pick<Settings, 'REQUIRE_SECOND_FACTOR'>
type From = { address: string; oldToken: string | undefined }

export function isRequired({ REQUIRE_SECOND_FACTOR }: RequireSetting, roleId: number): boolean {
  return REQUIRE_SECOND_FACTOR === 'admins' && roleId === roles.admin
}

export function hasFactor({ passkeys, has_app }: Factors): boolean {
  return passkeys > 0 || has_app
}

/** What is missing after the right password; undefined if nothing is. */
function stepAfterPassword(settings: RequireSetting, found: Factors): NextStepReply['next'] | undefined {
  if (hasFactor(found)) return 'second-factor'
  return isRequired(settings, found.role_id) ? 'set-up' : undefined
}

function kindsOf(next: NextStepReply['next'], found: Factors, relyingParty: RelyingParty | undefined): NextStepReply['kinds'] {
  const kinds: [NextStepReply['kinds'][number], boolean][] =
    next === 'set-up'
      ? [
          ['passkey', relyingParty !== undefined],
          ['code', true],
        ]
      : [
          ['passkey', relyingParty !== undefined && found.passkeys > 0],
          ['code', found.has_app],
          ['recovery-code', found.recovery_codes_left > 0],
        ]
  return kinds.flatMap(([kind, isPossible]) => (isPossible ? [kind] : []))
}

/** After the right password: a session, or, where a step is missing, the token of a pending sign-in. */
export async function signInByPassword(
  database: Database,
  settings: RequireSetting,
  authenticated: Authenticated,
  from: From,
  relyingParty: RelyingParty | undefined,
) {
  const found = await factors(database).of(authenticated.accountId)
  const next = found && stepAfterPassword(settings, found)
  if (!found || !next) {
    // Looked at again with the account locked: a factor may have been added meanwhile.
    const complete = async (tx: Sql) => {
      const now = await factors(tx).of(authenticated.accountId)
      if (!now || stepAfterPassword(settings, now)) throw new Unauthorized(messages.auth.invalid)
    }
    return startSession(database, { ...authenticated, complete }, from)
  }
  const token = newToken()
  const { accountId, isStillValid, limits } = authenticated
  await auditedTransaction(database, { id: accountId, address: from.address }, async (tx) => {
    const account = await accounts(tx).lockById(accountId)
    if (!account?.password_hash || !(await isStillValid(account, tx))) throw new Unauthorized(messages.auth.invalid)
    const purpose = next === 'set-up' ? 'set up' : 'second factor'
    await pendingSignIns(tx).start(accountId, hashToken(token), account.password_hash, purpose)
    await signInLimits(tx).succeed(limits)
  })
  return { pendingToken: token, next, kinds: kindsOf(next, found, relyingParty) }
}

/** A factor that was not accepted, with its audit record. */
class WrongFactor extends Unauthorized {
  readonly step: string
  constructor(message: Message, step: string) {
    super(message)
    this.step = step
  }
}

/** A proof that was right when it was looked at. It is used up in the transaction of the session. */
interface Proof {
  with: NonNullable<Authenticated['with']>
  use: (tx: Sql) => Promise<boolean>
  refused: Message
}

async function checkCode(database: Database, userId: number, code: string): Promise<Proof> {
  const refused = messages.secondFactor.wrongCode
  const app = await authenticators(database).of(userId)
  const step = app?.is_confirmed ? stepOfCode(app.secret, code, app.now_ms) : null
  if (!app || step === null) throw new WrongFactor(refused, 'code')
  return { with: 'code', use: (tx) => authenticators(tx).useStep(userId, app.secret, step), refused }
}

function checkRecoveryCode(userId: number, code: string): Proof {
  const use = async (tx: Sql) => {
    if (!(await recoveryCodes(tx).use(userId, hashRecoveryCode(code)))) return false
    await accountMails(tx).add('code used', userId)
    return true
  }
  return { with: 'recovery code', use, refused: messages.secondFactor.wrongRecoveryCode }
}

/** The challenge is used up first, whatever comes of it. Without a user, the passkey says whose it is. */
export async function checkPasskey(
  database: Database,
  relyingParty: RelyingParty | undefined,
  assertion: PasskeyAssertion,
  purpose: Purpose,
  userId: number | null,
): Promise<Proof & { userId: number }> {
  const refused = messages.secondFactor.wrongPasskey
  const challenge = challengeIn(assertion.response.clientDataJSON)
  const isOurs = challenge !== undefined && (await challenges(database).use(challenge, purpose, userId))
  const passkey = await passkeys(database).byCredential(assertion.id)
  if (!relyingParty || !isOurs || !passkey || (userId !== null && passkey.user_id !== userId))
    throw new WrongFactor(refused, 'passkey')
  const counter = await verifyAssertion(relyingParty, challenge, passkey, assertion)
  if (counter === undefined) throw new WrongFactor(refused, 'passkey')
  return { with: 'passkey', userId: passkey.user_id, use: (tx) => passkeys(tx).markUsed(passkey.id, counter), refused }
}

function checkSecondStep(
  database: Database,
  { user }: PendingSignIn,
  { code, recovery_code, passkey }: SecondStepInput,
  relyingParty: RelyingParty | undefined,
): Promise<Proof> | Proof {
  if (code !== undefined) return checkCode(database, user.id, code)
  if (passkey) return checkPasskey(database, relyingParty, passkey, 'sign in', user.id)
  return checkRecoveryCode(user.id, recovery_code ?? '')
}

async function usePending(tx: Sql, { tokenHash }: PendingSignIn, purpose: PendingSignIn['purpose']) {
  if (!(await pendingSignIns(tx).use(tokenHash, purpose))) throw new Unauthorized(messages.secondFactor.expired)
}

/** Every attempt counts before it is looked at, per account and network, and five wrong ones end the pending sign-in. */
export async function takeSecondStep(
  database: Database,
  pending: PendingSignIn,
  input: SecondStepInput,
  from: From,
  relyingParty: RelyingParty | undefined,
) {
  const { user, tokenHash, passwordHash } = pending
  if (pending.purpose !== 'second factor') throw new Unauthorized(messages.secondFactor.expired)
  const account = await accounts(database).byUsername(user.username)
  const network = networkOf(from.address)
  const limits = secondStepLimitsOf(user.username, network, account?.known_networks.includes(network) ?? false)
  await countAttempt(database, limits, user, from.address)
  const attempt = await pendingSignIns(database).countAttempt(tokenHash)
  if (attempt === undefined) throw new Unauthorized(messages.secondFactor.expired)
  try {
    const proof = await checkSecondStep(database, pending, input, relyingParty)
    const complete = async (tx: Sql) => {
      await usePending(tx, pending, 'second factor')
      if (!(await proof.use(tx))) throw new WrongFactor(proof.refused, proof.with)
    }
    const isStillValid = (now: Account) => now.password_hash === passwordHash
    return await startSession(database, { accountId: user.id, isStillValid, limits, with: proof.with, complete }, from)
  } catch (error) {
    if (!(error instanceof WrongFactor)) throw error
    await recordRefusal(database, user, from.address, { step: error.step })
    if (attempt < mostAttempts) throw error
    await pendingSignIns(database).end(tokenHash)
    throw new Unauthorized(messages.secondFactor.tooManyWrong)
  }
}

/** The session of a user who has just set up what is required: `add` adds the first factor, in the same transaction. */
export async function signInAfterSetUp<Added>(
  database: Database,
  pending: PendingSignIn,
  from: From,
  add: (tx: Sql) => Promise<Added>,
) {
  const { user, passwordHash } = pending
  let added: Added | undefined
  const complete = async (tx: Sql) => {
    await usePending(tx, pending, 'set up')
    const now = await factors(tx).of(user.id)
    // Another person with the password was first: theirs is the factor that counts now.
    if (!now || hasFactor(now)) throw new Unauthorized(messages.secondFactor.expired)
    added = await add(tx)
  }
  const isStillValid = (account: Account) => account.password_hash === passwordHash
  const session = await startSession(database, { accountId: user.id, isStillValid, limits: [], complete }, from)
  return { ...session, added: added as Added }
}

export function requirePasskeys(relyingParty: RelyingParty | undefined): RelyingParty {
  if (!relyingParty) throw new BadRequest(messages.secondFactor.passkeysUnavailable)
  return relyingParty
}

/** Without a user, for signing in by a passkey alone. */
export async function sendChallenge(
  database: Database,
  relyingParty: RelyingParty | undefined,
  purpose: Purpose,
  userId: number | null,
) {
  const credentials = userId === null ? [] : await passkeys(database).credentials(userId)
  const options = await assertionOptions(requirePasskeys(relyingParty), credentials)
  await challenges(database).remember(options.challenge, purpose, userId)
  return options
}

export async function sendSignInChallenge(database: Database, relyingParty: RelyingParty | undefined, address: string) {
  await countAttempt(database, [passkeyLimitOf(networkOf(address))], undefined, address)
  return sendChallenge(database, relyingParty, 'sign in', null)
}

/** A passkey counts as both factors: it is something one has, and was unlocked by a fingerprint, a face or a PIN. */
export async function signInByPasskey(
  database: Database,
  settings: Pick<Settings, 'SSO_PASSWORDS' | 'SSO_NAME'>,
  assertion: PasskeyAssertion,
  from: From,
  relyingParty: RelyingParty | undefined,
) {
  try {
    const proof = await checkPasskey(database, relyingParty, assertion, 'sign in', null)
    const complete = async (tx: Sql, account: Account) => {
      if (isLeftToProvider(settings, account))
        throw new WrongFactor(messages.sso.passwordsOff({ name: settings.SSO_NAME }), 'passkey')
      if (!(await proof.use(tx))) throw new WrongFactor(proof.refused, 'passkey')
    }
    const authenticated: Authenticated = {
      accountId: proof.userId,
      isStillValid: () => true,
      limits: [],
      method: 'passkey',
      with: 'passkey',
      complete,
    }
    const session = await startSession(database, authenticated, from)
    await signInLimits(database).giveBack([passkeyLimitOf(networkOf(from.address))])
    return session
  } catch (error) {
    if (error instanceof WrongFactor) {
      const passkey = await passkeys(database).byCredential(assertion.id)
      await recordRefusal(database, passkey && { id: passkey.user_id }, from.address, { step: error.step })
    }
    throw error
  }
}
