import { useSyncExternalStore } from 'react'
import { type Catalogue, type Message, type Say, speaker } from '../../contract/languages/catalogue.ts'
import { directionOf, isLanguage, type Language, languageCookie } from '../../contract/languages/languages.ts'

type Words = Partial<Catalogue>

/** One language at a time is loaded, and of it first what members read; the later words are those of administrators' panels. */
const catalogues: Readonly<Record<Language, Record<'first' | 'later', () => Promise<Words>>>> = {
  en: {
    first: async () => (await import('../../contract/languages/en/first.ts')).first,
    later: async () => (await import('../../contract/languages/en/later.ts')).later,
  },
  ckb: {
    first: async () => (await import('../../contract/languages/ckb/first.ts')).first,
    later: async () => (await import('../../contract/languages/ckb/later.ts')).later,
  },
  ar: {
    first: async () => (await import('../../contract/languages/ar/first.ts')).first,
    later: async () => (await import('../../contract/languages/ar/later.ts')).later,
  },
}

async function wholeCatalogue(language: Language): Promise<Words> {
  const [first, later] = await Promise.all([catalogues[language].first(), catalogues[language].later()])
  return { ...first, ...later }
}

/** The element of the login page that has its words. */
export const pageWordsId = 'page-words'

let current: { language: Language; words: Words; say: Say } = { language: 'en', words: {}, say: ({ key }) => key }
/** The words that the page has: those of the login page, the first ones, or all. */
let extent: 'login' | 'first' | 'all' = 'all'
/** The words of parts of the page that come with them, in all languages. */
const ofParts: Readonly<Record<Language, Words>>[] = []
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

/** Turns a message into words in the current language, for code outside of components, such as a console message. */
export const say: Say = (message: Message) => current.say(message)

export function setLanguage(language: Language, words: Words, has: typeof extent = 'all') {
  // A copy, because words are added to it.
  const own: Words = Object.assign({}, words, ...ofParts.map((part) => part[language]))
  current = { language, words: own, say: speaker(language, own) }
  extent = has
  for (const listener of listeners) listener()
}

/** Adds the words of a part that is used without a network, too: a file of one language may not be there then. */
export function addWords(part: Readonly<Record<Language, Words>>) {
  ofParts.push(part)
  Object.assign(current.words, part[current.language])
}

/** Loads the language of the page, as the server chose it: from the cookie, the account or the browser. */
export async function loadPageLanguage() {
  const { lang } = document.documentElement
  const language = isLanguage(lang) ? lang : 'en'
  wanted = language
  const words = document.getElementById(pageWordsId)?.textContent
  if (words) setLanguage(language, JSON.parse(words), 'login')
  else setLanguage(language, await catalogues[language].first(), 'first')
}

/** Loads the first words, for all pages but the login page, which has only its own words. */
export async function loadFirstWords() {
  if (extent !== 'login') return
  const { language } = current
  const words = await catalogues[language].first()
  if (extent === 'login' && language === wanted) setLanguage(language, words, 'first')
}

/** For the panels of administrators that say them. Not on the login page, which needs none of them. */
export async function loadLaterWords() {
  if (extent !== 'first') return
  const { language } = current
  const words = await catalogues[language].later()
  if (extent !== 'first' || language !== wanted) return
  // Nothing on the page says them yet, so nothing is rendered again.
  Object.assign(current.words, words)
  extent = 'all'
}

/** Loads a language. Returns false if another one was chosen while this one was loading. */
async function loadLanguage(language: Language): Promise<boolean> {
  wanted = language
  if (language === current.language && extent !== 'login') return true
  const isWhole = extent === 'all'
  const words = await (isWhole ? wholeCatalogue(language) : catalogues[language].first()).catch((cause: unknown) => {
    if (wanted === language) wanted = current.language
    throw cause
  })
  if (wanted !== language) return false
  // A panel with later words was opened meanwhile.
  if (extent === 'all' && !isWhole) return loadLanguage(language)
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
  setLanguage(language, words, isWhole ? 'all' : 'first')
  return true
}

/**
 * Shows the page in another language at once. The forms keep their input, because nothing is mounted again. Returns false if another one
 * was chosen meanwhile.
 */
export async function changeLanguage(language: Language): Promise<boolean> {
  if (!(await loadLanguage(language))) return false
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari.
  document.cookie = `${languageCookie}=${language}; path=/; max-age=31536000; samesite=lax${secure}`
  return true
}

/**
 * Follows the cookie: signing in sets it to the language of the account; another tab may have changed it. Returns true if the page changed.
 */
export async function followLanguageCookie(): Promise<boolean> {
  const chosen = document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${languageCookie}=`))
    ?.split('=')[1]
  return isLanguage(chosen) && chosen !== current.language && loadLanguage(chosen)
}
