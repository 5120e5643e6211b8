import { createECDH, createPrivateKey, sign } from 'node:crypto'
import { push } from '../../contract/limits.ts'

/** The key pair of the portal: a raw point of the curve P-256, and a raw number. */
export interface VapidKeys {
  public_key: Buffer
  private_key: Buffer
}

export function makeVapidKeys(): VapidKeys {
  const pair = createECDH('prime256v1')
  const public_key = pair.generateKeys()
  const number = pair.getPrivateKey()
  // Node leaves leading zeros out.
  return { public_key, private_key: Buffer.concat([Buffer.alloc(32 - number.length), number]) }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * The header by which a push service knows who sends (RFC 8292): signed for this service alone, for some hours. `subject` is where it can
 * complain.
 */
export function authorizationFor(endpoint: string, { public_key, private_key }: VapidKeys, subject: string, now: Date): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1000) + push.signatureSeconds,
    sub: subject,
  }
  const unsigned = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: public_key.subarray(1, 33).toString('base64url'),
      y: public_key.subarray(33).toString('base64url'),
      d: private_key.toString('base64url'),
    },
  })
  const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return `vapid t=${unsigned}.${signature}, k=${public_key.toString('base64url')}`
}
