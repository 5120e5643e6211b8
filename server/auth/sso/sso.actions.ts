import { line } from '../../../contract/fields.ts'
import { homeOf, landingOf, ownPath } from '../../../contract/landing.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { attempts as limits } from '../../../contract/limits.ts'
import { latinDigits } from '../../../contract/numbers.ts'
import type { Database, Sql } from '../../../database/connect.ts'
import { SessionEnded } from '../../../database/errors.ts'
import { type Actor, actAs, auditedTransaction } from '../../../database/transaction.ts'
import { audit } from '../../audit/audit.queries.ts'
import { BadRequest, NotFound, Unauthorized } from '../../errors/errors.ts'
import { type PolicySettings, viewers } from '../../policy/policy.queries.ts'
import { isAdmin, rightsOf } from '../../policy/policy.ts'
import { type Authenticated, refuseInitialPassword, startSession } from '../auth.actions.ts'
import { accounts, type SessionLimits, sessions } from '../auth.queries.ts'
import { isRequired, type RequireSetting, startPending, stepAfterProvider } from '../second-factor/second-factor.actions.ts'
import { factors } from '../second-factor/second-factor.queries.ts'
import { type Client, hashToken, type NewSession } from '../session-cookie.ts'
import { signInLimits } from '../sign-in-limits.queries.ts'
import { networkOf } from '../sign-in-limits.ts'
import { readLogoutToken } from './logout-token.ts'
import { isMultiFactor } from './multi-factor.ts'
import type { Provider, SignedInPerson, SsoSettings } from './provider.ts'
import { SsoRefusal } from './refusal.ts'
import { identities, providerLogouts, type SsoRequest, ssoMembers, ssoRequests } from './sso.queries.ts'
import { type Claims, refuseOtherOrganisation, universityAddress } from './university-address.ts'

/** The limit of started sign-ins: anyone can start one, and a campus may be one network, so one that succeeds is given back. */
const startsOf = (network: string) => ({ key: `sso:${network}`, ...limits.sso })
/** The limit of recorded refusals: the trail is append-only, so no visitor may fill it. */
const refusalsOf = (network: string) => ({ key: `sso-refused:${network}`, ...limits.ssoRefused })

interface Start {
  /** The secret in the cookie of the browser that starts it. */
  browser: string
  address: string
  returnTo: string | undefined
  session: Buffer | undefined
  isLink: boolean
  /** Whether the user chose to stay signed in on the device. */
  stays: boolean
}

/** The address to which the browser is sent. */
export async function startRequest(database: Database, provider: Provider, start: Start): Promise<string> {
  const limit = startsOf(networkOf(start.address))
  const { attempts } = await signInLimits(database).count(limit)
  if (attempts > limit.most) throw new SsoRefusal('tooMany', 'too many sign-ins were begun')
  const checks = provider.newChecks()
  const url = await provider.authorizationUrl(checks)
  const path = ownPath(start.returnTo)
  await ssoRequests(database).add({
    state_hash: hashToken(checks.state),
    browser_hash: hashToken(start.browser),
    nonce: checks.nonce,
    code_verifier: checks.codeVerifier,
    return_to: path ? `${path.pathname}${path.search}${path.hash}` : '',
    session_hash: start.session ?? null,
    is_link: start.isLink,
    stays: start.stays,
  })
  return url
}

interface Finish extends Client {
  /** The query of the address that the provider sent the browser back to. */
  search: string
  browser: string | undefined
}

type Finished =
  | { kind: 'linked' }
  | { kind: 'signed in'; session: NewSession; userId: number; landing: string }
  | { kind: 'second step'; pendingToken: string; userId: number }

