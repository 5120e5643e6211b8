import type { Title } from './codes.ts'

/** From the lowest to the highest. */
export const grades = ['E', 'D', 'C', 'B', 'A', 'A+'] as const
export type Grade = (typeof grades)[number]

/** The lower bound of each grade, in the order of `grades`. */
export const bands: Readonly<Record<Title, readonly [number, number, number, number, number, number]>> = {
  al: [0, 6, 12, 18, 25, 45],
  l: [0, 6, 15, 24, 35, 55],
  ap: [0, 6, 20, 35, 50, 70],
  p: [0, 6, 20, 45, 60, 80],
}

export const noGrade = '-'

function boundsOf(title: string | null) {
  return title !== null && Object.hasOwn(bands, title) ? bands[title as Title] : undefined
}

/** The highest band whose lower bound is not above the score; nobody falls below the lowest. */
export function gradeFor(title: string | null, score: number): Grade | typeof noGrade {
  const bounds = boundsOf(title)
  if (!bounds) return noGrade
  const index = bounds.findLastIndex((bound) => score >= bound)
  return grades[Math.max(index, 0)] ?? noGrade
}

/** Points are exact to hundredths; as whole numbers they add up without a trace of binary fractions. */
const inHundredths = (points: number) => Math.round(points * 100)

/** What a member's own grade is taken from: everything but the feedback. */
export function withoutFeedback({ total_score, fb }: { total_score: number; fb: number }): number {
  return (inHundredths(total_score) - inHundredths(fb)) / 100
}

/** The grade above, and how many points are missing; none at the top, and none without a known title. */
export function nextGrade(title: string | null, score: number): { grade: Grade; missing: number } | undefined {
  const index = boundsOf(title)?.findIndex((bound) => score < bound) ?? -1
  const [grade, bound] = [grades[index], boundsOf(title)?.[index]]
  if (grade === undefined || bound === undefined) return undefined
  return { grade, missing: (inHundredths(bound) - inHundredths(score)) / 100 }
}
