import { describe, expect, test } from 'vitest'
import { writeOutDay } from './dates.ts'
import { ar } from './languages/ar.ts'
import { speaker } from './languages/catalogue.ts'
import { ckb } from './languages/ckb.ts'
import { en } from './languages/en.ts'
import { readDay, typedDay } from './read-day.ts'

const today = '2026-11-17'

test.each([
  ['12/11/2026', '2026-11-12'],
  [' 12 / 11 / 2026 ', '2026-11-12'],
  ['12 11 2026', '2026-11-12'],
  ['12-11-2026', '2026-11-12'],
  ['12.11.26', '2026-11-12'],
  ['12112026', '2026-11-12'],
  ['1/2/2026', '2026-02-01'],
  ['2026-11-12', '2026-11-12'],
  ['2026/11/12', '2026-11-12'],
  ['١٢/١١/٢٠٢٦', '2026-11-12'],
  ['۱۲/۱۱/۲۰۲۶', '2026-11-12'],
  ['١٢؍١١؍٢٠٢٦', '2026-11-12'],
  ['٢٩/٢/٢٠٢٤', '2024-02-29'],
  ['\u200f12/11/2026\u200f', '2026-11-12'],
  ['12ی تشرینی دووەم', '2026-11-12'],
  ['12ی تشرینی دووەمی 2026', '2026-11-12'],
  ['١٢ی تشرینی دووەمی ٢٠٢٦', '2026-11-12'],
  ['12 ی تشرینی دووەم', '2026-11-12'],
  ['12ي تشريني دووه\u200cم', '2026-11-12'],
  ['5ی ئازار', '2026-03-05'],
  ['1 ئاب 2026', '2026-08-01'],
  ['1ی تەموزی 2026', '2026-07-01'],
  ['3ی کانوونی یەکەم', '2025-12-03'],
  ['12 تشرين الثاني 2026', '2026-11-12'],
  ['١٢ تشرين الثاني', '2026-11-12'],
  ['12 من تشرين الثاني، 2026', '2026-11-12'],
  ['5 آذار 2026', '2026-03-05'],
  ['5 اذار 2026', '2026-03-05'],
  ['3 كانون الاول 2025', '2025-12-03'],
  ['12 نوفمبر 2026', '2026-11-12'],
  ['21 Nov 2025', '2025-11-21'],
  ['November 12, 2026', '2026-11-12'],
  ['12th of November 2026', '2026-11-12'],
])('%s is %s', (text, day) => {
  expect(readDay(text, today)).toBe(day)
})

test.each([
  '',
  '12',
  '2026',
  'tomorrow',
  '31/02/2026',
  '29/2/2025',
  '11/13/2026',
  '0/1/2026',
  '12/11/20266',
  '12/11/1026',
  '12 foo 2026',
])('%j is no day', (text) => {
  expect(readDay(text, today)).toBeUndefined()
})

describe('without a year', () => {
  test.each([
    ['12/11', '', '2026-11-12'],
    ['17/11', '', '2026-11-17'],
    ['18/11', '', '2025-11-18'],
    ['29/2', '', '2024-02-29'],
    ['18/11', today, '2026-11-18'],
    ['1/2', today, '2027-02-01'],
    ['29/2', today, '2028-02-29'],
  ])('%s in a field from %j on is %s', (text, min, day) => {
    expect(readDay(text, today, min)).toBe(day)
  })
})

describe.each([
  ['en', speaker('en', en)],
  ['ckb', speaker('ckb', ckb)],
  ['ar', speaker('ar', ar)],
] as const)('in %s', (_, say) => {
  test.each(Array.from({ length: 12 }, (_value, index) => `2026-${String(index + 1).padStart(2, '0')}-09`))(
    '%s is read as the portal writes it, in words and in numbers',
    (day) => {
      expect(readDay(writeOutDay(say, day), today)).toBe(day)
      expect(readDay(typedDay(day), today)).toBe(day)
    },
  )
})
