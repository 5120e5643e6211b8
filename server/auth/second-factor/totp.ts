import { Secret, TOTP } from 'otpauth'

/** The parameters that every authenticator app supports, whatever it supports beyond. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 }

function secretOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer })
}

export function newSecret(): Buffer {
  return Buffer.from(new Secret({ size: 20 }).bytes)
}

/** The time step of a right code, now or one step before or after; null for a wrong one. The library compares in constant time. */
export function stepOfCode(secret: Uint8Array, code: string, nowMs: number): number | null {
  const delta = TOTP.validate({ ...parameters, token: code, secret: secretOf(secret), timestamp: nowMs, window: 1 })
  return delta === null ? null : TOTP.counter({ period: parameters.period, timestamp: nowMs }) + delta
}

/** The data with which the app is set up: the secret to type, and the link to open. */
export function setUpData(secret: Uint8Array, issuer: string, username: string): { secret: string; uri: string } {
  const totp = new TOTP({ ...parameters, issuer, label: username, secret: secretOf(secret) })
  return { secret: totp.secret.base32, uri: totp.toString() }
}
