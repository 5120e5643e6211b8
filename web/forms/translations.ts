import type { Translations } from '../../contract/fields.ts'
import type { Message, Say } from '../../contract/languages/catalogue.ts'
import { perTranslation, type TranslatedLanguage, translatedLanguages } from '../../contract/languages/languages.ts'
import { translatedLabel } from '../../contract/localized.ts'

/** The translations of a text as a form has them: an empty text where there is none. */
export type TranslationValues = Record<TranslatedLanguage, string>

export function translationValues(stored: Translations = {}): TranslationValues {
  return perTranslation((language) => stored[language] ?? '')
}

/** The translations as text, for the differences after an edit conflict. */
export function describeTranslations(say: Say, label: Message, values: TranslationValues): [label: string, text: string][] {
  return translatedLanguages.map((language) => [say(translatedLabel(label, language)), values[language].trim()])
}
