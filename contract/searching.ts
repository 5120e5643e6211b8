/** The longest text that the one search of the portal takes. */
export const longestSearch = 100

/** Latin combining marks, modifier letters such as ʿ, Arabic vowel signs and hamzas, tatweel, and characters without a width. */
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
  // A hamza of its own: علاء is also written علا.
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
