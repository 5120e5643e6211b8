import type { NextStepReply } from '../../../contract/auth.ts'
import { landingOf } from '../../../contract/landing.ts'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { secondFactor } from '../../../contract/limits.ts'
import type { PasskeyAssertion, PasskeySignInInput, SecondStepInput } from '../../../contract/second-factor.ts'
import type { Database, Sql } from '../../../database/connect.ts'
import { auditedTransaction } from '../../../database/transaction.ts'
import { BadRequest, Unauthorized } from '../../errors/errors.ts'
import type { PendingSignIn } from '../../http/access.ts'
import { accountMails } from '../../mail/account-mails.queries.ts'
import { type PolicySettings, viewers } from '../../policy/policy.queries.ts'
import { rightsOf } from '../../policy/policy.ts'
import type { Settings } from '../../settings.ts'
import { type Authenticated, countAttempt, isLeftToProvider, recordRefusal, startSession } from '../auth.actions.ts'
import { type Account, accounts } from '../auth.queries.ts'
import { hashPassword, isPassword, refuseWeakPassword } from '../passwords.ts'
import { type Client, hashToken, newToken } from '../session-cookie.ts'
import { signInLimits } from '../sign-in-limits.queries.ts'
import { networkOf, passkeyLimitOf, passkeyRefusalsOf, secondStepLimitsOf } from '../sign-in-limits.ts'
import { identities } from '../sso/sso.queries.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import {
  authenticators,
  challenges,
  type Factors,
  factors,
  type Purpose,
  passkeys,
  pendingSignIns,
  recoveryCodes,
} from './second-factor.queries.ts'
import { stepOfCode } from './totp.ts'
import { assertionOptions, challengeIn, type RelyingParty, verifyAssertion } from './web-authn.ts'

export type RequireSetting = Pick<Settings, 'REQUIRE_SECOND_FACTOR'>

/** Whether the account needs a factor: that of an administrator, or of everybody who has a right about others. */
export function isRequired(
  { REQUIRE_SECOND_FACTOR }: RequireSetting,
  { is_administrator, has_rights }: Pick<Factors, 'is_administrator' | 'has_rights'>,
): boolean {
  if (REQUIRE_SECOND_FACTOR === 'none') return false
  return REQUIRE_SECOND_FACTOR === 'admins' ? is_administrator : has_rights
}

export function hasFactor({ passkeys, has_app }: Factors): boolean {
  return passkeys > 0 || has_app
}

/** The step that is missing after a sign-in at the provider, which may have asked for a second factor itself. */
export function stepAfterProvider(
  settings: RequireSetting,
  found: Factors,
  isMultiFactor: boolean,
): NextStepReply['next'] | undefined {
  return isMultiFactor || !isRequired(settings, found) ? undefined : hasFactor(found) ? 'second-factor' : 'set-up'
}

