import type { CSSProperties } from 'react'
import { type Grade, grades, hasNothingYet, noGrade } from '../../../contract/grading.ts'
import { messages, type Say } from '../../../contract/languages/catalogue.ts'
import { gradeStyle, neutralLook } from './grade-look.ts'

/** The code of a group of its own in filters and charts: these members have the lowest grade only because they have nothing at all. */
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

/** The name of a grade in filters and charts. */
export function nameOf(say: Say, shown: ShownGrade): string {
  return shown === nothingYet ? say(messages.grading.nothingYetName) : shown
}

/** The letter on the badge. */
export function letterOf(shown: ShownGrade): Grade | typeof noGrade {
  return shown === nothingYet ? grades[0] : shown
}

/** The colours of a part of a chart, and of the number on it. */
export function lookOf(shown: ShownGrade): { className: string; style: CSSProperties | undefined } {
  if (shown === nothingYet || shown === noGrade) return { className: neutralLook, style: undefined }
  return { className: '', style: gradeStyle(shown) }
}
