import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatChange, formatSum, formatWhole } from './numbers.ts'

/** Points, which have two decimals at most. */
const points = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((hundredths) => hundredths / 100)
const english = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat('en', options)

test('numbers have English format', () => {
  const whole = english({})
  fc.assert(fc.property(fc.maxSafeInteger(), (count) => formatWhole(count) === whole.format(count)))
  const sum = english({ maximumFractionDigits: 2 })
  fc.assert(fc.property(points, (value) => formatSum(value) === sum.format(value)))
  const change = english({ minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' })
  fc.assert(fc.property(points, (value) => formatChange(value) === change.format(value).replace('-', '\u2212')))
})

test.each([
  [0, '0.00'],
  [-0.001, '0.00'],
  [0.004, '0.00'],
  [-1234.5, '\u22121,234.50'],
  [1.25, '+1.25'],
])('a change of %s is %s', (value, words) => {
  expect(formatChange(value)).toBe(words)
})
