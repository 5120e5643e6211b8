import type { Scores } from '../../contract/scoring.ts'

type Part = Exclude<keyof Scores, 'total_score'>

/** The parts of the total in the order of the specification: the titles of their cards, and their explanations. */
export const scoreParts: readonly { part: Part; label: string; meaning: string }[] = [
  { part: 'fb', label: 'FB Score', meaning: 'feedback' },
  { part: 'escore', label: 'E. Activity', meaning: 'elective' },
  { part: 'atts', label: 'Att. Activity', meaning: 'attending' },
  { part: 'tp', label: 'TP', meaning: 'teacher points' },
  { part: 'acts', label: 'Act. Activity', meaning: 'compulsory' },
]

export function labelOf(part: Part): string {
  return scoreParts.find((other) => other.part === part)?.label ?? part
}
