import { type Title, titleCodes, titleName } from '../../contract/codes.ts'
import { type Bands, gradeFor, nextGrade, withoutFeedback } from '../../contract/grading.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { User } from '../../contract/users.ts'
import { countPoints } from '../entities/grades/count-points.ts'

/** The position of a member on the scale. Without a known title there is no position, but there are points. */
export type Position = {
  title: Title | undefined
  points: number
  /** The label in the image, on one line. */
  sentence: Message
}

type Member = Pick<User, 'graded_title' | 'total_score' | 'fb'>

export function positionOf(bands: Bands, member: Member, termName: string | undefined): Position {
  const { countedIn, position, positionOfBoth, positionUntitled, pointsTo, isHighest, current, withFeedback } = messages.grading
  const score = withoutFeedback(member)
  const points = countPoints(score)
  const title = titleCodes.find((code) => code === member.graded_title)
  const counted = termName ? countedIn({ points, term: termName }) : points
  if (!title) return { title, points: score, sentence: positionUntitled({ counted }) }
  const grade = gradeFor(bands, title, score)
  const higher = nextGrade(bands, title, score)
  const next = higher ? pointsTo({ points: countPoints(higher.missing), grade: higher.grade }) : isHighest
  const own = position({ title: titleName(title), counted, name: current, grade, next })
  const other = gradeFor(bands, title, member.total_score)
  const sentence = other === grade ? own : positionOfBoth({ position: own, name: withFeedback, grade: other })
  return { title, points: score, sentence }
}
