// This import has the types of the DevTools protocol.
import type {} from '@vitest/browser-playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { cdp, type Locator } from 'vitest/browser'
import { devtools } from './devtools.ts'

/** Emulates a touch screen for the tests of this file: style sheets ask for it (`pointer: coarse`). */
export function emulateTouch() {
  const emulate = (enabled: boolean) => cdp().send('Emulation.setTouchEmulationEnabled', { enabled })
  beforeAll(async () => {
    await emulate(true)
    if (!matchMedia('(pointer: coarse)').matches) throw new Error('this screen is not touched')
  })
  afterAll(() => emulate(false))
}

/** The position of an element when it no longer moves: a page that is still loading pushes its parts down. */
async function steadyPlace(target: Locator): Promise<DOMRect> {
  const place = target.element().getBoundingClientRect()
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  const { left, top } = target.element().getBoundingClientRect()
  return left === place.left && top === place.top ? place : steadyPlace(target)
}

/** Taps the middle of an element with one finger. The page of a test is a frame in that of Vitest. */
export async function tap(target: Locator) {
  const { left, top, width, height } = await steadyPlace(target)
  const frame = window.frameElement?.getBoundingClientRect()
  const point = { x: left + width / 2 + (frame?.left ?? 0), y: top + height / 2 + (frame?.top ?? 0) }
  // Both events are sent together: on a busy machine a pause between them would be a long press, which does not click.
  await Promise.all([
    devtools().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] }),
    devtools().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  ])
}

/** Expects an element to be large enough for a finger, inside the screen, and with nothing else over its middle. */
export async function expectInReach(target: Locator) {
  await expect.element(target).toBeInViewport({ ratio: 1 })
  const { left, top, width, height } = target.element().getBoundingClientRect()
  expect(height).toBeGreaterThanOrEqual(44)
  expect(width).toBeGreaterThanOrEqual(44)
  const onTop = document.elementFromPoint(left + width / 2, top + height / 2)
  expect(target.element().contains(onTop)).toBe(true)
}
