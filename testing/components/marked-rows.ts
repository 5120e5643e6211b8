import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

const wasMarked = 'data-was-marked'

/**
 * Records that a row is marked, with an attribute that stays: the mark lasts four seconds, and a busy machine may take as long to look for
 * it.
 */
function record() {
  for (const row of document.querySelectorAll('[data-marked]')) row.setAttribute(wasMarked, '')
}

const watched = { subtree: true, childList: true, attributes: true, attributeFilter: ['data-marked'] }
new MutationObserver(record).observe(document, watched)

/** Expects that the row was marked since the last time, and stands in the visible part of its list. */
export async function expectMarkedIn(list: Locator, row: Locator) {
  await expect.element(row).toHaveAttribute(wasMarked, '')
  row.element().removeAttribute(wasMarked)
  const [frame, place] = [list.element().getBoundingClientRect(), row.element().getBoundingClientRect()]
  expect(place.top).toBeGreaterThanOrEqual(frame.top)
  expect(place.bottom).toBeLessThanOrEqual(frame.bottom + 1)
}
