import { expect, test } from 'vitest'
import { belongTogether } from './double-click.ts'

const click = { detail: 1, timeStamp: 1000, clientX: 300, clientY: 200 }

test.each([
  ['counted by the browser', { ...click, detail: 2, timeStamp: 1400 }, true],
  ['not counted, as with a finger', { ...click, timeStamp: 1400, clientX: 304 }, true],
  ['a moment later', { ...click, timeStamp: 1700 }, false],
  ['at another place', { ...click, timeStamp: 1200, clientY: 240 }, false],
  ['a key', { detail: 0, timeStamp: 1200, clientX: 300, clientY: 200 }, false],
])('a second click, %s', (_what, second, expected) => {
  expect(belongTogether(click, second)).toBe(expected)
})

test('the very first click, and a click after a key, are single clicks', () => {
  expect(belongTogether(undefined, click)).toBe(false)
  expect(belongTogether({ ...click, detail: 0 }, click)).toBe(false)
})
