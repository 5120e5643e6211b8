import { expect, test } from 'vitest'
import { piecesOf } from './text.ts'

/** The text in visual order, from left to right. */
const rendered = (text: string) =>
  piecesOf(text)
    .map((piece) => (piece.direction === 'rtl' ? [...piece.text].reverse().join('') : piece.text))
    .join('')
const reversed = (text: string) => [...text].reverse().join('')

test('a Latin line is one piece; glyphs that its font lacks come from the next font', () => {
  expect(piecesOf('Dr. Sara Aziz, 12.5')).toMatchObject([{ text: 'Dr. Sara Aziz, 12.5', letters: 'latin', direction: 'ltr' }])
  expect(piecesOf('Ňandú').map(({ letters }) => letters)).toEqual(['latin-ext', 'latin'])
  expect(piecesOf('Пётр')[0]?.letters).toBe('cyrillic')
})

test('an Arabic line begins at the right; its words stay in one piece, which the font reverses', () => {
  expect(piecesOf('سارة عزيز')).toMatchObject([{ text: 'سارة عزيز', letters: 'arabic', direction: 'rtl' }])
  expect(rendered('د. ڕێبوار')).toBe(reversed('د. ڕێبوار'))
})

test.each([
  ['of Latin', '2026', 'مؤتمر 2026 الثالث'],
  ['of Arabic', '٢٠٢٦', 'مؤتمر ٢٠٢٦ الثالث'],
  ['of Persian and Kurdish', '۲۰۲۶', 'کۆنفرانسی ۲۰۲۶ هەولێر'],
  ['with an Arabic decimal separator', '٣٧٫٥', 'کۆی گشتی ٣٧٫٥ خاڵ'],
  ['with a Latin decimal point', '12.5', 'المجموع 12.5 نقطة'],
  ['of a time', '١٤:٠٥', 'کاتژمێر ١٤:٠٥'],
])('a number with digits %s is left to right in an Arabic line', (_name, number, line) => {
  const [before = '', after = ''] = line.split(number)
  expect(rendered(line)).toBe(reversed(after) + number + reversed(before))
})

test('Arabic digits in a Latin line, and alone, are left to right, too', () => {
  expect(rendered('Conference ٢٠٢٦, part 2')).toBe('Conference ٢٠٢٦, part 2')
  expect(rendered('٢٠٢٦')).toBe('٢٠٢٦')
})

test('brackets and quotation marks are mirrored', () => {
  expect(rendered('مؤتمر (الثالث)')).toBe(`(${reversed('الثالث')}) ${reversed('مؤتمر')}`)
  expect(rendered('الدرجة «أ» [جيد]')).toBe(`[${reversed('جيد')}] «أ» ${reversed('الدرجة')}`)
  expect(rendered('Sara (سارة) Aziz')).toBe(`Sara (${reversed('سارة')}) Aziz`)
  expect(rendered('ئاوێزان (PhD) حەسەن')).toBe(`${reversed('حەسەن')} (PhD) ${reversed('ئاوێزان')}`)
})

test('a Latin name in an Arabic line keeps its order, and so does an Arabic one in a Latin line', () => {
  expect(rendered('ورشة Sara Aziz 12.5 اليوم')).toBe(`${reversed('اليوم')} Sara Aziz 12.5 ${reversed('ورشة')}`)
  expect(rendered('Talk on مؤتمر أربيل, part 2')).toBe(`Talk on ${reversed('مؤتمر أربيل')}, part 2`)
})

test('directional marks apply and are not rendered; a zero-width non-joiner separates the letters around it', () => {
  expect(rendered('Dr. \u2068سارة\u2069 (2)')).toBe(`Dr. ${reversed('سارة')} (2)`)
  expect(piecesOf('می\u200cخواهم').map(({ text }) => text)).toEqual(['خواهم', 'می'])
})

test('characters that no font has are rendered as the missing glyph of the first font', () => {
  expect(piecesOf('漢')).toMatchObject([{ text: '漢', letters: 'latin' }])
})
