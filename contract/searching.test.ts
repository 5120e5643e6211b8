import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differentNames, namesNotToldApart, sameNames } from '../testing/spellings.ts'
import { foldForSearch, foldSpelling, spellingWords } from './searching.ts'

const finds = (search: string, text: string) => foldForSearch(text).includes(foldForSearch(search))

describe('a search finds', () => {
  test.each([
    // Latin letters
    ['ozturk', 'Öztürk'],
    ['ÖZTÜRK', 'öztürk'],
    ['isik', 'Işık'],
    ['ISTANBUL', 'İstanbul'],
    ['strasse', 'Straße'],
    ['lukasz', 'Łukasz'],
    ['ali', 'ʿAlī'],
    ['full', 'Ｆｕｌｌ'],
    // Yeh
    ['علي', 'علی'],
    ['على', 'علي'],
    ['علی', 'على'],
    ['سليماني', 'سلێمانی'],
    ['عايشه', 'عائشة'],
    ['عائشة', 'عايشة'],
    // Kaf
    ['كمال', 'کمال'],
    ['کمال', 'كمال'],
    // Heh and teh marbuta
    ['فاطمه', 'فاطمة'],
    ['محه‌مه‌د', 'محەمەد'],
    ['ھێمن', 'هێمن'],
    // Alef, with and without a hamza, and the initial hamza of Kurdish
    ['احمد', 'أحمد'],
    ['اسراء', 'إسراء'],
    ['ٱحمد', 'احمد'],
    ['ارام', 'ئارام'],
    ['ئارام', 'آرام'],
    ['آرام', 'ئارام'],
    ['ئاراس', 'د.ئاراس'],
    ['علاء', 'علا'],
    // Waw, reh and lam, with and without their marks
    ['مومن', 'مؤمن'],
    ['كورس', 'کۆرس'],
    ['ۆرس', 'كورس'],
    ['ريبوار', 'ڕێبوار'],
    ['كلاله', 'کڵاڵە'],
    // Marks, tatweel, joiners and direction marks
    ['محمد', 'مُحَمَّد'],
    ['محمد', 'محـــمد'],
    ['نامه‌', 'نامه'],
    ['علی', '\u200fعلی\u200e'],
    // Digits
    ['2026', '٢٠٢٦'],
    ['۲۰۲۶', '2026'],
    ['٢٠٢٦', '۲۰۲۶'],
    ['٧٫٥', '7.5'],
    // Presentation forms, as in text copied from an old PDF
    ['محمد', 'ﻣﺤﻤﺪ'],
    ['سلام', 'ﺳﻼﻡ'],
  ])('%s in %s', (search, text) => {
    expect(finds(search, text)).toBe(true)
  })
})

describe('a search does not find', () => {
  test.each([
    ['پ', 'باران'],
    ['گ', 'کمال'],
    ['چ', 'جوان'],
    ['ژ', 'زانا'],
    ['ڤ', 'فەرهاد'],
    ['o', 'Aram'],
  ])('%s in %s', (search, text) => {
    expect(finds(search, text)).toBe(false)
  })
})

const characters = [
  ..."abcZÉéÖöŞşIıİiŁłØßÆ ʿ’'-.,()^`0189٠١٩۰۱۹٫",
  ...'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژڤکگڕڵھۆیێەٱـ',
  ...'\u064b\u064e\u0651\u0652\u0654\u0655\u0670\u200c\u200d\u200e\u200f\u00a0\u0301',
  ...'ﻣﺤﻻﷲﮎﯽﺋ',
]
const texts = fc.string({ unit: fc.constantFrom(...characters), maxLength: 20 }).map((text) => text.normalize('NFC'))

test('folding a folded text changes nothing', () => {
  fc.assert(fc.property(texts, (text) => foldForSearch(foldForSearch(text)) === foldForSearch(text)))
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => foldForSearch(foldForSearch(text)) === foldForSearch(text)))
})

test('small and capital letters are the same', () => {
  fc.assert(
    fc.property(texts, (text) =>
      [text.toUpperCase(), text.toLowerCase()].every((other) => foldForSearch(other) === foldForSearch(text)),
    ),
  )
  const latin = Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code))
  expect(latin.filter((letter) => foldForSearch(letter.toUpperCase()) !== foldForSearch(letter))).toEqual([])
})

test('any part of a text is found in it', () => {
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), (text, from, length) => {
      const all = [...text]
      const start = from % (all.length + 1)
      const part = all.slice(start, start + (length % (all.length + 1))).join('')
      return finds(part, text)
    }),
    { numRuns: 2000 },
  )
})

test('the form in which a text is composed makes no difference', () => {
  fc.assert(fc.property(texts, (text) => foldForSearch(text.normalize('NFD')) === foldForSearch(text)))
})

describe('a second search finds a name in another spelling', () => {
  const finds = (search: string, text: string) => {
    const words = spellingWords(search)
    return words.length > 0 && words.every((word) => foldSpelling(text).includes(word))
  }

  test.each(sameNames)('%s and %s are one name', (one, other) => {
    expect(finds(one, `${other} ئازاد`)).toBe(true)
    expect(finds(other, `د. ${one} حمە`)).toBe(true)
  })

  test.each(differentNames)('%s and %s are two', (one, other) => {
    expect([finds(one, other), finds(other, one)]).toEqual([false, false])
  })

  test.each(namesNotToldApart)('%s and %s are not told apart', (one, other) => {
    expect([finds(one, other), finds(other, one)]).toEqual([true, true])
  })

  test.each(['', 'ە', 'وو', 'عو', 'Omar', '2026'])('%j is too short, or in no such script', (search) => {
    expect(spellingWords(search)).toEqual([])
  })

  test('a text in Latin letters is as in the first search', () => {
    expect(foldSpelling('Dr. Özgür')).toBe(foldForSearch('Dr. Özgür'))
  })
})
