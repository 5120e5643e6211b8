import type { MouseEvent } from 'react'

/** As long as people take for a double click, and a little longer: not every browser counts the clicks of a finger. */
const withinMs = 700
const withinPixels = 8

/** Where and when somebody clicked. `detail` is how often in a row, as far as the browser counts, and 0 for a key. */
type Click = Pick<MouseEvent, 'detail' | 'timeStamp' | 'clientX' | 'clientY'>

export function belongTogether(first: Click | undefined, second: Click): boolean {
  if (second.detail > 1) return true
  if (!first || first.detail === 0 || second.detail === 0) return false
  const distance = Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY)
  return distance <= withinPixels && second.timeStamp - first.timeStamp < withinMs
}

let last: Click | undefined
let beforeLast: Click | undefined
globalThis.addEventListener?.(
  'click',
  ({ detail, timeStamp, clientX, clientY }) => {
    beforeLast = last
    last = { detail, timeStamp, clientX, clientY }
  },
  { capture: true },
)

/**
 * Whether the click that is just being answered is the second half of a double click, wherever the first one went: what lies below the
 * pointer now may have moved there only because of the first.
 */
export function isDoubleClick(event: Click): boolean {
  return belongTogether(beforeLast, event)
}
