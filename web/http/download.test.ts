import { expect, test } from 'vitest'
import { fileNameIn } from './download.ts'

test.each([
  ['attachment; filename="statement-1.pdf"', 'statement-1.pdf'],
  [`attachment; filename="_____-1.pdf"; filename*=UTF-8''${encodeURIComponent('كشف-1.pdf')}`, 'كشف-1.pdf'],
  ['', undefined],
])('the name of the file in %j is %j', (disposition, name) => {
  expect(fileNameIn(disposition)).toBe(name)
})
