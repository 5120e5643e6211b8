import { type Grade, noGrade } from '../../../contract/grading.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { gradeStyle, neutralLook } from './grade-look.ts'

type Props = {
  grade: Grade | typeof noGrade
  large?: boolean
  /** True if nothing is scored and nothing posted: the letter is grey, and its title says so. */
  nothingYet?: boolean
  /** True for a letter that is grey for another reason, which stands beside it. */
  neutral?: boolean
}

/** The badge of a grade. A member without a known title has none: a dash without a colour. */
export function GradeBadge({ grade, large = false, nothingYet = false, neutral = nothingYet }: Props) {
  const say = useSay()
  const size = large ? 'h-9 min-w-11 px-2.5 font-serif text-xl' : 'h-6 min-w-9 px-2 text-sm'
  if (grade === noGrade) return <span className={large ? 'font-serif text-xl' : 'text-quiet'}>{noGrade}</span>
  return (
    <span
      title={nothingYet ? say(messages.grading.nothingYet) : undefined}
      style={neutral ? undefined : gradeStyle(grade)}
      className={`inline-grid place-items-center rounded-sm font-semibold ${size} ${neutral ? neutralLook : ''}`}
    >
      {/* The grade is written from left to right in every language: A+ is not +A. */}
      <bdi>{grade}</bdi>
    </span>
  )
}
