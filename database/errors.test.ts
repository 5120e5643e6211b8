import { expect, test } from 'vitest'
import { fromDriver, isUnavailable } from './errors.ts'

test('a reset of a driver connection is a database error; a reset of a client connection is not', () => {
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  expect(isUnavailable(fromDriver(reset))).toBe(true)
  expect(isUnavailable(reset)).toBe(false)
})
