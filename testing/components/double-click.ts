import type { Locator } from 'vitest/browser'
import { devtools } from './devtools.ts'

/** The second press of a double click, at the beginning of an element, as the browser counts it. */
export async function pressAgain(locator: Locator) {
  const { left, top, height } = locator.element().getBoundingClientRect()
  // The tests run in a frame.
  const frame = window.frameElement?.getBoundingClientRect()
  const at = { x: (frame?.left ?? 0) + left + 12, y: (frame?.top ?? 0) + top + height / 2 }
  for (const type of ['mousePressed', 'mouseReleased'])
    await devtools().send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 2 })
}
