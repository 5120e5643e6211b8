import type { CSSProperties } from 'react'
import { gradeColours, onGrade } from '../../contract/grade-colours.ts'
import type { Grade } from '../../contract/grading.ts'

/** A style and not a class: the colours are data, which paper has in common with the pages. */
export function gradeStyle(grade: Grade): CSSProperties {
  return {
    // From the side where the language begins.
    backgroundImage: `linear-gradient(calc(90deg * var(--inline-direction, 1)), ${gradeColours[grade].join(', ')})`,
    color: onGrade,
  }
}

/** Of a grade without its colour. */
export const neutralLook = 'bg-neutral text-on-neutral'
