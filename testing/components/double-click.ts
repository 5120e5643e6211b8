import { devtools } from './devtools.ts'

type Point = { x: number; y: number }

/** The middle of an element, where a click hits it. */
export function middleOf(element: Element): Point {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

/** Sends the second half of a double click by the real mouse, whatever is at that point by now. */
export async function clickAgainAt({ x, y }: Point) {
  // The page of a test is in a frame.
  const frame = window.frameElement?.getBoundingClientRect() ?? { x: 0, y: 0 }
  const at = { x: frame.x + x, y: frame.y + y, button: 'left', clickCount: 2 }
  for (const type of ['mousePressed', 'mouseReleased']) await devtools().send('Input.dispatchMouseEvent', { type, ...at })
}
