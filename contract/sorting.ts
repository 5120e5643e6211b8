import { type Language, localeOf } from './languages/languages.ts'

type Compare = (left: string, right: string) => number

/**
 * `en` is the order of the database's collation `name_order`: Unicode's default, which English does not change. Without a fixed locale the
 * browser's would apply, and a Swedish one sorts Ö after Z, where the server sorts it with O.
 */
const collators = new Map<string, Intl.Collator>()

/** Each collator is created once: that takes longer than sorting a list. */
function collatorOf(locale: string, numeric: boolean): Intl.Collator {
  const key = `${locale} ${numeric}`
  const collator = collators.get(key) ?? new Intl.Collator(locale, { numeric })
  collators.set(key, collator)
  return collator
}

/**
 * The order of Kurdish, which no browser can sort. Unicode's order has the letters of Sorani in the order of its alphabet, except that ڕ
 * comes after ز. Both are therefore sorted as letters further on: ڕ as ز, and ز as ڑ, a letter of Urdu. Letters of other keyboards (ك, ي,
 * ى, ھ) are sorted as the Kurdish ones. With PostgreSQL's `translate(name, letters, sortedAs)` the database sorts in the same order.
 */
export const kurdishOrder = { letters: 'ڕزكيىھ', sortedAs: 'زڑکییه' }

const sortedAs = new Map([...kurdishOrder.letters].map((letter, index) => [letter, kurdishOrder.sortedAs.charAt(index)]))
const replaced = new RegExp(`[${kurdishOrder.letters}]`, 'g')

/**
 * Compares names by the alphabet of a language; case and accents only break ties: Emil, Émile, Emma; omar, Omar. Only equal strings
 * compare as equal. Call it once per sort: the order of Kurdish computes a key per name and caches it as long as the function lives.
 */
export function nameOrder(language: Language, { numeric = false } = {}): Compare {
  const compare = collated(collatorOf(localeOf(language), numeric))
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
 * Academic titles before a name: whole words and abbreviations in Latin letters, with or without a full stop; whole words in Arabic script;
 * and single letters of it only with a stop ("د.", "أ.م.د.", "پ . ی . د.", also "د/"), because a name may begin with any of them. The last of
 * several letters needs none: "م.م علي". "مساعد" is also a name, so it is a title only after another one. PostgreSQL has the same expression
 * in `name_sort_key`, in the newest migration that creates it.
 */
const titleLetter = '[أإآاپدمیيى]'
const kurdishAssistant = '(?:[یيى] +[یيى]ار[یيى]د(?:ە|ه\u200c?)د(?:ە|ه\u200c?)ر)?'
const titles = [
  '(?:dr|prof|professor|asst|assist|assistant|assoc|associate|lect|lecturer)[. ] *',
  `(?:${titleLetter} *[./] *)+(?:${titleLetter} +)?`,
  '(?:د|د[کك]تۆر(?:ە|ه)?|(?:ال)?دكتورة?) +',
  `(?:پ[رڕ]ۆف[یيى]سۆر|مامۆستا)${kurdishAssistant} +`,
  '(?:ال)?(?:[أا]ستاذ|مدرس|بروف[يی]سور)ة?(?: +(?:ال)?(?:مساعد|مشارك|متمرس)ة?)? +',
]
const academicTitles = new RegExp(`^(?:${titles.join('|')})+`, 'i')

/** The part of a person's name by which lists are sorted: "Dr. Omar Salih" stands at O. The whole name if nothing else would remain. */
export function nameSortKey(name: string): string {
  return name.replace(academicTitles, '') || name
}
