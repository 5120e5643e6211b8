import { describe, expect, test } from 'vitest'
import { isolationIn, withoutDirectionMarks } from './direction-marks.ts'

describe('a value in a sentence', () => {
  const [fsi, lri, pdi] = ['\u2068', '\u2066', '\u2069']
  const phone = '+964 750 123 4567'

  test.each([
    ['a name in Latin letters', 'Physics', 'Physics', `${fsi}Physics${pdi}`],
    ['a name in Arabic letters', 'فیزیا', `${fsi}فیزیا${pdi}`, `${fsi}فیزیا${pdi}`],
    ['a telephone number', phone, phone, `${lri}${phone}${pdi}`],
    ['a local telephone number', '0750 123 4567', '0750 123 4567', `${lri}0750 123 4567${pdi}`],
    ['a name and a telephone number', `نووسینگە ${phone}`, `${fsi}نووسینگە ${lri}${phone}${pdi}${pdi}`, undefined],
    ['a sign before a number', '<1%', '<1%', `${lri}<1%${pdi}`],
    ['a number', '1,204.5', '1,204.5', '1,204.5'],
    ['a share', '45%', '45%', '45%'],
    ['a time', '09:30', '09:30', '09:30'],
    ['a day', '12/11/2026', '12/11/2026', '12/11/2026'],
    ['a sign', '–', '–', '–'],
    ['nothing', '', '', ''],
  ])('%s', (_, value, fromLeft, fromRight = fromLeft) => {
    expect(isolationIn('en')(value)).toBe(fromLeft)
    for (const language of ['ckb', 'ar'] as const) expect(isolationIn(language)(value)).toBe(fromRight)
  })
})

test('a text without marks of directions has its letters, its joiners and nothing else', () => {
  expect(withoutDirectionMarks('\u200f\u2068Physics\u2069: \u2066+1 2\u2069 می\u200cخوێنم')).toBe('Physics: +1 2 می\u200cخوێنم')
})
