import { expect, test } from 'vitest'
import { actionOf } from './review-keys.ts'

const nothingHeld = { ctrlKey: false, altKey: false, metaKey: false, shiftKey: false }
const press = (key: string, code = '', held: Partial<typeof nothingHeld> = {}) => actionOf({ key, code, ...nothingHeld, ...held })

test('each key has its action', () => {
  expect(['v', 'r', 'j', 'n', 'k', 'p', 'x', 'u'].map((key) => press(key))).toEqual([
    'verify',
    'return',
    ...['next', 'next', 'previous', 'previous'],
    'select',
    'undo',
  ])
  expect(press('?', 'Slash', { shiftKey: true })).toBe('help')
  expect(press('V')).toBe('verify')
  expect(press('a')).toBeUndefined()
  expect(press('Enter', 'Enter')).toBeUndefined()
})

test('with a modifier key it does nothing', () => {
  for (const held of ['ctrlKey', 'altKey', 'metaKey', 'shiftKey'] as const)
    expect(press('v', 'KeyV', { [held]: true })).toBeUndefined()
})

test('on a non-Latin keyboard the key position counts, on a Latin one the letter', () => {
  expect(press('ر', 'KeyV')).toBe('verify')
  expect(press('؟', 'Slash', { shiftKey: true })).toBe('help')
  expect(press('k', 'KeyV')).toBe('previous')
})
