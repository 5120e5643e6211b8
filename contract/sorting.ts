import type { Language } from './languages/languages.ts'
import { lazy } from './lazy.ts'

type Compare = (left: string, right: string) => number

/**
 * `en` is the order of the database's collation `name_order`: Unicode's default, which English does not change. Without a fixed locale the
 * browser's would apply, and a Swedish one sorts Ö after Z, where the server sorts it with O.
 */
const collators = {
  en: lazy(() => new Intl.Collator('en')),
  ar: lazy(() => new Intl.Collator('ar')),
}
const numericCollators = {
  en: lazy(() => new Intl.Collator('en', { numeric: true })),
  ar: lazy(() => new Intl.Collator('ar', { numeric: true })),
}

/**
 * No browser can sort Kurdish. Unicode's order has the letters of Sorani in the order of its alphabet, except that ڕ comes after ز. Both
 * are therefore sorted as letters further on: ڕ as ز, and ز as ڑ, a letter of Urdu. Letters of other keyboards (ك, ي, ى, ھ) are sorted as
 * the Kurdish ones. With PostgreSQL's `translate(name, letters, sortedAs)` the database sorts in the same order.
 */
export const kurdishOrder = { letters: 'ڕزكيىھ', sortedAs: 'زڑکییه' }

const sortedAs = new Map([...kurdishOrder.letters].map((letter, index) => [letter, kurdishOrder.sortedAs.charAt(index)]))
const replaced = new RegExp(`[${kurdishOrder.letters}]`, 'g')

/**
 * Compares names by the alphabet of a language; case and accents only break ties: Emil, Émile, Emma; omar, Omar. Only equal strings
 * compare as equal. Call it once per sort: the order of Kurdish computes a key per name and caches it as long as the function lives.
 */
export function nameOrder(language: Language, { numeric = false } = {}): Compare {
  const compare = collated((numeric ? numericCollators : collators)[language === 'ar' ? 'ar' : 'en']())
  if (language !== 'ckb') return compare
  const keys = new Map<string, string>()
  const keyOf = (name: string) => {
    let key = keys.get(name)
    if (key === undefined) {
      key = name.replace(replaced, (letter) => sortedAs.get(letter) ?? letter)
      keys.set(name, key)
    }
    return key
  }
  return (left, right) => compare(keyOf(left), keyOf(right)) || byCodePoints(left, right)
}

/** PostgreSQL sorts names that collate as equal, such as with and without an invisible joiner, by their code points. */
function collated(collator: Intl.Collator): Compare {
  return (left, right) => collator.compare(left, right) || byCodePoints(left, right)
}

function byCodePoints(left: string, right: string): number {
  return Number(left > right) - Number(left < right)
}

/**
 * Academic titles before a name: whole words and abbreviations in Latin letters, with or without a full stop; single letters of Arabic
 * script only with one ("د.", "أ.م.د.", "پ.ی.د.", also "د/"), because a name may begin with any of them. PostgreSQL has the same
 * expression in database/functions/name-order.sql.
 */
const academicTitles =
  /^(?:(?:dr|prof|professor|asst|assist|assistant|assoc|associate|lect|lecturer)[. ] *|[أإآاپدمیيى][./] *|(?:د|دکتۆرە?|(?:ال)?دكتورة?|پ[رڕ]ۆفیسۆر|بروفيسورة?|مامۆستا) +)+/i

/** The part of a person's name by which lists are sorted: "Dr. Omar Salih" stands at O. The whole name if nothing else would remain. */
export function nameSortKey(name: string): string {
  return name.replace(academicTitles, '') || name
}
