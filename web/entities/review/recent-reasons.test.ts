import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recentReasons, rememberReason, withReason } from './recent-reasons.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the last five are offered to their author, newest first, without duplicates', () => {
  for (const reason of ['a', 'b', 'c', 'd', 'e', 'f', 'c']) rememberReason(7, reason)
  expect(recentReasons(7)).toEqual(['c', 'f', 'e', 'd', 'b'])
  expect(recentReasons(8)).toEqual([])
})

test('invalid data in the storage is ignored', () => {
  for (const text of ['no JSON', '{"a":1}', 'null', '[1, "fine", {}]']) {
    stored.set('return-reasons-7', text)
    expect(recentReasons(7)).toEqual(text.includes('fine') ? ['fine'] : [])
  }
})

test('a click replaces an offered reason, and appends to a typed one', () => {
  expect(withReason('', 'Wrong date', ['Wrong date', 'No photo'])).toBe('Wrong date')
  expect(withReason(' No photo ', 'Wrong date', ['Wrong date', 'No photo'])).toBe('Wrong date')
  expect(withReason('Please look again.', 'Wrong date', ['Wrong date'])).toBe('Please look again.\nWrong date')
})
