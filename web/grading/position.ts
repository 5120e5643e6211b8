import { type Title, titleCodes, titles } from '../../contract/codes.ts'
import { gradeFor, nextGrade, withoutFeedback } from '../../contract/grading.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { User } from '../../contract/users.ts'
import { countPoints } from './count-points.ts'

/** The position of a member on the scale. Without a known title there is no position, but there are points. */
export type Position = {
  title: Title | undefined
  points: number
  /** The label in the image, on one line. */
  sentence: string
}

type Member = Pick<User, 'graded_title' | 'total_score' | 'fb'>

export function positionOf(member: Member, termName: string | undefined): Position {
  const points = withoutFeedback(member)
  const title = titleCodes.find((code) => code === member.graded_title)
  const next = nextGrade(member.graded_title, points)
  const counted = `${countPoints(points)} ${messages.grading.withoutFeedback}${termName ? ` in ${termName}` : ''}`
  const outcome = title
    ? `grade ${gradeFor(title, points)}, ${next ? messages.grading.pointsTo(countPoints(next.missing), next.grade) : lowered(messages.grading.highest)}`
    : lowered(messages.grading.unknownTitle)
  return { title, points, sentence: `${title ? `${titles[title]}: ` : ''}${counted}, ${outcome}` }
}

function lowered(sentence: string) {
  return sentence.charAt(0).toLocaleLowerCase() + sentence.slice(1)
}
