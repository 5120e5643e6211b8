import type { Title } from './codes.ts'

/** The grades from the lowest to the highest. */
export const grades = ['E', 'D', 'C', 'B', 'A', 'A+'] as const
export type Grade = (typeof grades)[number]

/** The lower bound of each grade, in the order of `grades`. */
export type Bounds = readonly number[]
/** The bounds of every title, which a version of the rules has (contract/rules.ts). */
export type Bands = Readonly<Record<Title, Bounds>>

export const noGrade = '-'

/** All possible results: the grades in their order, and no grade. */
export const gradesAndNone = [...grades, noGrade] as const

function boundsOf(bands: Bands, title: string | null): Bounds | undefined {
  return title !== null && Object.hasOwn(bands, title) ? bands[title as Title] : undefined
}

/** The grade of a score: the highest band whose lower bound is not above it; any lower score gets the lowest grade. */
export function gradeFor(bands: Bands, title: string | null, score: number): Grade | typeof noGrade {
  const bounds = boundsOf(bands, title)
  if (!bounds) return noGrade
  const index = bounds.findLastIndex((bound) => score >= bound)
  return grades[Math.max(index, 0)] ?? noGrade
}

/** Whether nothing was scored and nothing posted: the grade is then only where everybody begins, and is shown without its colour. */
export function hasNothingYet({ tp_set, fb_set, posted_count }: { tp_set: boolean; fb_set: boolean; posted_count: number }) {
  return !tp_set && !fb_set && posted_count === 0
}

/** Points are exact to hundredths; as integers they add up without rounding errors. */
const inHundredths = (points: number) => Math.round(points * 100)

/** The basis of a member's own grade: everything but the feedback. */
export function withoutFeedback({ total_score, fb }: { total_score: number; fb: number }): number {
  return (inHundredths(total_score) - inHundredths(fb)) / 100
}

export interface NextGrade {
  grade: Grade
  /** The number of points that are missing. */
  missing: number
  /** The progress from the lower bound of the present grade to that of the next: from 0 to under 1. */
  share: number
}

/** The next higher grade; undefined for the highest, and without a known title. */
export function nextGrade(bands: Bands, title: string | null, score: number): NextGrade | undefined {
  const bounds = boundsOf(bands, title)
  const index = bounds?.findIndex((bound) => score < bound) ?? -1
  const [grade, from = 0, to] = [grades[index], bounds?.[index - 1], bounds?.[index]]
  if (grade === undefined || to === undefined) return undefined
  return { grade, missing: (inHundredths(to) - inHundredths(score)) / 100, share: (score - from) / (to - from) }
}
