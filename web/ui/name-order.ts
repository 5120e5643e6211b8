import type { Language } from '../../contract/languages/languages.ts'
import { foldForSearch } from '../../contract/searching.ts'
import { nameOrder } from '../../contract/sorting.ts'

/** The comparison of names on a page, in its language. It is created once per sort. */
export function compareNamesIn(language: Language = 'en'): (left: string, right: string) => number {
  return nameOrder(language)
}

/** The order of a filter's options: Semester 2 comes before Semester 10. */
export function compareOptionsIn(language: Language = 'en'): (left: string, right: string) => number {
  return language === 'en' ? byLetters : nameOrder(language, { numeric: true })
}

/** Compares without a collator: filters are rendered while the page starts, and creating one is slow. */
function byLetters(left: string, right: string): number {
  const [one, other] = [left, right].map((text) => foldForSearch(text).replace(/\d+/g, (digits) => digits.padStart(9, '0'))) as [
    string,
    string,
  ]
  return one < other ? -1 : Number(one > other)
}
