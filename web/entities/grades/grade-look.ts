import type { CSSProperties } from 'react'
import { gradeColours, onGrade } from '../../../contract/grade-colours.ts'
import type { Grade } from '../../../contract/grading.ts'

/** The colours of a grade, as a style and not a class: they are data, which paper has in common with the pages. */
export function gradeStyle(grade: Grade): CSSProperties {
  return {
    // The gradient begins at the side where the language begins.
    backgroundImage: `linear-gradient(calc(90deg * var(--inline-direction, 1)), ${gradeColours[grade].join(', ')})`,
    color: onGrade,
  }
}

/** The look of a grade without its colour. */
export const neutralLook = 'bg-neutral text-on-neutral'
