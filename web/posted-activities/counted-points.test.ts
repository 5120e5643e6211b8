import { expect, test } from 'vitest'
import { countedPoints, returnedPoints } from './counted-points.ts'

test('returned postings do not count, and sums are exact', () => {
  const postings = [
    { score: 0.1, state: 'posted' },
    { score: 0.2, state: 'verified' },
    { score: 4.35, state: 'returned' },
    { score: 1.1, state: 'returned' },
  ] as const
  expect(countedPoints(postings)).toBe(0.3)
  expect(returnedPoints(postings)).toBe(5.45)
})
