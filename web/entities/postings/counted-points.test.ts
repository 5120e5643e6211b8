import { expect, test } from 'vitest'
import { countedPoints, returnedPoints } from './counted-points.ts'

test('returned postings and those over a limit do not count, and sums are exact', () => {
  const postings = [
    { score: 0.1, counted_points: 0.1, state: 'posted' },
    { score: 0.2, counted_points: 0.2, state: 'verified' },
    { score: 7, counted_points: 0, state: 'posted' },
    { score: 4.35, counted_points: 0, state: 'returned' },
    { score: 1.1, counted_points: 0, state: 'returned' },
  ] as const
  expect(countedPoints(postings)).toBe(0.3)
  expect(returnedPoints(postings)).toBe(5.45)
})
