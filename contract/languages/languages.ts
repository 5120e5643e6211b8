export const languages = ['en', 'ckb', 'ar'] as const
export type Language = (typeof languages)[number]

/** Each by its own name, for those who read no other. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', ckb: 'کوردی', ar: 'العربية' }

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'en' ? 'ltr' : 'rtl'
}

/** The cookie of the chosen language: set by the pages, read by the server for pages and files. */
export const languageCookie = 'language'

export function isLanguage(code: unknown): code is Language {
  return languages.some((language) => language === code)
}
