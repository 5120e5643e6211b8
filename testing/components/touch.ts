// The types of the DevTools protocol.
import type {} from '@vitest/browser-playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { cdp, type Locator } from 'vitest/browser'
import { devtools } from './devtools.ts'

/** The tests of this file are on a screen that is touched: style sheets ask for it (`pointer: coarse`). */
export function emulateTouch() {
  const emulate = (enabled: boolean) => cdp().send('Emulation.setTouchEmulationEnabled', { enabled })
  beforeAll(async () => {
    await emulate(true)
    if (!matchMedia('(pointer: coarse)').matches) throw new Error('this screen is not touched')
  })
  afterAll(() => emulate(false))
}

/** With one finger, on the middle of it. The page of a test is a frame in that of Vitest. */
export async function tap(target: Locator) {
  const { left, top, width, height } = target.element().getBoundingClientRect()
  const frame = window.frameElement?.getBoundingClientRect()
  const point = { x: left + width / 2 + (frame?.left ?? 0), y: top + height / 2 + (frame?.top ?? 0) }
  await devtools().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await devtools().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Large enough for a finger, inside the screen, and nothing else lies over its middle. */
export async function expectInReach(target: Locator) {
  await expect.element(target).toBeInViewport({ ratio: 1 })
  const { left, top, width, height } = target.element().getBoundingClientRect()
  expect(height).toBeGreaterThanOrEqual(44)
  expect(width).toBeGreaterThanOrEqual(44)
  const onTop = document.elementFromPoint(left + width / 2, top + height / 2)
  expect(target.element().contains(onTop)).toBe(true)
}
