interface LanguageFacts {
  /** The language's own name, for those who read no other. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  /** The locale of Intl with its plurals and its alphabet. No browser knows ckb, which has the plurals of English; its alphabet: ../sorting.ts. */
  readonly locale: string
  /** The day on which the week begins, 0 for Sunday. */
  readonly firstWeekday: 0 | 1
}

/** Everything about a language but its sentences. A new one: docs/decisions/0034-languages.md. */
const facts = {
  en: { name: 'English', direction: 'ltr', locale: 'en', firstWeekday: 1 },
  ckb: { name: 'کوردی', direction: 'rtl', locale: 'en', firstWeekday: 0 },
  ar: { name: 'العربية', direction: 'rtl', locale: 'ar', firstWeekday: 0 },
} as const satisfies Readonly<Record<string, LanguageFacts>>

export type Language = keyof typeof facts
export const languages = Object.keys(facts) as readonly Language[]

/** English: the texts of the specification. They stand in fields of their own, and stand in for a missing translation. */
export const sourceLanguage = 'en' satisfies Language

export type TranslatedLanguage = Exclude<Language, typeof sourceLanguage>
export const translatedLanguages = languages.filter((language): language is TranslatedLanguage => language !== sourceLanguage)

export const languageNames = Object.fromEntries(languages.map((language) => [language, facts[language].name])) as Readonly<
  Record<Language, string>
>

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return facts[language].direction
}

export function localeOf(language: Language): string {
  return facts[language].locale
}

export function firstWeekdayOf(language: Language): number {
  return facts[language].firstWeekday
}

/** The cookie of the chosen language: set by the pages, read by the server for pages and files. */
export const languageCookie = 'language'

export function isLanguage(code: unknown): code is Language {
  return languages.some((language) => language === code)
}

/** One value per language into which texts are translated. */
export function perTranslation<Value>(make: (language: TranslatedLanguage) => Value): Record<TranslatedLanguage, Value> {
  return Object.fromEntries(translatedLanguages.map((language) => [language, make(language)])) as Record<
    TranslatedLanguage,
    Value
  >
}
