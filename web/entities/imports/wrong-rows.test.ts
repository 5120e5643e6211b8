import { expect, test } from 'vitest'
import type { ImportRow } from '../../../contract/imports.ts'
import { speaker } from '../../../contract/languages/catalogue.ts'
import { en } from '../../../contract/languages/en.ts'
import { wrongRowsFile } from './wrong-rows.ts'

const say = speaker('en', en)

const row = (number: number, cells: string[] | undefined, message: string): ImportRow => ({
  row: number,
  who: '',
  name: null,
  outcome: cells ? 'wrong' : 'new',
  changes: [],
  errors: cells
    ? [
        { column: 'Email', message },
        { column: null, message: 'Also this.' },
      ]
    : [],
  ...(cells && { cells }),
})

test('the rows with errors keep their cells, and the reason comes last', () => {
  const rows = [row(2, undefined, ''), row(3, ['=x', 'a;b'], 'no "at"'), row(4, ['c', 'd', 'one more'], 'why')]
  expect(wrongRowsFile(say, { header: ['UserName', 'Email'], rows })).toBe(
    [
      '\uFEFFUserName,Email,Reason',
      '\'=x,"a;b","Email: no ""at"" · Also this."',
      // A cell too many stays one too many, so that the row is not imported by mistake.
      'c,d,one more,Email: why · Also this.',
      '',
    ].join('\r\n'),
  )
})
