import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

/** Waits as `expect.element` does, for what is not about one element; `expect.poll` alone gives up after a second. */
export function eventually<Read>(read: () => Read | Promise<Read>) {
  return expect.poll(read, { timeout: 15_000 })
}

/** For `await eventually(() => textsOf(rows)).toEqual([...])`. */
export function textsOf(locator: Locator): string[] {
  return locator.elements().map(({ textContent }) => textContent)
}
