import type { Bands } from '../contract/grading.ts'

/** The table of the specification, section 4: the first version of the rules. */
export const specificationBands: Bands = {
  al: [0, 6, 12, 18, 25, 45],
  l: [0, 6, 15, 24, 35, 55],
  ap: [0, 6, 20, 35, 50, 70],
  p: [0, 6, 20, 45, 60, 80],
}