/** The step that is missing after the right password; undefined if none is. */
function stepAfterPassword(settings: RequireSetting, found: Factors): NextStepReply['next'] | undefined {
  if (hasFactor(found)) return 'second-factor'
  return isRequired(settings, found) ? 'set-up' : undefined
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

/** Signs in after the right password: returns a session, or, where a step is missing, the token of a pending sign-in. */
export async function signInByPassword(
  database: Database,
  settings: RequireSetting,
  authenticated: Authenticated,
  from: Client,
  relyingParty: RelyingParty | undefined,
) {
  const found = await factors(database).of(authenticated.accountId)
  const next = found && stepAfterPassword(settings, found)
  if (!found || !next) {
    // The factors are read again with the account locked: one may have been added meanwhile.
    const complete = async (tx: Sql) => {
      const now = await factors(tx).of(authenticated.accountId)
      if (!now || stepAfterPassword(settings, now)) throw new Unauthorized(messages.auth.invalid)
    }
    return startSession(database, { ...authenticated, complete }, from)
  }
  const pendingToken = await startPending(database, authenticated, next, { address: from.address, returnTo: null })
  return { pendingToken, ...stepOf(next, found, relyingParty) }
}

/** The step as the pages show it. */
function stepOf(next: NextStepReply['next'], found: Factors, relyingParty: RelyingParty | undefined) {
  const must_change_password = next === 'set-up' && found.password_is_initial
  return { next, kinds: kindsOf(next, found, relyingParty), ...(must_change_password && { must_change_password }) }
}

/** The token of a sign-in whose next step is missing. */
export async function startPending(
  database: Database,
  { accountId, isStillValid, limits, stays = false, sso }: Authenticated,
  next: NextStepReply['next'],
  { address, returnTo }: { address: string; returnTo: string | null },
): Promise<string> {
  const token = newToken()
  await auditedTransaction(database, { id: accountId, address }, async (tx) => {
    const account = await accounts(tx).lockById(accountId)
    if (!account || !(await isStillValid(account, tx))) throw new Unauthorized(messages.auth.invalid)
    const purpose = next === 'set-up' ? 'set up' : 'second factor'
    await pendingSignIns(tx).start(accountId, hashToken(token), {
      passwordHash: account.password_hash,
      purpose,
      sso,
      returnTo,
      stays,
    })
    await signInLimits(tx).succeed(limits)
  })
  return token
}

/** The next step, for a page that has not seen the reply to the first one: the browser came back from the provider. */
export async function readStep(
  database: Database,
  settings: PolicySettings,
  pending: PendingSignIn,
  relyingParty: RelyingParty | undefined,
) {
  const { user, purpose, returnTo } = pending
  const found = await factors(database).of(user.id)
  if (!found) throw new Unauthorized(messages.secondFactor.expired)
  const step = stepOf(purpose === 'set up' ? 'set-up' : 'second-factor', found, relyingParty)
  const rights = rightsOf(await viewers(database, settings).read(user.id))
  return { ...step, landing: landingOf(user, returnTo ?? undefined, rights) }
}

/** Sets the user's own password in place of the initial one, before the first factor is set up. The sign-in goes on under another token. */
export async function replaceInitialPassword(database: Database, pending: PendingSignIn, password: string, address: string) {
  const { user, passwordHash, purpose, sso, returnTo, stays } = pending
  if (!pending.mustChangePassword || passwordHash === null) throw new Unauthorized(messages.secondFactor.expired)
  refuseWeakPassword(password, user.username, 'new_password')
  if (await isPassword(password, passwordHash)) throw new BadRequest(messages.password.unchanged, 'new_password')
  const token = newToken()
  const newHash = await hashPassword(password)
  await auditedTransaction(database, { id: user.id, address }, async (tx, by) => {
    const account = await accounts(tx).lockById(by)
    if (account?.password_hash !== passwordHash) throw new Unauthorized(messages.secondFactor.expired)
    await usePending(tx, pending, purpose)
    await accounts(tx).setPassword(by, newHash, by)
    await pendingSignIns(tx).start(by, hashToken(token), { passwordHash: newHash, purpose, sso, returnTo, stays })
  })
  return token
}

/** The proof with which a pending sign-in goes on: the right password, or the account at the provider, while either is still theirs. */
function authenticatedBy({ user, passwordHash, sso, stays }: PendingSignIn, provider: string) {
  return {
    accountId: user.id,
    isStillValid: async (now: Account, tx: Sql) =>
      now.password_hash === passwordHash && (!sso || (await identities(tx).noteSignIn(sso, user.id))),
    secondFactor: true,
    stays,
    ...(sso && { method: 'sso' as const, sso: { ...sso, provider } }),
  }
}

/** A factor that was not accepted, with its audit record. */
class WrongFactor extends Unauthorized {
  readonly step: string
  constructor(message: Message, step: string) {
    super(message)
    this.step = step
  }
}

/** A proof that was right when it was checked. It is used up in the transaction of the session. */
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

/** The challenge is used up first, whatever comes of it. Without a user, the passkey identifies its owner. */
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

/** Every attempt counts before it is checked, per account and network, and five wrong ones end the pending sign-in. */
export async function takeSecondStep(
  database: Database,
  pending: PendingSignIn,
  input: SecondStepInput,
  from: Client,
  relyingParty: RelyingParty | undefined,
  { SSO_NAME }: Pick<Settings, 'SSO_NAME'>,
) {
  const { user, tokenHash } = pending
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
    const authenticated = { ...authenticatedBy(pending, SSO_NAME), limits, with: proof.with, complete }
    return await startSession(database, authenticated, from)
  } catch (error) {
    if (!(error instanceof WrongFactor)) throw error
    await recordRefusal(database, user, from.address, { step: error.step })
    if (attempt < secondFactor.attempts) throw error
    await pendingSignIns(database).end(tokenHash)
    throw new Unauthorized(messages.secondFactor.tooManyWrong)
  }
}

/** The session of a user who has just set up what is required: `add` adds the first factor, in the same transaction. */
export async function signInAfterSetUp<Added>(
  database: Database,
  pending: PendingSignIn,
  from: Client,
  add: (tx: Sql) => Promise<Added>,
  { SSO_NAME }: Pick<Settings, 'SSO_NAME'>,
) {
  const { user } = pending
  let added: Added | undefined
  const complete = async (tx: Sql) => {
    await usePending(tx, pending, 'set up')
    const now = await factors(tx).of(user.id)
    // Another person with the password was first: their factor counts now.
    if (!now || hasFactor(now)) throw new Unauthorized(messages.secondFactor.expired)
    added = await add(tx)
  }
  const session = await startSession(database, { ...authenticatedBy(pending, SSO_NAME), limits: [], complete }, from)
  return { ...session, added: added as Added }
}

export function requirePasskeys(relyingParty: RelyingParty | undefined): RelyingParty {
  if (!relyingParty) throw new BadRequest(messages.secondFactor.passkeysUnavailable)
  return relyingParty
}

/** Sends a challenge; without a user, for signing in by a passkey alone. */
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

/** A passkey counts as both factors: it is something that its user has, and was unlocked by a fingerprint, a face or a PIN. */
export async function signInByPasskey(
  database: Database,
  settings: Pick<Settings, 'SSO_PASSWORDS' | 'SSO_NAME'>,
  { passkey: assertion, stay_signed_in: stays = false }: PasskeySignInInput,
  from: Client,
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
      secondFactor: true,
      stays,
      with: 'passkey',
      complete,
    }
    const session = await startSession(database, authenticated, from)
    await signInLimits(database).giveBack([passkeyLimitOf(networkOf(from.address))])
    return session
  } catch (error) {
    const limit = passkeyRefusalsOf(networkOf(from.address))
    if (error instanceof WrongFactor && (await signInLimits(database).count(limit)).attempts <= limit.most) {
      const passkey = await passkeys(database).byCredential(assertion.id)
      await recordRefusal(database, passkey && { id: passkey.user_id }, from.address, { step: error.step })
    }
    throw error
  }
}
