import { expect, test } from 'vitest'
import { endOf } from './whole-numbers.tsx'

test('the end of a line from its last number on stays, unless that would be the line itself', () => {
  expect(endOf('Layla Hassan was denied access 12 times')).toBe('12 times')
  expect(endOf('Teacher points: 4.5 → 6.25')).toBe('6.25')
  expect(endOf('From 10.0.0.17')).toBe('10.0.0.17')
  expect(endOf('Department Physics edited')).toBe('')
  expect(endOf('2 departments that have names of more than some letters')).toBe('')
})
