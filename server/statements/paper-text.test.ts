import { expect, test } from 'vitest'
import { piecesOf } from './paper-text.ts'

const asDrawn = (text: string) => piecesOf(text).map((piece) => piece.text)

test('a Latin line is one piece; what its font lacks comes from the next one', () => {
  expect(piecesOf('Dr. Sara Aziz, 12.5')).toEqual([{ text: 'Dr. Sara Aziz, 12.5', letters: 'latin' }])
  expect(piecesOf('Ňandú').map(({ letters }) => letters)).toEqual(['latin-ext', 'latin'])
  expect(piecesOf('Пётр')[0]?.letters).toBe('cyrillic')
})

test('an Arabic line begins at the right; the words of its letters stay in one piece, which the font turns around', () => {
  expect(piecesOf('سارة عزيز')).toEqual([{ text: 'سارة عزيز', letters: 'arabic' }])
  // "د." then the name: on paper the name stands at the left.
  expect(asDrawn('د. ڕێبوار')).toEqual(['ڕێبوار', ' .', 'د'])
})

test('numbers and Latin words inside an Arabic line run from left to right, brackets close the right way', () => {
  expect(asDrawn('مؤتمر 2026 (الثالث)').join('|')).toBe('(|الثالث|) |2026|مؤتمر ')
  expect(asDrawn('ورشة Excel 12.5').join('|')).toContain('Excel 12.5')
})

test('an Arabic word inside a Latin line leaves the rest in its order', () => {
  expect(asDrawn('Talk on مؤتمر أربيل, part 2')).toEqual(['Talk on ', 'مؤتمر أربيل', ', part 2'])
})

test('signs that no font has are not lost silently: the box of the first font stands for them', () => {
  expect(piecesOf('漢')).toEqual([{ text: '漢', letters: 'latin' }])
})
