import type { Locator } from 'vitest/browser'

/** The texts of the elements of a list: `await expect.poll(() => textsOf(rows)).toEqual([...])`. */
export function textsOf(locator: Locator): string[] {
  return locator.elements().map(({ textContent }) => textContent)
}