export async function finishRequest(
  database: Database,
  provider: Provider,
  limits: SessionLimits & PolicySettings,
  { search, browser, ...client }: Finish,
): Promise<Finished> {
  const state = new URLSearchParams(search).get('state') ?? ''
  const request = await ssoRequests(database).take(hashToken(state))
  if (!request) throw new SsoRefusal('expired', 'unknown or used state')
  if (!request.is_fresh) throw new SsoRefusal('expired', 'too late')
  if (browser === undefined || !request.browser_hash.equals(hashToken(browser)))
    throw new SsoRefusal('expired', 'another browser')
  const checks = { state, nonce: request.nonce, codeVerifier: request.code_verifier }
  const person = await provider.exchange(search, checks)
  refuseOtherOrganisation(person.claims, person.issuer, provider.settings.SSO_DOMAINS)
  await signInLimits(database).giveBack([startsOf(networkOf(client.address))])
  if (request.is_link) {
    await link(database, provider.settings, limits, person, request, client)
    return { kind: 'linked' }
  }
  const result = await signIn(database, provider.settings, limits, person, {
    ...client,
    returnTo: request.return_to,
    stays: request.stays,
  })
  if (request.session_hash) await sessions(database).end(request.session_hash)
  if ('pendingToken' in result) return { kind: 'second step', ...result }
  const { user, ...session } = result
  const rights = rightsOf(await viewers(database, limits).read(user.id))
  return { kind: 'signed in', session, userId: user.id, landing: landingOf(user, request.return_to, rights) }
}

/** A session, or the token of a sign-in for which a second factor is asked here, because the provider did not. */
async function signIn(
  database: Database,
  settings: SsoSettings,
  required: RequireSetting,
  person: SignedInPerson,
  from: Client & { returnTo: string; stays: boolean },
) {
  const known = await identities(database).find(person)
  if (known?.is_removed) throw new SsoRefusal('notMember', 'the member was removed', known.user_id)
  const accountId =
    known?.user_id ?? (await linkByAddress(database, settings, person, await person.addressClaims(), from.address))
  const secondFactor = isMultiFactor(person.claims)
  const authenticated: Authenticated = {
    accountId,
    isStillValid: (_account, tx) => identities(tx).noteSignIn(person, accountId),
    limits: [],
    method: 'sso',
    secondFactor,
    stays: from.stays,
    sso: { issuer: person.issuer, subject: person.subject, sessionId: person.sessionId, provider: settings.SSO_NAME },
    // The rights are read again with the account locked: it may have become an administrator's or a head's meanwhile.
    complete: async (tx) => {
      const now = await factors(tx).of(accountId)
      if (!secondFactor && now && isRequired(required, now)) throw new Unauthorized()
    },
  }
  const refuse = (error: unknown) => {
    if (!(error instanceof Unauthorized)) throw error
    throw new SsoRefusal('notMember', 'removed, unlinked or promoted meanwhile', accountId)
  }
  const found = await factors(database).of(accountId)
  const next = found && stepAfterProvider(required, found, secondFactor)
  if (next) return { pendingToken: await startPending(database, authenticated, next, from).catch(refuse), userId: accountId }
  const started = await startSession(database, authenticated, from).catch(refuse)
  if (!homeOf(started.user)) throw new SsoRefusal('notMember', 'unknown role', accountId)
  return started
}

/** The first sign-in of a member, found by the address. It is never that of an administrator: an address is not enough for that. */
async function linkByAddress(
  database: Database,
  settings: SsoSettings,
  person: SignedInPerson,
  claims: Claims,
  address: string,
): Promise<number> {
  const email = universityAddress(claims, person.issuer, settings.SSO_DOMAINS)
  return database.begin(async (tx) => {
    if (settings.SSO_PROVISION === 'staff') await ssoMembers(tx).lockProvisioning()
    const member = await ssoMembers(tx).lockByEmail(email)
    // A second tab may have been faster.
    const known = await identities(tx).find(person)
    if (known) return known.user_id
    if (!member && settings.SSO_PROVISION === 'off') throw new SsoRefusal('notMember', 'no member has this address')
    if (member?.is_administrator) throw new SsoRefusal('administrator', 'administrators link their account themselves', member.id)
    await actAs(tx, { id: member?.id, address })
    const userId = member?.id ?? (await addMember(tx, claims, email))
    if (!(await identities(tx).add(person, userId, email, 'by address')))
      throw new SsoRefusal('otherIdentity', 'the member is linked with another account', userId)
    return userId
  })
}

