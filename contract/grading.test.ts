import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { titleCodes } from './codes.ts'
import { type Bands, gradeFor, grades, hasNothingYet, nextGrade, withoutFeedback } from './grading.ts'

/** The table of the specification, section 4. */
const bands: Bands = {
  al: [0, 6, 12, 18, 25, 45],
  l: [0, 6, 15, 24, 35, 55],
  ap: [0, 6, 20, 35, 50, 70],
  p: [0, 6, 20, 45, 60, 80],
}

describe('grades', () => {
  test.each([
    ['al', [5, 6, 11, 12, 17, 18, 24, 25, 44, 45], 'E D D C C B B A A A+'],
    ['l', [5, 6, 14, 15, 23, 24, 34, 35, 54, 55], 'E D D C C B B A A A+'],
    ['ap', [5, 6, 19, 20, 34, 35, 49, 50, 69, 70], 'E D D C C B B A A A+'],
    ['p', [5, 6, 19, 20, 44, 45, 59, 60, 79, 80], 'E D D C C B B A A A+'],
  ])('the bands of %s are those of the specification', (title, scores, expected) => {
    expect(scores.map((score) => gradeFor(bands, title, score)).join(' ')).toBe(expected)
  })

  test('a fraction belongs to the band below: 5.9 is E, 6 is D', () => {
    for (const title of titleCodes)
      for (const [index, bound] of bands[title].entries())
        if (index > 0) {
          expect(gradeFor(bands, title, bound - 0.01)).toBe(grades[index - 1])
          expect(gradeFor(bands, title, bound)).toBe(grades[index])
          expect(gradeFor(bands, title, bound + 0.01)).toBe(grades[index])
        }
  })

  test('more points never make a lower grade', () => {
    const points = fc.integer({ min: 0, max: 200_000 }).map((cents) => cents / 100)
    fc.assert(
      fc.property(fc.constantFrom(...titleCodes), points, points, (title, one, other) => {
        const [less, more] = [gradeFor(bands, title, Math.min(one, other)), gradeFor(bands, title, Math.max(one, other))]
        return grades.indexOf(less as never) <= grades.indexOf(more as never)
      }),
    )
  })

  test.each([null, '', 'dean', 'toString', '__proto__'])('the title %j has no grade', (title) => {
    expect(gradeFor(bands, title, 50)).toBe('-')
  })
})

const hundredths = fc.integer({ min: 0, max: 200_000 })
const title = fc.constantFrom(...titleCodes)

describe('the way to the next grade', () => {
  test('the missing points lead exactly there: one hundredth less does not', () => {
    fc.assert(
      fc.property(title, hundredths, (code, points) => {
        const next = nextGrade(bands, code, points / 100)
        if (!next) return gradeFor(bands, code, points / 100) === 'A+'
        const there = points + Math.round(next.missing * 100)
        return (
          next.missing > 0 &&
          next.share >= 0 &&
          next.share < 1 &&
          gradeFor(bands, code, there / 100) === next.grade &&
          gradeFor(bands, code, (there - 1) / 100) === gradeFor(bands, code, points / 100) &&
          grades.indexOf(next.grade) === grades.indexOf(gradeFor(bands, code, points / 100) as never) + 1
        )
      }),
    )
  })

  test.each([
    ['l', 29.5, { grade: 'A', missing: 5.5, share: 0.5 }],
    ['al', 0, { grade: 'D', missing: 6, share: 0 }],
    ['p', 75, { grade: 'A+', missing: 5, share: 0.75 }],
    ['p', 80, undefined],
    ['dean', 3, undefined],
    [null, 3, undefined],
  ])('%s with %d points: %j', (code, points, expected) => {
    expect(nextGrade(bands, code, points)).toEqual(expected)
  })
})

describe('points without feedback', () => {
  test('are exact, as the database would subtract them', () => {
    expect(withoutFeedback({ total_score: 0.3, fb: 0.1 })).toBe(0.2)
    fc.assert(
      fc.property(hundredths, hundredths, (rest, fb) => {
        return withoutFeedback({ total_score: (rest + fb) / 100, fb: fb / 100 }) === rest / 100
      }),
    )
  })
})

test.each([
  [{ tp_set: false, fb_set: false, posted_count: 0 }, true],
  [{ tp_set: true, fb_set: false, posted_count: 0 }, false],
  [{ tp_set: false, fb_set: true, posted_count: 0 }, false],
  [{ tp_set: false, fb_set: false, posted_count: 1 }, false],
])('a member with %j has nothing yet: %s', (member, expected) => {
  expect(hasNothingYet(member)).toBe(expected)
})
