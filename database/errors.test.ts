import { expect, test } from 'vitest'
import { fromDriver, isUnavailable } from './errors.ts'

test("a connection of the driver that was reset is the database's; one of a client is not", () => {
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  expect(isUnavailable(fromDriver(reset))).toBe(true)
  expect(isUnavailable(reset)).toBe(false)
})
