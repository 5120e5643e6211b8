import { type Grade, noGrade } from '../../contract/grading.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language.ts'

/** The colours of the specification, each at its dark end, so that the white letter is readable on the whole gradient. */
export const gradeLook: Record<Grade, string> = {
  E: 'bg-hue-red',
  D: 'bg-linear-to-r from-hue-red to-hue-yellow rtl:bg-linear-to-l',
  C: 'bg-linear-to-r from-hue-yellow to-hue-green rtl:bg-linear-to-l',
  B: 'bg-linear-to-r from-hue-green to-hue-blue rtl:bg-linear-to-l',
  A: 'bg-linear-to-r from-hue-blue to-hue-indigo rtl:bg-linear-to-l',
  'A+': 'bg-hue-green',
}

/** Of a member with nothing scored and nothing posted yet: the letter without its colour. */
export const neutralLook = 'bg-quiet text-card'

type Props = { grade: Grade | typeof noGrade; large?: boolean; neutral?: boolean }

/** A member without a known title has no grade: a dash without a colour. */
export function GradeBadge({ grade, large = false, neutral = false }: Props) {
  const say = useSay()
  const size = large ? 'h-9 min-w-11 px-2.5 font-serif text-xl' : 'h-6 min-w-9 px-2 text-sm'
  if (grade === noGrade) return <span className={large ? 'font-serif text-xl' : 'text-quiet'}>{noGrade}</span>
  return (
    <span
      title={neutral ? say(messages.grading.nothingYet) : undefined}
      className={`inline-grid place-items-center rounded-sm font-semibold ${size} ${neutral ? neutralLook : `text-on-hue ${gradeLook[grade]}`}`}
    >
      {/* Left to right in every language: A+ is not +A. */}
      <bdi>{grade}</bdi>
    </span>
  )
}
