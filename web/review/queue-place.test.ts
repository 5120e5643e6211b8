import { expect, test } from 'vitest'
import { indexIn, placeWithout } from './queue-place.ts'

const queue = [1, 2, 3, 4, 5].map((id) => ({ id }))
const at = (id: number) => ({ id, index: id - 1 })

test('the position follows its entry; initially it is the first one', () => {
  expect(indexIn(queue, undefined)).toBe(0)
  expect(indexIn(queue, { id: 4, index: 0 })).toBe(3)
  expect(indexIn(queue, { id: 99, index: 2 })).toBe(2)
  expect(indexIn(queue, { id: 99, index: 20 })).toBe(4)
  expect(indexIn([], at(1))).toBe(-1)
})

test('when the open one is decided the next one opens, at the end the last', () => {
  expect(placeWithout(queue, new Set([2]), at(2))).toEqual({ id: 3, index: 1 })
  expect(placeWithout(queue, new Set([1]), undefined)).toEqual({ id: 2, index: 0 })
  expect(placeWithout(queue, new Set([5]), at(5))).toEqual({ id: 4, index: 3 })
  expect(placeWithout(queue, new Set([2, 3, 5]), at(2))).toEqual({ id: 4, index: 1 })
  expect(placeWithout(queue, new Set([4, 5]), at(5))).toEqual({ id: 3, index: 2 })
})

test('when others are decided the open one stays open', () => {
  expect(placeWithout(queue, new Set([1, 2]), at(4))).toEqual({ id: 4, index: 1 })
})

test('when all are decided there is no position', () => {
  expect(placeWithout(queue, new Set([1, 2, 3, 4, 5]), at(3))).toBeUndefined()
})
