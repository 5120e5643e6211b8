import { describe, expect, test } from 'vitest'
import { edges, moved, pixelsOf, turned, turnedSize, wholePicture, withEdge } from './crop.ts'

const part = { left: 0.1, top: 0.2, right: 0.7, bottom: 0.9 }
const rounded = (crop: Record<string, number>) =>
  Object.fromEntries(Object.entries(crop).map(([name, value]) => [name, Math.round(value * 1000) / 1000]))

describe('the part of a picture that stays', () => {
  test('turns with the picture', () => {
    expect(rounded(turned(part, 'right'))).toEqual({ left: 0.1, top: 0.1, right: 0.8, bottom: 0.7 })
    expect(rounded(turned(turned(part, 'right'), 'left'))).toEqual(part)
    let four = part
    for (let turn = 0; turn < 4; turn += 1) four = turned(four, 'left')
    expect(rounded(four)).toEqual(part)
  })

  test('ends where the picture ends, and never becomes less than a fifth of it', () => {
    expect(withEdge(part, 'left', -1).left).toBe(0)
    expect(withEdge(part, 'right', 2).right).toBe(1)
    expect(rounded(withEdge(part, 'left', 0.69))).toMatchObject({ left: 0.5, right: 0.7 })
    expect(rounded(withEdge(part, 'bottom', 0))).toMatchObject({ top: 0.2, bottom: 0.4 })
  })

  test('moves by a corner or as a whole', () => {
    expect(rounded(moved(part, ['right', 'bottom'], 0.1, -0.2))).toEqual({ ...part, right: 0.8, bottom: 0.7 })
    expect(rounded(moved(part, edges, 0.9, -0.9))).toEqual({ left: 0.4, top: 0, right: 1, bottom: 0.7 })
    expect(moved(wholePicture, edges, 0.5, 0.5)).toEqual(wholePicture)
  })

  test('is in whole pixels, of the turned picture', () => {
    expect(pixelsOf(part, turnedSize({ width: 100, height: 200 }, 1))).toEqual({ x: 20, y: 20, width: 120, height: 70 })
    expect(turnedSize({ width: 100, height: 200 }, 2)).toEqual({ width: 100, height: 200 })
  })
})
