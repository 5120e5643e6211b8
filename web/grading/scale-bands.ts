import type { Title } from '../../contract/codes.ts'
import { bands, type Grade, grades } from '../../contract/grading.ts'

/** The end of the rendered scale; the highest grade has no upper limit. */
export const scaleEnd = 100

export type Band = { grade: Grade; from: number; to: number; isLast: boolean }

export function bandsOf(title: Title): Band[] {
  return grades.map((grade, index) => ({
    grade,
    from: bands[title][index] ?? 0,
    to: bands[title][index + 1] ?? scaleEnd,
    isLast: index === grades.length - 1,
  }))
}

/** The colours of the specification: gradients from one hue to the next. */
export const hues: Record<Grade, readonly [from: string, to: string]> = {
  E: ['red', 'red'],
  D: ['red', 'yellow'],
  C: ['yellow', 'green'],
  B: ['green', 'blue'],
  A: ['blue', 'indigo'],
  'A+': ['green', 'green'],
}

export const fillOf = (grade: Grade) => `url(#grade-${grades.indexOf(grade)})`
