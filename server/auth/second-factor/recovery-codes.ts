import { secondFactor } from '../../../contract/limits.ts'
import { randomPassword } from '../passwords.ts'
import { hashToken } from '../session-cookie.ts'

/** Recovery codes of 99 random bits each, so that a plain hash is enough. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: secondFactor.recoveryCodes }, randomPassword)
}

/** The hash of a code, however it is typed: in capitals, with or without hyphens and spaces. */
export function hashRecoveryCode(code: string): Buffer {
  return hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
}
