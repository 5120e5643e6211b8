import { constants, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { z } from 'zod'
import { sso as limits } from '../../../contract/limits.ts'

/** OpenID Connect Back-Channel Logout 1.0, section 2.4. openid-client does not check these tokens. */

interface Algorithm {
  kty: string
  crv?: string
  hash: string | null
  options?: { padding: number; saltLength: number } | { dsaEncoding: 'ieee-p1363' }
}

const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
const p1363 = { dsaEncoding: 'ieee-p1363' } as const
/** The algorithms of signatures with a key pair only: neither `none` nor those with the client's secret. */
const algorithms: Readonly<Record<string, Algorithm>> = {
  RS256: { kty: 'RSA', hash: 'sha256' },
  RS384: { kty: 'RSA', hash: 'sha384' },
  RS512: { kty: 'RSA', hash: 'sha512' },
  PS256: { kty: 'RSA', hash: 'sha256', options: pss },
  PS384: { kty: 'RSA', hash: 'sha384', options: pss },
  PS512: { kty: 'RSA', hash: 'sha512', options: pss },
  ES256: { kty: 'EC', crv: 'P-256', hash: 'sha256', options: p1363 },
  ES384: { kty: 'EC', crv: 'P-384', hash: 'sha384', options: p1363 },
  ES512: { kty: 'EC', crv: 'P-521', hash: 'sha512', options: p1363 },
  EdDSA: { kty: 'OKP', crv: 'Ed25519', hash: null },
}

const Header = z.object({ alg: z.string(), kid: z.string().optional(), typ: z.string().optional(), crit: z.never().optional() })

const text = z.string().min(1).max(limits.claim)
const LogoutClaims = z.object({
  iss: text,
  aud: z.union([text, z.array(text)]),
  iat: z.number(),
  exp: z.number().optional(),
  jti: text,
  sub: text.optional(),
  sid: text.optional(),
  events: z.object({ 'http://schemas.openid.net/event/backchannel-logout': z.object({}) }),
  // An ID token has a nonce: it must not pass for a logout token.
  nonce: z.never().optional(),
})
export type LogoutClaims = z.infer<typeof LogoutClaims>

export interface LogoutToken {
  claims: LogoutClaims
  kid: string | undefined
  isSignedBy: (keys: readonly JsonWebKey[]) => boolean
}

/** Checks everything but the signature; undefined if it is not a logout token for this client at this moment. */
export function readLogoutToken(
  token: string,
  expected: { issuer: string; clientId: string; now: number },
): LogoutToken | undefined {
  const [head = '', body = '', signature = '', ...more] = token.split('.')
  const header = Header.safeParse(parseJson(head)).data
  const claims = LogoutClaims.safeParse(parseJson(body)).data
  const algorithm = header && Object.hasOwn(algorithms, header.alg) ? algorithms[header.alg] : undefined
  if (!header || !claims || !algorithm || more.length > 0 || !signature) return undefined
  if (header.typ !== undefined && !['logout+jwt', 'jwt'].includes(header.typ.toLowerCase())) return undefined
  if (claims.iss !== expected.issuer || ![claims.aud].flat().includes(expected.clientId)) return undefined
  if (claims.sub === undefined && claims.sid === undefined) return undefined
  const age = expected.now - claims.iat
  if (age < -limits.toleranceSeconds || age > limits.logoutTokenSeconds) return undefined
  if (claims.exp !== undefined && claims.exp <= expected.now - limits.toleranceSeconds) return undefined
  const fits = (key: JsonWebKey) => isFor(key, header, algorithm)
  return {
    claims,
    kid: header.kid,
    isSignedBy: (keys) => keys.filter(fits).some((key) => isSigned(`${head}.${body}`, signature, key, algorithm)),
  }
}

function parseJson(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return undefined
  }
}

function isFor(key: JsonWebKey, header: z.infer<typeof Header>, { kty, crv }: Algorithm): boolean {
  return (
    key.kty === kty &&
    (crv === undefined || key.crv === crv) &&
    (header.kid === undefined || key['kid'] === header.kid) &&
    (key['alg'] === undefined || key['alg'] === header.alg) &&
    (key['use'] === undefined || key['use'] === 'sig')
  )
}

function isSigned(content: string, signature: string, key: JsonWebKey, { hash, options }: Algorithm): boolean {
  try {
    const publicKey = createPublicKey({ key, format: 'jwk' })
    return verify(hash, Buffer.from(content), { key: publicKey, ...options }, Buffer.from(signature, 'base64url'))
  } catch {
    // The key cannot be read as one.
    return false
  }
}
