import { expect, test } from 'vitest'
import { largestScale, stepOfSwipe, whole, within, zoomTo } from './zoom.ts'

const frame = { width: 400, height: 800 }
const picture = { width: 400, height: 300 }

test('what is under the finger stays there while zooming', () => {
  const at = { x: 100, y: -60 }
  const view = zoomTo(whole, 4, at, picture, frame)
  // The point of the picture is the one that was there before.
  expect({ x: view.x + at.x * view.scale, y: view.y + at.y * view.scale }).toEqual(at)
})

test('zooming ends at the whole picture and at five times its size', () => {
  expect(zoomTo(whole, 0.3, { x: 50, y: 50 }, picture, frame)).toEqual(whole)
  expect(zoomTo(whole, 40, { x: 0, y: 0 }, picture, frame).scale).toBe(largestScale)
})

test('a picture is moved no further than to its edge; a side that fits stays centred', () => {
  expect(within({ scale: 2, x: 999, y: 999 }, picture, frame)).toEqual({ scale: 2, x: 200, y: 0 })
  expect(within({ scale: 4, x: -999, y: -999 }, picture, frame)).toEqual({ scale: 4, x: -600, y: -200 })
})

test('a long or a fast swipe leads to the next picture, which is on the left in a right-to-left language', () => {
  expect(stepOfSwipe(-120, 900, 400, false)).toBe(1)
  expect(stepOfSwipe(120, 900, 400, false)).toBe(-1)
  expect(stepOfSwipe(-120, 900, 400, true)).toBe(-1)
  expect(stepOfSwipe(120, 900, 400, true)).toBe(1)
  expect(stepOfSwipe(-40, 50, 400, false)).toBe(1)
  expect(stepOfSwipe(-40, 900, 400, false)).toBe(0)
  expect(stepOfSwipe(-8, 5, 400, false)).toBe(0)
})
