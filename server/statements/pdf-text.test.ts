import { expect, test } from 'vitest'
import { piecesOf } from './pdf-text.ts'

/** From left to right, as the eye sees it. */
const asDrawn = (text: string) =>
  piecesOf(text)
    .map((piece) => (piece.direction === 'rtl' ? [...piece.text].reverse().join('') : piece.text))
    .join('')
const fromTheRight = (text: string) => [...text].reverse().join('')

test('a Latin line is one piece; what its font lacks comes from the next one', () => {
  expect(piecesOf('Dr. Sara Aziz, 12.5')).toMatchObject([{ text: 'Dr. Sara Aziz, 12.5', letters: 'latin', direction: 'ltr' }])
  expect(piecesOf('Ňandú').map(({ letters }) => letters)).toEqual(['latin-ext', 'latin'])
  expect(piecesOf('Пётр')[0]?.letters).toBe('cyrillic')
})

test('an Arabic line begins at the right; the words of its letters stay in one piece, which the font turns around', () => {
  expect(piecesOf('سارة عزيز')).toMatchObject([{ text: 'سارة عزيز', letters: 'arabic', direction: 'rtl' }])
  expect(asDrawn('د. ڕێبوار')).toBe(fromTheRight('د. ڕێبوار'))
})

test.each([
  ['of Europe', '2026', 'مؤتمر 2026 الثالث'],
  ['of Arabic', '٢٠٢٦', 'مؤتمر ٢٠٢٦ الثالث'],
  ['of Persian and Kurdish', '۲۰۲۶', 'کۆنفرانسی ۲۰۲۶ هەولێر'],
  ['with a decimal sign', '٣٧٫٥', 'کۆی گشتی ٣٧٫٥ خاڵ'],
  ['with a Latin decimal point', '12.5', 'المجموع 12.5 نقطة'],
  ['of a time', '١٤:٠٥', 'کاتژمێر ١٤:٠٥'],
])('a number with digits %s reads from its left in an Arabic line', (_name, number, line) => {
  const [before = '', after = ''] = line.split(number)
  expect(asDrawn(line)).toBe(fromTheRight(after) + number + fromTheRight(before))
})

test('Arabic digits in a Latin line, and alone, read from their left, too', () => {
  expect(asDrawn('Conference ٢٠٢٦, part 2')).toBe('Conference ٢٠٢٦, part 2')
  expect(asDrawn('٢٠٢٦')).toBe('٢٠٢٦')
})

test('brackets and quotation marks open and close the right way', () => {
  expect(asDrawn('مؤتمر (الثالث)')).toBe(`(${fromTheRight('الثالث')}) ${fromTheRight('مؤتمر')}`)
  expect(asDrawn('الدرجة «أ» [جيد]')).toBe(`[${fromTheRight('جيد')}] «أ» ${fromTheRight('الدرجة')}`)
  expect(asDrawn('Sara (سارة) Aziz')).toBe(`Sara (${fromTheRight('سارة')}) Aziz`)
  expect(asDrawn('ئاوێزان (PhD) حەسەن')).toBe(`${fromTheRight('حەسەن')} (PhD) ${fromTheRight('ئاوێزان')}`)
})

test('a Latin name in an Arabic line keeps its order, and so does an Arabic one in a Latin line', () => {
  expect(asDrawn('ورشة Sara Aziz 12.5 اليوم')).toBe(`${fromTheRight('اليوم')} Sara Aziz 12.5 ${fromTheRight('ورشة')}`)
  expect(asDrawn('Talk on مؤتمر أربيل, part 2')).toBe(`Talk on ${fromTheRight('مؤتمر أربيل')}, part 2`)
})

test('marks of direction work and are not drawn; a non-joiner parts the letters around it', () => {
  expect(asDrawn('Dr. \u2068سارة\u2069 (2)')).toBe(`Dr. ${fromTheRight('سارة')} (2)`)
  expect(piecesOf('می\u200cخواهم').map(({ text }) => text)).toEqual(['خواهم', 'می'])
})

test('signs that no font has are not lost silently: the box of the first font stands for them', () => {
  expect(piecesOf('漢')).toMatchObject([{ text: '漢', letters: 'latin' }])
})
