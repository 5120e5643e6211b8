import { type Grade, grades, hasNothingYet, noGrade } from '../../contract/grading.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { neutralLook } from './grade-badge.tsx'

/** A group of its own in filters and charts: these members have the lowest grade only because they have nothing at all. */
export const nothingYet = 'nothing-yet'

/** The one order of grades in filters, charts and tables. */
export const shownGrades = [...grades, nothingYet, noGrade] as const
export type ShownGrade = (typeof shownGrades)[number]

type Graded = { grade: string } & Parameters<typeof hasNothingYet>[0]

export function shownGradeOf(member: Graded): ShownGrade {
  const grade = asGrade(member.grade)
  return grade !== noGrade && hasNothingYet(member) ? nothingYet : grade
}

export function asGrade(text: string): Grade | typeof noGrade {
  return grades.find((grade) => grade === text) ?? noGrade
}

/** Its name in filters and charts. */
export function nameOf(say: Say, shown: ShownGrade): string {
  return shown === nothingYet ? say(messages.grading.nothingYetName) : shown
}

/** What stands on the badge. */
export function letterOf(shown: ShownGrade): Grade | typeof noGrade {
  return shown === nothingYet ? grades[0] : shown
}

/** Flat tints: in a chart, the end of one gradient would look like the beginning of the next. */
export const tintOf: Record<ShownGrade, string> = {
  E: 'bg-tint-red text-on-hue',
  D: 'bg-tint-amber text-on-hue',
  C: 'bg-tint-olive text-on-hue',
  B: 'bg-tint-teal text-on-hue',
  A: 'bg-tint-blue text-on-hue',
  'A+': 'bg-tint-green text-on-hue',
  [nothingYet]: neutralLook,
  [noGrade]: neutralLook,
}