async function addMember(tx: Sql, claims: Claims, email: string): Promise<number> {
  const local = email.slice(0, email.lastIndexOf('@'))
  const printable = (value: unknown, longest: number) => line(longest, messages.users.requiredFields).safeParse(value).data
  const name = printable(claims['name'], 200) ?? printable(claims['preferred_username'], 200) ?? local
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) throw new SsoRefusal('noAddress', 'no usable e-mail address')
  // The username leaves room for a number.
  return ssoMembers(tx).add({ name, email, username: latinDigits([...local].slice(0, 90).join('')) })
}

/** An administrator links their own account, in the session in which the password was given again. */
async function link(
  database: Database,
  settings: SsoSettings,
  limits: SessionLimits & PolicySettings,
  person: SignedInPerson,
  request: SsoRequest,
  { address, userAgent }: Client,
) {
  const session = request.session_hash ?? Buffer.alloc(0)
  const found = await sessions(database).userOf(session, limits, userAgent)
  const { user, viewer } = typeof found === 'string' ? {} : (found ?? {})
  if (!user || !viewer || !isAdmin(viewer)) throw new SsoRefusal('sessionEnded', 'the session ended meanwhile', user?.id)
  const email = universityAddress(await person.addressClaims(), person.issuer, settings.SSO_DOMAINS)
  const work = auditedTransaction(database, { id: user.id, address, session }, async (tx) => {
    await accounts(tx).lockById(user.id)
    await refuseInitialPassword(tx, user.id)
    const known = await identities(tx).find(person)
    if (known?.user_id === user.id) return
    if (known) throw new SsoRefusal('otherMember', 'this account is linked with another member', user.id)
    if (!(await identities(tx).add(person, user.id, email, 'by password')))
      throw new SsoRefusal('otherIdentity', 'the member is linked with another account', user.id)
  })
  await work.catch((error: unknown) => {
    throw error instanceof SessionEnded ? new SsoRefusal('sessionEnded', 'the session ended meanwhile', user.id) : error
  })
}

export async function unlink(database: Database, userId: number, actor: Actor) {
  await auditedTransaction(database, actor, async (tx) => {
    if (!(await accounts(tx).lockById(userId))) throw new NotFound(messages.users.notFound)
    await identities(tx).removeAllOf(userId)
  })
}

export async function recordSsoRefusal(database: Database, refusal: SsoRefusal, provider: string, address: string) {
  const limit = refusalsOf(networkOf(address))
  const { attempts } = await signInLimits(database).count(limit)
  if (attempts > limit.most) return
  await database.begin(async (tx) => {
    await actAs(tx, { id: undefined, address })
    await audit(tx).record({
      kind: 'sign-in refused',
      personId: refusal.personId,
      details: { provider, reason: refusal.reason },
    })
  })
}

/** Back-channel logout: the provider reports that a user has signed out there. */
export async function endSessionsBy(database: Database, provider: Provider, logoutToken: string, address: string) {
  const { SSO_CLIENT_ID: clientId, SSO_NAME } = provider.settings
  const issuer = await provider.issuer()
  const token = readLogoutToken(logoutToken, { issuer, clientId, now: Date.now() / 1000 })
  if (!token?.isSignedBy(await provider.keys(token.kid))) throw new BadRequest(messages.sso.invalidLogoutToken)
  const { jti, sub, sid } = token.claims
  return database.begin(async (tx) => {
    if (!(await providerLogouts(tx).use(hashToken(jti)))) throw new BadRequest(messages.sso.invalidLogoutToken)
    await actAs(tx, { id: undefined, address })
    const people = await providerLogouts(tx).endSessions(issuer, { subject: sub, sessionId: sid })
    for (const personId of people) await audit(tx).record({ kind: 'signed out', personId, details: { provider: SSO_NAME } })
    return people
  })
}
