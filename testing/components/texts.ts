import type { Locator } from 'vitest/browser'

/** For lists: `await expect.poll(() => textsOf(rows)).toEqual([...])`. */
export function textsOf(locator: Locator): string[] {
  return locator.elements().map(({ textContent }) => textContent)
}
