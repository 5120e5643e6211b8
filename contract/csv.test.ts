import { expect, test } from 'vitest'
import { csvCell } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+43 1 234', "'+43 1 234"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"'\t=1"`],
  // A spreadsheet that splits at semicolons would run a formula after one.
  ['a;=1+1', '"a;=1+1"'],
  ['a\t=1+1', '"a\t=1+1"'],
  ['\r=1', `"'\r=1"`],
  ['＝1+1', "'＝1+1"],
  ['=cmd|"x",1', `"'=cmd|""x"",1"`],
  ['a = b', 'a = b'],
  ["O'Neill", "O'Neill"],
  ['one\ntwo', '"one\ntwo"'],
  ['سارة', 'سارة'],
  [-1.5, '-1.5'],
  [0, '0'],
  [null, ''],
])('%j is written as %j: no text is run, and a number stays one', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})
