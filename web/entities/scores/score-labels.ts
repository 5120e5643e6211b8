import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import type { Scores } from '../../../contract/scoring.ts'

export type Part = Exclude<keyof Scores, 'total_score'>

const inOrder: readonly Part[] = ['fb', 'escore', 'atts', 'tp', 'acts']

/** The parts of the total in the order of the specification: the titles of their cards, and their explanations. */
export const scoreParts: readonly { part: Part; label: Message; meaning: Message }[] = inOrder.map((part) => ({
  part,
  label: messages.postedActivities.cards[part],
  meaning: messages.postedActivities.meanings[part],
}))
