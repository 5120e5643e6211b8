import type { MouseEvent } from 'react'

/** The longest time between two clicks, the usual double-click interval and a little more: not every browser counts taps. */
const withinMs = 700
const withinPixels = 8

/** A click. `detail` is the click count, if the browser counts, and 0 for a key. */
type Click = Pick<MouseEvent, 'detail' | 'timeStamp' | 'clientX' | 'clientY'>

export function belongTogether(first: Click | undefined, second: Click): boolean {
  if (second.detail > 1) return true
  if (!first || first.detail === 0 || second.detail === 0) return false
  const distance = Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY)
  return distance <= withinPixels && second.timeStamp - first.timeStamp < withinMs
}

let last: Click | undefined
let beforeLast: Click | undefined
let wasOnButton = false
globalThis.addEventListener?.(
  'click',
  ({ detail, timeStamp, clientX, clientY, target }) => {
    beforeLast = last
    last = { detail, timeStamp, clientX, clientY }
    wasOnButton = target instanceof Element && target.closest('button') !== null
  },
  { capture: true },
)

// The button is disabled or its dialog closed after the first click: the second would select the text that is there then.
globalThis.addEventListener?.(
  'mousedown',
  (event) => {
    const isField = event.target instanceof Element && event.target.closest('input, textarea, select') !== null
    if (event.detail > 1 && wasOnButton && !isField) event.preventDefault()
  },
  { capture: true },
)

/**
 * Whether the current click is the second half of a double click, whatever its first target: the element below the pointer may have
 * moved there because of the first.
 */
export function isDoubleClick(event: Click): boolean {
  return belongTogether(beforeLast, event)
}
