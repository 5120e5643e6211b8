import { expect, test } from 'vitest'
import { numberOf } from './number-keys.ts'

const pressed = (key: string, code: string, held = {}) =>
  numberOf({ key, code, ctrlKey: false, altKey: false, metaKey: false, ...held })

test('a number key is known on any layout, and on the pad', () => {
  expect(pressed('3', 'Digit3')).toBe(3)
  expect(pressed('٣', 'Digit3')).toBe(3)
  // A French keyboard has é there, and 2 with Shift.
  expect(pressed('é', 'Digit2')).toBe(2)
  expect(pressed('9', 'Numpad9')).toBe(9)
})

test('other keys are none: 0, letters, the pad without its digits, and with Ctrl, Alt or Command', () => {
  expect(pressed('0', 'Digit0')).toBeUndefined()
  expect(pressed('r', 'KeyR')).toBeUndefined()
  expect(pressed('End', 'Numpad1')).toBeUndefined()
  for (const held of ['ctrlKey', 'altKey', 'metaKey']) expect(pressed('1', 'Digit1', { [held]: true })).toBeUndefined()
})
