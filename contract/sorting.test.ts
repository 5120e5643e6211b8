import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { namesWithoutTitle, titledNames } from '../testing/titled-names.ts'
import { languages } from './languages/languages.ts'
import { nameOrder, nameSortKey } from './sorting.ts'

// These names are in the order in which PostgreSQL sorts them by the collation name_order.
const inOrder = [
  'Anna Maria',
  'Anna-Maria',
  'AnnaMaria',
  'Arne',
  'Asa',
  'Åsa',
  'Çelik',
  'Cem',
  'de la Cruz',
  'De La Cruz',
  'emil',
  'Emil',
  'Émile',
  'Emilia',
  'Fatih',
  'Lukas',
  'Łukasz',
  'Luo',
  'omar',
  'Omar',
  'Omer',
  'Ömer',
  'Ozan',
  'Özgür',
  'Oznur',
  'Room 10',
  'Room 2',
  'Zoe',
  'آرام',
  'أحمد',
  'ئارام',
  'احمد',
  'رزگار',
  'ريما',
  'ڕێبوار',
  'ژیان',
  'كمال',
  'کمال',
  'هیوا',
  'هێمن',
  'ۆسمان',
]

const shuffled = (names: readonly string[]) =>
  names.toSorted((a, b) => (a.at(-1) ?? '').localeCompare(b.at(-1) ?? '')).toReversed()

describe('English names', () => {
  test('are sorted as on the server', () => {
    expect(inOrder.toReversed().sort(nameOrder('en'))).toEqual(inOrder)
    // This list would detect the order of another language.
    for (const language of ['sv', 'ar', 'tr'])
      expect(inOrder.toSorted(new Intl.Collator(language).compare), language).not.toEqual(inOrder)
  })
})

describe('Kurdish names', () => {
  const sort = (names: readonly string[]) => shuffled(names).sort(nameOrder('ckb'))

  test('are sorted by the alphabet', () => {
    const alphabet = [...'ئابپتجچحخدرڕزژسشعغفڤقکگلڵمنهەوۆیێ']
    expect(sort(alphabet)).toEqual(alphabet)
    const words = alphabet.map((letter) => `ب${letter}ن`)
    expect(sort(words)).toEqual(words)
  })

  test('are sorted by letters, not by sounds: وو is two letters', () => {
    const names = [
      'ئاراس',
      'ئارام',
      'بەختیار',
      'پەروین',
      'ڕزگار',
      'ڕووناک',
      'ڕۆژ',
      'ڕێبوار',
      'زانا',
      'ژیان',
      'هەژار',
      'هێمن',
      'ئە',
    ]
    const expected = [
      'ئاراس',
      'ئارام',
      'ئە',
      'بەختیار',
      'پەروین',
      'ڕزگار',
      'ڕووناک',
      'ڕۆژ',
      'ڕێبوار',
      'زانا',
      'ژیان',
      'هەژار',
      'هێمن',
    ]
    expect(sort(names)).toEqual(expected)
  })

  test('are sorted the same from any keyboard', () => {
    const names = [
      'كاروان',
      'کاروان ب',
      'كاروان پ',
      'گەلاوێژ',
      'ھاوڕێ',
      'هاوڕێ ب',
      'ھاوڕێ پ',
      'ەا',
      'يوسف',
      'یوسف ب',
      'ىوسف پ',
      'ێا',
    ]
    expect(sort(names)).toEqual(names)
  })

  test('come after Latin ones and digits, as Unicode has it, and these keep the English order', () => {
    const mixed = ['1', '10', '2', ...inOrder.filter((name) => /^\p{ASCII}/u.test(name)), 'ئارام', 'زانا']
    expect(sort(mixed)).toEqual(mixed)
  })
})

describe('Arabic names', () => {
  test('are sorted by the alphabet, where a hamza only breaks ties, and before Latin ones', () => {
    const names = [
      'آدم',
      'إبراهيم',
      'أحمد',
      'احمد',
      'أياد',
      'اياد',
      'بدر',
      'ثامر',
      'فاطمة',
      'منى',
      'مني',
      'هدى',
      'وليد',
      'ياسر',
      'Adam',
    ]
    expect(shuffled(names).sort(nameOrder('ar'))).toEqual(names)
  })
})

test.each(languages)('numbers are sorted by their digits, or on request by their values, in %s', (language) => {
  const rooms = ['2', '10', '٣', '۱۱'].map((number) => `کۆرس ${number}`)
  expect(rooms.toSorted(nameOrder(language)).map((name) => name.slice(5))).toEqual(['10', '۱۱', '2', '٣'])
  expect(rooms.toSorted(nameOrder(language, { numeric: true })).map((name) => name.slice(5))).toEqual(['2', '٣', '10', '۱۱'])
})

describe.each(languages)('the order of names in %s', (language) => {
  const characters = [...'aAáÅzZ 0129-.٠١۰۱ءآأؤإئابةتزرڕژسكکگلڵمنهھەوۆىيیێ\u200c\u064e\u0301']
  const names = fc.oneof(
    fc.string({ unit: fc.constantFrom(...characters), maxLength: 6 }),
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
  const compare = nameOrder(language)

  test('is antisymmetric, and only equal names compare as equal', () => {
    fc.assert(
      fc.property(
        names,
        names,
        (a, b) => Math.sign(compare(a, b)) === -Math.sign(compare(b, a)) && (compare(a, b) === 0) === (a === b),
      ),
    )
    expect(compare('Ali', 'Al\u200ci')).toBe(-1)
  })

  test('is transitive', () => {
    fc.assert(
      fc.property(names, names, names, (a, b, c) => {
        const [first, second, third] = [a, b, c].sort(compare) as [string, string, string]
        return compare(first, second) <= 0 && compare(second, third) <= 0 && compare(first, third) <= 0
      }),
    )
  })
})

describe('a name is sorted without the academic titles before it', () => {
  test.each(titledNames)('%s', (name, key) => expect(nameSortKey(name)).toBe(key))

  test.each(namesWithoutTitle)('%s is sorted as it is', (name) => expect(nameSortKey(name)).toBe(name))
})
