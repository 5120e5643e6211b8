import type { JsonWebKey } from 'node:crypto'
import * as oidc from 'openid-client'
import { sso as limits } from '../../../contract/limits.ts'
import type { Settings } from '../../settings.ts'
import { SsoRefusal } from './refusal.ts'
import type { Claims } from './university-address.ts'

export type SsoSettings = Pick<Settings, 'SSO_CLIENT_ID' | 'SSO_CLIENT_SECRET' | 'SSO_NAME' | 'SSO_DOMAINS' | 'SSO_PROVISION'> & {
  readonly SSO_ISSUER: string
  readonly PUBLIC_URL: string
}

/** The secrets that only the two requests of one sign-in know. */
export interface Checks {
  state: string
  nonce: string
  codeVerifier: string
}

export interface SignedInPerson {
  issuer: string
  subject: string
  /** The provider's name of its own session, for back-channel logout. */
  sessionId: string | undefined
  claims: Claims
  /**
   * The claims with the address: some providers leave it out of the ID token. They never come from two sources, because whether it is
   * confirmed must be of the same.
   */
  addressClaims: () => Promise<Claims>
}

/** Undefined for a portal without a provider; the other settings are there where the issuer is (server/settings.ts). */
export function ssoProvider(settings: Settings, timeLimitMs: number): Provider | undefined {
  const { SSO_ISSUER, PUBLIC_URL } = settings
  return SSO_ISSUER && PUBLIC_URL ? providerOf({ ...settings, SSO_ISSUER, PUBLIC_URL }, timeLimitMs) : undefined
}

export type Provider = ReturnType<typeof providerOf>

function providerOf(settings: SsoSettings, timeLimitMs: number) {
  const { SSO_ISSUER, SSO_CLIENT_ID, SSO_CLIENT_SECRET, PUBLIC_URL } = settings
  const callback = `${PUBLIC_URL}/auth/sso/callback`
  let discovered: Promise<oidc.Configuration> | undefined
  let keys: { list: readonly JsonWebKey[]; readAt: number } | undefined

  /** The configuration is read at first use, because the portal also starts while the provider is down. A failure is retried. */
  function configuration(): Promise<oidc.Configuration> {
    discovered ??= discover().catch((error: unknown) => {
      discovered = undefined
      throw new SsoRefusal('unavailable', reasonOf(error))
    })
    return discovered
  }

  function discover() {
    const isHttp = new URL(SSO_ISSUER).protocol === 'http:'
    const metadata = { client_secret: SSO_CLIENT_SECRET, [oidc.clockTolerance]: limits.toleranceSeconds }
    return oidc.discovery(new URL(SSO_ISSUER), SSO_CLIENT_ID, metadata, undefined, {
      timeout: timeLimitMs / 1000,
      // By default openid-client trusts an ID token that came over TLS; its signature is checked as well.
      execute: [oidc.enableNonRepudiationChecks, ...(isHttp ? [oidc.allowInsecureRequests] : [])],
    })
  }

  async function readKeys(): Promise<readonly JsonWebKey[]> {
    const { jwks_uri } = (await configuration()).serverMetadata()
    if (!jwks_uri) throw new SsoRefusal('unavailable', 'no keys')
    try {
      const reply = await fetch(jwks_uri, { redirect: 'error', signal: AbortSignal.timeout(timeLimitMs) })
      const { keys: list } = (await reply.json()) as { keys?: unknown }
      if (!reply.ok || !Array.isArray(list)) throw new Error('no key set')
      return list
    } catch (error) {
      throw new SsoRefusal('unavailable', reasonOf(error))
    }
  }

  return {
    settings,

    newChecks: (): Checks => ({
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      codeVerifier: oidc.randomPKCECodeVerifier(),
    }),

    async issuer(): Promise<string> {
      return (await configuration()).serverMetadata().issuer
    },

    async authorizationUrl({ state, nonce, codeVerifier }: Checks): Promise<string> {
      return oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: callback,
        scope: 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      }).href
    },

    /** The person whom the provider names in exchange for the code in the address that the browser came back to. */
    async exchange(search: string, { state, nonce, codeVerifier }: Checks): Promise<SignedInPerson> {
      const config = await configuration()
      const address = new URL(callback)
      address.search = search
      const checks = { pkceCodeVerifier: codeVerifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true }
      const tokens = await oidc.authorizationCodeGrant(config, address, checks).catch(refuse)
      const claims = tokens.claims()
      if (!claims || !isName(claims.sub)) throw new SsoRefusal('refused', 'no usable subject')
      const addressClaims = async () =>
        claims['email'] === undefined ? oidc.fetchUserInfo(config, tokens.access_token, claims.sub).catch(refuse) : claims
      const sid = claims['sid']
      return { issuer: claims.iss, subject: claims.sub, sessionId: isName(sid) ? sid : undefined, claims, addressClaims }
    },

    /** The page on which the user also signs out of the provider; undefined if it has no such page, or does not reply. */
    async endSessionUrl(): Promise<string | undefined> {
      const config = await configuration().catch(() => undefined)
      if (!config?.serverMetadata().end_session_endpoint) return undefined
      return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: `${PUBLIC_URL}/` }).href
    },

    /** The public keys with which the provider signs; with a key that is not among them, they are read again. */
    async keys(kid: string | undefined): Promise<readonly JsonWebKey[]> {
      const isKnown = keys?.list.some((key) => kid === undefined || key['kid'] === kid)
      const isRecent = keys !== undefined && performance.now() - keys.readAt < limits.keysAge
      if (!keys || (!isKnown && !isRecent)) keys = { list: await readKeys(), readAt: performance.now() }
      return keys.list
    },
  }
}

/** Whether a value is a subject within the limits of OpenID Connect. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,255}$/.test(value)
}

/** Replies that a provider gives while it does not work. */
const brokenReplies = ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']

function refuse(error: unknown): never {
  const reason = reasonOf(error)
  if (error instanceof oidc.AuthorizationResponseError) {
    const { error: code } = error
    if (code === 'access_denied') throw new SsoRefusal('cancelled', reason)
    throw new SsoRefusal(['temporarily_unavailable', 'server_error'].includes(code) ? 'unavailable' : 'refused', reason)
  }
  const isAway = error instanceof TypeError && error.message === 'fetch failed'
  throw new SsoRefusal(isAway || brokenReplies.includes(reason) ? 'unavailable' : 'refused', reason)
}

/** The code of an error and nothing else: its other parts may contain tokens and claims. */
function reasonOf(error: unknown): string {
  const { code, error: oauthError, cause, name } = Object(error) as Record<string, unknown>
  const causeCode = Object(cause)['code']
  const codes = [oauthError, code, causeCode, name].filter((text) => typeof text === 'string' && /^[\w.-]{1,60}$/.test(text))
  return String(codes[0] ?? 'unknown')
}
