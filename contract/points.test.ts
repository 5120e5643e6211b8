import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPoints } from './points.ts'

test('points are written with as many decimals as they have, two at most', () => {
  const english = new Intl.NumberFormat('en', { maximumFractionDigits: 2, useGrouping: false })
  const points = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((hundredths) => hundredths / 100)
  fc.assert(fc.property(points, (value) => formatPoints(value) === english.format(value)))
  expect([22, 8.5, 12.25, 12.254].map(formatPoints)).toEqual(['22', '8.5', '12.25', '12.25'])
})
