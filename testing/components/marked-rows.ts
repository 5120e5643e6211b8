import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

const wasMarked = 'data-was-marked'

/** A row is marked for four seconds, which a busy machine may need to look for it: so this attribute stays. */
function record() {
  for (const row of document.querySelectorAll('[data-marked]')) row.setAttribute(wasMarked, '')
}

const watched = { subtree: true, childList: true, attributes: true, attributeFilter: ['data-marked'] }
new MutationObserver(record).observe(document, watched)

/** The row was marked since the last time, and stands in the visible part of its list. */
export async function expectMarkedIn(list: Locator, row: Locator) {
  await expect.element(row).toHaveAttribute(wasMarked, '')
  row.element().removeAttribute(wasMarked)
  const [frame, place] = [list.element().getBoundingClientRect(), row.element().getBoundingClientRect()]
  expect(place.top).toBeGreaterThanOrEqual(frame.top)
  expect(place.bottom).toBeLessThanOrEqual(frame.bottom + 1)
}
