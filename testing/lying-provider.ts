import { createHmac, createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Json = Record<string, unknown>

const base64url = (value: Json | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const foreignKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicJwk = { ...keys.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }

export const client = { id: 'portal', secret: 'a secret that only the provider and the portal know' }

function signedBy(key: KeyObject, claims: Json, header: Json = {}): string {
  const content = `${base64url({ alg: 'RS256', kid: 'k1', ...header })}.${base64url(claims)}`
  return `${content}.${createSign('RSA-SHA256').update(content).sign(key, 'base64url')}`
}

function signedWithSecret(secret: string, claims: Json): string {
  const content = `${base64url({ alg: 'HS256', kid: 'k1' })}.${base64url(claims)}`
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}

/** The ways to make a token, right and wrong. */
export const sign = {
  rightly: (claims: Json, header?: Json) => signedBy(keys.privateKey, claims, header),
  byAnotherKey: (claims: Json) => signedBy(foreignKeys.privateKey, claims),
  /** The public key is not secret: as a secret it proves nothing. */
  withThePublicKey: (claims: Json) => signedWithSecret(JSON.stringify(publicJwk), claims),
  withTheClientSecret: (claims: Json) => signedWithSecret(client.secret, claims),
  not: (claims: Json) => `${base64url({ alg: 'none' })}.${base64url(claims)}.`,
  /** The right signature of other claims. */
  ofSomethingElse: (claims: Json) => {
    const [head, , signature] = signedBy(keys.privateKey, { ...claims, sub: 'somebody else' }).split('.')
    return `${head}.${base64url(claims)}.${signature}`
  },
}

type Reply = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>

function json(body: unknown, status = 200): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}

/** Replies of a provider that does not work. */
export const broken: Record<'silent' | 'failing' | 'garbage' | 'html' | 'redirecting' | 'gone', Reply> = {
  silent: () => undefined,
  failing: (response) => void response.writeHead(500).end('internal error'),
  garbage: (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"issuer":'),
  html: (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>'),
  redirecting: (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  gone: (response) => void response.destroy(),
}

/** An OpenID Connect provider on loopback that replies whatever a test tells it to. No user signs in there: every code is accepted. */
export async function startLyingProvider() {
  const replies = new Map<string, Reply>()
  /** The requests of the portal to the token endpoint. */
  const tokenRequests: URLSearchParams[] = []
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    let body = ''
    for await (const chunk of request) body += chunk
    if (path === '/token') tokenRequests.push(new URLSearchParams(body))
    const reply = replies.get(path) ?? json({ error: 'not_found' }, 404)
    await reply(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/me`,
    end_session_endpoint: `${issuer}/end`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256'],
    authorization_response_iss_parameter_supported: true,
  }

  return {
    issuer,
    metadata,
    tokenRequests,
    paths: { discovery: '/.well-known/openid-configuration', token: '/token', keys: '/keys', userinfo: '/me' },
    replies,

    /** Makes it a provider again that works and tells the truth. */
    reset() {
      replies.clear()
      tokenRequests.length = 0
      replies.set('/.well-known/openid-configuration', json(metadata))
      replies.set('/keys', json({ keys: [publicJwk] }))
    },

    /** Sets the reply for a code. */
    answerWith: (idToken: string | undefined, more: Json = {}) =>
      replies.set(
        '/token',
        json({
          access_token: 'an-access-token',
          token_type: 'Bearer',
          expires_in: 300,
          ...(idToken && { id_token: idToken }),
          ...more,
        }),
      ),
    answerWithError: (error: Json, status = 400) => replies.set('/token', json(error, status)),
    sayAboutThem: (claims: Json) => replies.set('/me', json(claims)),

    claims(person: Json, nonce: string): Json {
      const now = Math.floor(Date.now() / 1000)
      return { iss: issuer, aud: client.id, nonce, iat: now, exp: now + 300, ...person }
    },

    logoutClaims(given: Json): Json {
      const now = Math.floor(Date.now() / 1000)
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      return { iss: issuer, aud: client.id, iat: now, exp: now + 120, jti: randomUUID(), events, ...given }
    },

    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export type LyingProvider = Awaited<ReturnType<typeof startLyingProvider>>
