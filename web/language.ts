import { useSyncExternalStore } from 'react'
import { type Catalogue, type Message, type Say, speaker } from '../contract/languages/catalogue.ts'
import { directionOf, isLanguage, type Language, languageCookie } from '../contract/languages/languages.ts'

/** One language at a time is loaded. */
const catalogues: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: async () => (await import('../contract/languages/en.ts')).en,
  ckb: async () => (await import('../contract/languages/ckb.ts')).ckb,
  ar: async () => (await import('../contract/languages/ar.ts')).ar,
}

/** The element of the login page that has its words. */
export const pageWordsId = 'page-words'

let current: { language: Language; say: Say } = { language: 'en', say: ({ key }) => key }
let isWhole = true
/** The language that was chosen last: its catalogue may still be loading. */
let wanted: Language = 'en'
const listeners = new Set<() => void>()

export function onLanguageChange(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Turns a message into words. A component that uses it renders again when the language changes. */
export function useSay(): Say {
  return useSyncExternalStore(onLanguageChange, currentSay, currentSay)
}

export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, currentLanguage, currentLanguage)
}

const currentSay = () => current.say

export function currentLanguage(): Language {
  return current.language
}

/** For code outside of components, such as a console message: in the language of the moment. */
export const say: Say = (message: Message) => current.say(message)

export function setLanguage(language: Language, catalogue: Catalogue) {
  current = { language, say: speaker(language, catalogue) }
  isWhole = true
  for (const listener of listeners) listener()
}

/** The language of the page, as the server chose it: from the cookie, the account or the browser. */
export async function loadPageLanguage() {
  const { lang } = document.documentElement
  const language = isLanguage(lang) ? lang : 'en'
  wanted = language
  const words = document.getElementById(pageWordsId)?.textContent
  setLanguage(language, words ? JSON.parse(words) : await catalogues[language]())
  isWhole = !words
}

/** For all pages but the login page, which has only its own words. */
export async function loadWholeLanguage() {
  if (isWhole) return
  const { language } = current
  const catalogue = await catalogues[language]()
  if (!isWhole && language === wanted) setLanguage(language, catalogue)
}

/** False if another one was chosen while this one was loading. */
async function loadLanguage(language: Language): Promise<boolean> {
  wanted = language
  if (language === current.language && isWhole) return true
  const catalogue = await catalogues[language]().catch((cause: unknown) => {
    if (wanted === language) wanted = current.language
    throw cause
  })
  if (wanted !== language) return false
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
  setLanguage(language, catalogue)
  return true
}

/**
 * Shows the page in another language at once. The forms keep their input, because nothing is mounted again. False if another one was
 * chosen meanwhile.
 */
export async function changeLanguage(language: Language): Promise<boolean> {
  if (!(await loadLanguage(language))) return false
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari.
  document.cookie = `${languageCookie}=${language}; path=/; max-age=31536000; samesite=lax${secure}`
  return true
}

/** Signing in sets the cookie to the language of the account; another tab may have changed it. True if the page changed to it. */
export async function followLanguageCookie(): Promise<boolean> {
  const chosen = document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${languageCookie}=`))
    ?.split('=')[1]
  return isLanguage(chosen) && chosen !== current.language && loadLanguage(chosen)
}
