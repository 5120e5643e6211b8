import { expect, test } from 'vitest'
import { compareNames } from './name-order.ts'

// As PostgreSQL sorts them by the collation name_order.
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

test('names are sorted as on the server', () => {
  expect(inOrder.toReversed().sort(compareNames)).toEqual(inOrder)
  // This list would detect the order of another language.
  for (const language of ['sv', 'ar', 'tr'])
    expect(inOrder.toSorted(new Intl.Collator(language).compare), language).not.toEqual(inOrder)
})

test('names that look the same have a stable, antisymmetric order', () => {
  const joined = 'Al\u200ci'
  expect(compareNames('Ali', joined)).toBe(-1)
  expect(compareNames(joined, 'Ali')).toBe(1)
  expect(compareNames('Ali', 'Ali')).toBe(0)
})
