import type { CDPSession } from '@vitest/browser-playwright'
import { cdp } from 'vitest/browser'

/** The middle of an element, where a click hits it. */
export function middleOf(element: Element): { x: number; y: number } {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

/** The second half of a double click by the real mouse, whatever is at that point by now. */
export async function clickAgainAt({ x, y }: { x: number; y: number }) {
  const frame = window.frameElement?.getBoundingClientRect() ?? { x: 0, y: 0 }
  const at = { x: frame.x + x, y: frame.y + y, button: 'left', clickCount: 2 } as const
  const session = cdp() as CDPSession
  await session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at })
  await session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at })
}
