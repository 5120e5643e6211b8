import { createHmac, timingSafeEqual } from 'node:crypto'
import { doorCodeMs } from '../../contract/limits.ts'

/**
 * The codes that prove to have been there: HMAC-SHA256 of the event's secret, of what the code is for, and of the time, in steps of 20
 * seconds. A code says nothing about the next one, and none can be guessed: there are 31^8.
 */

/** No 0, O, 1, I and L, which look alike on a projector. */
export const codeLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const codeLength = 8

/** What a code is for: checking in to a session, or one member, whom an organiser scans. */
export type Purpose = `session ${number}` | `member ${number}`

/** The largest byte that is used is 247 = 8 * 31 - 1, so that no letter is likelier than another one. */
const mostByte = 8 * codeLetters.length

export function codeOf(secret: Buffer, purpose: Purpose, step: number): string {
  let code = ''
  for (let block = 0; ; block += 1) {
    for (const byte of createHmac('sha256', secret).update(`${purpose} ${step} ${block}`).digest()) {
      if (byte >= mostByte) continue
      code += codeLetters[byte % codeLetters.length]
      if (code.length === codeLength) return code
    }
  }
}

export const stepAt = (nowMs: number) => Math.floor(nowMs / doorCodeMs)

/** The code of this moment, and the milliseconds until the next one. */
export function codeNow(secret: Buffer, purpose: Purpose, nowMs: number) {
  return { code: codeOf(secret, purpose, stepAt(nowMs)), changes_in: doorCodeMs - (nowMs % doorCodeMs) }
}

/** A code as it was typed, or scanned with the address around it: small letters, spaces and dashes do not matter. */
export function typedCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
}

/** Whether it is the code of this step or of the last one: who scans at the last moment has 20 seconds to send it. */
export function isCurrentCode(secret: Buffer, purpose: Purpose, typed: string, nowMs: number): boolean {
  const code = Buffer.from(typedCode(typed))
  const step = stepAt(nowMs)
  const isSame = (other: string) => code.length === codeLength && timingSafeEqual(code, Buffer.from(other))
  // Both are compared, so that the time tells nothing.
  const now = isSame(codeOf(secret, purpose, step))
  const before = isSame(codeOf(secret, purpose, step - 1))
  return now || before
}
