import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { titleCodes } from './codes.ts'
import { bands, gradeFor, grades } from './grading.ts'

describe('grades', () => {
  test.each([
    ['al', [5, 6, 11, 12, 17, 18, 24, 25, 44, 45], 'E D D C C B B A A A+'],
    ['l', [5, 6, 14, 15, 23, 24, 34, 35, 54, 55], 'E D D C C B B A A A+'],
    ['ap', [5, 6, 19, 20, 34, 35, 49, 50, 69, 70], 'E D D C C B B A A A+'],
    ['p', [5, 6, 19, 20, 44, 45, 59, 60, 79, 80], 'E D D C C B B A A A+'],
  ])('the bands of %s are those of the specification', (title, scores, expected) => {
    expect(scores.map((score) => gradeFor(title, score)).join(' ')).toBe(expected)
  })

  test('a fraction belongs to the band below: 5.9 is E, 6 is D', () => {
    for (const title of titleCodes)
      for (const [index, bound] of bands[title].entries())
        if (index > 0) {
          expect(gradeFor(title, bound - 0.01)).toBe(grades[index - 1])
          expect(gradeFor(title, bound)).toBe(grades[index])
          expect(gradeFor(title, bound + 0.01)).toBe(grades[index])
        }
  })

  test('more points never make a lower grade', () => {
    const points = fc.integer({ min: 0, max: 200_000 }).map((cents) => cents / 100)
    fc.assert(
      fc.property(fc.constantFrom(...titleCodes), points, points, (title, one, other) => {
        const [less, more] = [gradeFor(title, Math.min(one, other)), gradeFor(title, Math.max(one, other))]
        return grades.indexOf(less as never) <= grades.indexOf(more as never)
      }),
    )
  })

  test.each([null, '', 'dean', 'toString', '__proto__'])('the title %j has no grade', (title) => {
    expect(gradeFor(title, 50)).toBe('-')
  })
})
