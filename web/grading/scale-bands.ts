import type { Title } from '../../contract/codes.ts'
import { type Bands, type Grade, grades } from '../../contract/grading.ts'

/** The end of the rendered scale: the highest grade has no upper limit, and still needs some space. */
export function scaleEndOf(bands: Bands): number {
  const highest = Math.max(...Object.values(bands).map((bounds) => bounds.at(-1) ?? 0))
  return Math.max(10, Math.ceil((highest * 1.25) / 10) * 10)
}

export type Band = { grade: Grade; from: number; to: number; isLast: boolean }

export function bandsOf(bands: Bands, title: Title): Band[] {
  return grades.map((grade, index) => ({
    grade,
    from: bands[title][index] ?? 0,
    to: bands[title][index + 1] ?? scaleEndOf(bands),
    isLast: index === grades.length - 1,
  }))
}

export const fillOf = (grade: Grade) => `url(#grade-${grades.indexOf(grade)})`
