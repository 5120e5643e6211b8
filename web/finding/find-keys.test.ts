import { expect, test } from 'vitest'
import { findKeyOf } from './find-keys.ts'

const nothingHeld = { ctrlKey: false, altKey: false, metaKey: false, shiftKey: false }
const k = { key: 'k', code: 'KeyK' }
const slash = { key: '/', code: 'Slash' }

test('Ctrl+K and ⌘K open the search, on an Arabic layout by the position of the key', () => {
  expect(findKeyOf({ ...nothingHeld, ...k, ctrlKey: true })).toBe('letter')
  expect(findKeyOf({ ...nothingHeld, ...k, metaKey: true })).toBe('letter')
  expect(findKeyOf({ ...nothingHeld, key: 'ن', code: 'KeyK', ctrlKey: true })).toBe('letter')
  expect(findKeyOf({ ...nothingHeld, key: 'K', code: 'KeyK', ctrlKey: true })).toBe('letter')
})

test('on a layout that moves Latin letters, the letter counts', () => {
  expect(findKeyOf({ ...nothingHeld, key: 'k', code: 'KeyV', ctrlKey: true })).toBe('letter')
  expect(findKeyOf({ ...nothingHeld, key: 't', code: 'KeyK', ctrlKey: true })).toBeUndefined()
})

test('the slash does, also above another character; k alone and with other keys does not', () => {
  expect(findKeyOf({ ...nothingHeld, ...slash })).toBe('slash')
  expect(findKeyOf({ ...nothingHeld, key: '/', code: 'Digit7', shiftKey: true })).toBe('slash')
  expect(findKeyOf({ ...nothingHeld, ...slash, ctrlKey: true })).toBeUndefined()
  expect(findKeyOf({ ...nothingHeld, ...k })).toBeUndefined()
  expect(findKeyOf({ ...nothingHeld, ...k, ctrlKey: true, shiftKey: true })).toBeUndefined()
  expect(findKeyOf({ ...nothingHeld, ...k, ctrlKey: true, altKey: true })).toBeUndefined()
})
