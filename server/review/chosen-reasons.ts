import type { Translations } from '../../contract/fields.ts'
import { translatedLanguages } from '../../contract/languages/languages.ts'

export interface ChosenReason {
  id: number
  name: string
  names: Translations
}

/** What a posting keeps of the reason why it was returned. */
export interface DecisionReason {
  returned_reason: string
  returned_reasons: Translations
  return_reason_ids: readonly number[]
}

/**
 * The chosen reasons, a line each, followed by the reviewer's own words, as one text in every language in which one of the reasons has a
 * text. The words of the reviewer are in one language only, and stand in each of them.
 */
export function decisionReason(chosen: readonly ChosenReason[], words: string | null | undefined): DecisionReason {
  const lines = (texts: readonly string[]) => [...texts, ...(words ? [words] : [])].join('\n')
  const english = lines(chosen.map(({ name }) => name))
  const translations = translatedLanguages
    .map((language) => [language, lines(chosen.map(({ name, names }) => names[language] ?? name))] as const)
    .filter(([, text]) => text !== english)
  return {
    returned_reason: english,
    returned_reasons: Object.fromEntries(translations),
    return_reason_ids: chosen.map(({ id }) => id),
  }
}
