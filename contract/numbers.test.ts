import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberTexts } from '../testing/number-texts.ts'
import { latinDigits, readNumber } from './numbers.ts'
import { TpInput } from './scoring.ts'

describe('a score with at most one decimal', () => {
  test.each(numberTexts)('%j is %s', (text, score) => {
    const parsed = TpInput.shape.tp.safeParse(readNumber(text, 1))
    expect(parsed.data).toBe(score)
  })
})

test('points may have two decimals, and times none', () => {
  expect(readNumber('٧٫٢٥', 2)).toBe(7.25)
  expect(readNumber('1,250', 2)).toBeNaN()
  expect(readNumber('12', 0)).toBe(12)
  expect(readNumber('12.0', 0)).toBe(12)
  expect(readNumber('1.5', 0)).toBeNaN()
  expect(readNumber('', 2)).toBeNaN()
})

test('every number with two decimals is read as it is written, with the digits and signs of any keyboard', () => {
  const keyboards = ['0123456789', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹']
  const hundredths = fc.integer({ min: 0, max: 100_000 })
  fc.assert(
    fc.property(hundredths, fc.constantFrom(...keyboards), fc.constantFrom(...'.,٫،'), (value, keyboard, sign) => {
      const typed = (value / 100)
        .toFixed(2)
        .replace(/\d/g, (digit) => keyboard[Number(digit)] ?? '')
        .replace('.', sign)
      expect(readNumber(typed, 2)).toBe(value / 100)
    }),
  )
})

test('a text with any other character is no number', () => {
  const isOther = (character: string) => !/[0-9٠-٩۰-۹.,٫،]/.test(character)
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 1 }).filter((one) => one.trim() !== '' && isOther(one)),
      (other) => {
        for (const text of [`${other}7`, `7${other}`, `7${other}5`]) expect(readNumber(text, 2)).toBeNaN()
      },
    ),
  )
})

test('digits of every keyboard become Latin ones, and nothing else changes', () => {
  expect(latinDigits('a٠١٢٣٤٥٦٧٨٩-۰۱۲۳۴۵۶۷۸۹ ب٫')).toBe('a0123456789-0123456789 ب٫')
})
