import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { doorCodeMs as stepMs } from '../../contract/limits.ts'
import { codeLetters, codeNow, codeOf, isCurrentCode } from './door-code.ts'

const secret = Buffer.alloc(32, 7)
const now = 1_800_000_000_000

describe('the code at the door', () => {
  test('is that of this step or of the last one, and no other', () => {
    const at = (ms: number) => codeNow(secret, 'session 1', ms).code
    const accepted = [-2, -1, 0, 1].map((steps) => isCurrentCode(secret, 'session 1', at(now + steps * stepMs), now))
    expect(accepted).toEqual([false, true, true, false])
  })

  test('is too old after 40 seconds, whenever in a step it was seen', () => {
    for (const seen of [0, 1, stepMs / 2, stepMs - 1]) {
      const { code } = codeNow(secret, 'session 1', now + seen)
      expect(isCurrentCode(secret, 'session 1', code, now + seen + 2 * stepMs)).toBe(false)
    }
  })

  test('is right up to the last millisecond of the next step, from the first one of its own', () => {
    const begin = Math.floor(now / stepMs) * stepMs
    const { code } = codeNow(secret, 'session 1', begin)
    const isRight = (ms: number) => isCurrentCode(secret, 'session 1', code, ms)
    expect([begin - 1, begin, begin + stepMs, begin + 2 * stepMs - 1, begin + 2 * stepMs].map(isRight)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
  })

  test('is that of one session, of one event, and of sessions alone', () => {
    const { code } = codeNow(secret, 'session 1', now)
    expect(isCurrentCode(secret, 'session 11', code, now)).toBe(false)
    expect(isCurrentCode(secret, 'member 1', code, now)).toBe(false)
    expect(isCurrentCode(Buffer.alloc(32, 8), 'session 1', code, now)).toBe(false)
  })

  test('may be typed in small letters, with spaces and dashes', () => {
    const { code } = codeNow(secret, 'session 1', now)
    const typed = `${code.slice(0, 4).toLowerCase()} - ${code.slice(4)}`
    expect(isCurrentCode(secret, 'session 1', typed, now)).toBe(true)
    for (const wrong of ['', code.slice(1), `${code}A`, `é${code.slice(1)}`])
      expect(isCurrentCode(secret, 'session 1', wrong, now)).toBe(false)
  })

  test('changes every 20 seconds', () => {
    const begin = Math.floor(now / stepMs) * stepMs
    expect(codeNow(secret, 'session 1', begin).changes_in).toBe(20_000)
    expect(codeNow(secret, 'session 1', begin + 19_999).changes_in).toBe(1)
    expect(codeNow(secret, 'session 1', begin + 19_999).code).toBe(codeNow(secret, 'session 1', begin).code)
    expect(codeNow(secret, 'session 1', begin + 20_000).code).not.toBe(codeNow(secret, 'session 1', begin).code)
  })

  test('has letters of which none is likelier than another one', () => {
    const counts = new Map<string, number>()
    const codes = 4000
    for (let step = 0; step < codes; step += 1)
      for (const letter of codeOf(secret, 'session 1', step)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    const expected = (codes * 8) / codeLetters.length
    const chiSquare = [...codeLetters].reduce((sum, letter) => sum + ((counts.get(letter) ?? 0) - expected) ** 2 / expected, 0)
    // 30 degrees of freedom: more than 59.7 once in a thousand. The secret is fixed, so the figure is always the same.
    expect(chiSquare).toBeLessThan(59.7)
  })

  test('is another one for every secret', () => {
    const codes = new Set(Array.from({ length: 1000 }, () => codeOf(randomBytes(32), 'session 1', 1)))
    expect(codes.size).toBe(1000)
  })
})
