import { expect, test } from 'vitest'
import { medianIfFarAbove } from './far-above.ts'

const around4 = [4.5, 4.2, 4.8, 4.4, 4.6]

test.each([
  ['45 among scores around 4.5', 45, around4, 4.5],
  ['23, which is just over five times their median', 23, around4, 4.5],
  ['45 among an even number of them', 45, [...around4, 4.9], 4.55],
])('%s is far above', (_, score, others, median) => {
  expect(medianIfFarAbove(score, others)).toBeCloseTo(median)
})

test.each([
  ['22.5, exactly five times their median', 22.5, around4],
  ['45 among four only', 45, around4.slice(1)],
  ['45 where a member has 50', 45, [...around4, 50]],
  ['3 where all others have 0', 3, [0, 0, 0, 0, 0]],
  ['0.1, which is low', 0.1, around4],
  ['a first score', 45, []],
])('%s is not', (_, score, others) => {
  expect(medianIfFarAbove(score, others)).toBeUndefined()
})
