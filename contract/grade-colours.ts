import type { Grade } from './grading.ts'

/** Colours that are light enough for the dark letters on them, wherever the letter stands between two of them. */
const red = '#f1705f'
const yellow = '#f4c93d'
const green = '#4fc186'
const blue = '#6cabf5'
const indigo = '#9c92f7'

/** The colour of letters and numbers on a grade. */
export const onGrade = '#141a26'

/** The colours of the specification, from the beginning of a grade to its end: on badges, scales, charts and paper. */
export const gradeColours: Readonly<Record<Grade, readonly [from: string, to: string]>> = {
  E: [red, red],
  D: [red, yellow],
  C: [yellow, green],
  B: [green, blue],
  A: [blue, indigo],
  'A+': [green, green],
}
