/** Ignored characters: Latin combining marks, modifier letters such as ʿ, Arabic vowel signs and hamzas, tatweel, zero-width characters. */
const ignored =
  /[\u0300-\u036f\u02b9-\u02df\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/**
 * Each letter with the ones that a search does not tell from it: other code points of the same letter, letters that a keyboard lacks
 * (ۆ on an Arabic one), and Latin letters that Unicode does not decompose. ە and not ه, because it is the more frequent one in Kurdish and
 * replacing takes time.
 */
const sameLetters = {
  ی: 'يىێ',
  ک: 'ك',
  ە: 'هھة',
  ا: 'ٱ',
  و: 'ۆ',
  ر: 'ڕ',
  ل: 'ڵ',
  // A separate hamza is left out: علاء is also written علا.
  '': 'ء',
  '.': '٫',
  i: 'ı',
  l: 'ł',
  o: 'ø',
  d: 'đ',
  ss: 'ß',
  σ: 'ς',
}

const replacements = new Map([
  ...Object.entries(sameLetters).flatMap(([letter, variants]) => [...variants].map((variant) => [variant, letter] as const)),
  ...['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹'].flatMap((digits) => [...digits].map((digit, value) => [digit, String(value)] as const)),
])
const replaced = new RegExp(`[${[...replacements.keys()].join('')}]`, 'g')

/**
 * Kurdish words do not begin with a vowel but with ئ before it. Arabic ones do: ئارام is آرام. Inside a word ئ is a yeh with a hamza:
 * عائشة is also written عايشة.
 */
const yehWithHamza = /ي\u0654/g
const withoutInitialHamza = (found: string, at: number, text: string) =>
  /[\p{Letter}\p{Mark}]/u.test(text.charAt(at - 1)) ? found : ''

/**
 * The text that a search compares, on both sides: "ozturk" finds Öztürk, كوردي finds کوردی, ٢٠٢٦ finds 2026. Letters that differ
 * only in a mark are the same: a result too many is seen at once, a missing one is not.
 */
export function foldForSearch(text: string): string {
  // Most English texts have nothing to fold, and folding ten thousand takes 50 ms.
  if (/^\p{ASCII}*$/u.test(text)) return text.toLowerCase()
  // NFKD separates letters from their marks, and replaces the presentation forms of old documents by letters.
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(yehWithHamza, withoutInitialHamza)
    .replace(ignored, '')
    .replace(replaced, (letter) => replacements.get(letter) ?? letter)
}

/** The words of a search, each of which a text must contain. */
export const searchWords = (search: string): string[] => foldForSearch(search).split(/\s+/).filter(Boolean)

/** The words of a search among words, which begin with them. PostgreSQL splits in the same way (`audit_words`, database/migrations/0048-audit-words.sql). */
export const splitWords = (search: string): string[] => [
  ...new Set(
    foldForSearch(search)
      .split(/[\s!-/:-@[-`{-~،؛؟«»“”‘’–—]+/)
      .filter(Boolean)
      .map((word) => word.slice(0, 60)),
  ),
]

const letter = '[\\u0620-\\u06d3\\u06d5-\\u06ff]'
const consonant = '[\\u0620-\\u0626\\u0628-\\u0647\\u0649-\\u06cb\\u06cd-\\u06d3\\u06fa-\\u06ff]'
const rule = (pattern: string, replacement: string) => [new RegExp(pattern, 'g'), replacement] as const

/** Letters that Arabic tells apart and Kurdish writes as one: صالح is ساڵح, رمضان is ڕەمەزان. */
const kurdishLetters = { س: 'ثص', ت: 'ط', ز: 'ذضظ' }
const respelt = new Map(Object.entries(kurdishLetters).flatMap(([to, all]) => [...all].map((one) => [one, to] as const)))

/**
 * The rules that bring the Kurdish and the Arabic spelling of a name together, in this order. Arabic writes long vowels alone, Kurdish all
 * of them, but for a short i.
 */
const spellingRules = [
  // Doubled letters: محەممەد, مەحموود.
  rule('([\\u0620-\\u06ff])\\1+', '$1'),
  // A vowel at the beginning: ئەحمەد, ئیبراهیم, إيمان.
  rule(`(?<!${letter})ا(?:ە|[وی](?=${consonant}))`, 'ا'),
  rule(`ە(?=${letter})`, ''),
  rule(`ە(?!${letter})`, 'ا'),
  // A u after the first consonant, short or long: عومەر is عمر, and نوور is نور. Further on it is long: محمود is not محمد.
  rule(`(?<!${letter})(${consonant})و(?=${consonant})`, '$1'),
  // An i after a long a: خالید is خالد. Elsewhere it is long: حسين is not حسن.
  rule(`(?<=${letter})(ا${consonant})ی(?=${consonant})`, '$1'),
  // Names of two words: عبد الله and عەبدوڵڵا, صلاح الدين and سەلاحەدین, أبو بكر and ئەبوبەکر.
  rule(`(?<!${letter})(عبد|ابو) +(?=${letter})`, '$1'),
  rule(`(?<!${letter})عبد[او]?ل`, 'عبدال'),
  rule(`(?<=${letter}) *الدین`, 'دین'),
  // Names in which Arabic leaves out a long a, or ends with one that is written as a yeh.
  rule('رحمن', 'رحمان'),
  rule('اسحق', 'اسحاق'),
  rule('اسمعیل', 'اسماعیل'),
  rule('ابرہیم', 'ابراہیم'),
  rule(`(?<!${letter})(مستف|مرتز|مجتب|مس|عیس|لیل|سلم|بشر|ہد)ی(?!${letter})`, '$1ا'),
  rule(`(?<!${letter})یحی(?!${letter})`, 'یحیا'),
]

/**
 * The text that a search compares if the usual one finds nothing: a name is the same in its Kurdish and in its Arabic spelling, محەمەد and
 * محمد. PostgreSQL has the same rules (`fold_spelling`, database/migrations/0032-names.sql).
 */
export function foldSpelling(text: string): string {
  if (!/[\u0600-\u06ff\ufb50-\ufdff\ufe70-\ufefc]/.test(text)) return foldForSearch(text)
  const prepared = text
    .normalize('NFKD')
    // The hamza of an initial vowel is an alef here, and an h that is a consonant is not ە, as which it is searched.
    .replace(new RegExp(`(?<!${letter})ي\\u0654`, 'g'), 'ا')
    .replace(new RegExp(`ھ|ه(?=${letter})`, 'g'), 'ہ')
  const folded = foldForSearch(prepared).replace(/[ثصطذضظ]/g, (one) => respelt.get(one) ?? one)
  return spellingRules.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), folded)
}

/** The words of a search for another spelling; none if they are too short to tell names apart, or in another script. */
export function spellingWords(search: string): string[] {
  const words = foldSpelling(search).split(/\s+/).filter(Boolean)
  return words.some((word) => new RegExp(`${letter}{3}`).test(word)) ? words : []
}
