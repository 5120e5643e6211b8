import { crc32, deflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { en } from '../../contract/languages/en.ts'
import { sayIn } from '../http/language.ts'
import { readTable } from './read-table.ts'
import type { Refused } from './table.ts'

const say = sayIn('en')

const utf8 = (text: string) => new TextEncoder().encode(text)
const arabic = (text: string) => {
  // Node cannot encode Windows-1256: this inverts its decoder.
  const letters = [...new TextDecoder('windows-1256').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))]
  return Uint8Array.from([...text], (letter) => letters.indexOf(letter))
}
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
const refusal = (bytes: Uint8Array) =>
  readTable(bytes).then(
    () => 'read',
    (error: Refused) => say(error.reason),
  )

describe('a CSV file', () => {
  const text = 'UserName,Name\r\nsara,سارة\r\n'
  const cells = [
    { row: 1, cells: ['UserName', 'Name'] },
    { row: 2, cells: ['sara', 'سارة'] },
  ]
  test.each([
    ['UTF-8', utf8(text), 'UTF-8'],
    ['UTF-8 with a byte order mark', utf8(`\uFEFF${text}`), 'UTF-8'],
    ['UTF-16 little-endian', new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le')), 'UTF-16'],
    ['UTF-16 big-endian', new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()), 'UTF-16'],
    ['Windows-1256', arabic(text), 'Windows-1256'],
  ])('is decoded as %s, which is reported', async (_, bytes, encoding) => {
    expect(await readTable(bytes)).toEqual({ format: 'csv', encoding, delimiter: ',', rows: cells })
  })

  test('in two encodings at once is refused with both rows', async () => {
    const mixed = joined(utf8('UserName,Name\nsara,سارة\n'), arabic('ali,علي\n'))
    expect(await refusal(mixed)).toBe('Row 2 is UTF-8 but row 3 is not. Save the file again as UTF-8.')
    const marked = joined(utf8('\uFEFFUserName,Name\nsara,Sara\n'), arabic('ali,علي\n'))
    expect(await refusal(marked)).toBe('Row 3 is not UTF-8, although the file says it is. Save the file again as UTF-8.')
  })

  test.each([',', ';', '\t'])('is split at %j', async (delimiter) => {
    const { rows, delimiter: found } = await readTable(
      utf8([`a${delimiter}"b,;\t"`, `1${delimiter}"two ""words"",\nand; a line"`].join('\n')),
    )
    expect({ found, rows }).toEqual({
      found: delimiter,
      rows: [
        { row: 1, cells: ['a', 'b,;\t'] },
        { row: 2, cells: ['1', 'two "words",\nand; a line'] },
      ],
    })
  })

  test.each([
    ['commas in its texts', 'Name;Description\nA;One, two, three, four\n', ';'],
    ['commas in its title', 'University, College, Office, List\n\nName;Email\nA;a@test.example\n', ';'],
    ['decimal commas', 'UserName;T P.;F B.\nsara;7,5;4,0\n', ';'],
    ['a title in one cell', 'Staff of 2026\nName\tEmail\nA\ta@test.example\n', '\t'],
    ['a single column', 'Name\nPhysics\nChemistry\n', ','],
  ])('with %s is split at its own delimiter', async (_, text, delimiter) => {
    expect((await readTable(utf8(text))).delimiter).toBe(delimiter)
  })

  test('counts empty rows and skips them; cells that our export escaped are unescaped', async () => {
    const { rows } = await readTable(utf8("a,b\r\r'=1+1,'quoted'\n\n3,4"))
    expect(rows.slice(1)).toEqual([
      { row: 3, cells: ['=1+1', "'quoted'"] },
      { row: 5, cells: ['3', '4'] },
    ])
  })

  test('with an unclosed quotation mark is refused with its row', async () => {
    expect(await refusal(utf8('a,b\n1,2\n3,"four\n5,6\n'))).toBe('Row 3: a quotation mark is not closed.')
  })

  test('with more than 20,000 rows is refused', async () => {
    expect((await readTable(utf8(`a\n${'1\n'.repeat(20_000)}`))).rows).toHaveLength(20_001)
    expect(await refusal(utf8(`a\n${'1\n'.repeat(20_001)}`))).toBe(en.imports.tooManyRows)
  })

  test('that is an image is refused', async () => {
    expect(await refusal(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13))).toBe(en.imports.notATable)
  })
})

describe('an XLSX file', () => {
  const book = (rows: (string | number | Date | null)[][]) => writeXlsx({ sheets: [{ name: 'One', rows }] })

  test('is read from its first sheet: texts, numbers as displayed, and row numbers', async () => {
    const bytes = await book([
      ['UserName', 'T P.'],
      ['sara', 0.1 + 0.2],
      [null, null],
      ['=1+1', 7],
    ])
    expect(await readTable(bytes)).toEqual({
      format: 'xlsx',
      encoding: null,
      delimiter: null,
      rows: [
        { row: 1, cells: ['UserName', 'T P.'] },
        { row: 2, cells: ['sara', '0.3'] },
        { row: 4, cells: ['=1+1', '7'] },
      ],
    })
  })

  describe('with merged cells', () => {
    const merged = (rows: (string | null)[][], ...refs: [row: number, column: number, lastRow: number, lastColumn: number][]) =>
      writeXlsx({
        sheets: [
          {
            name: 'First',
            rows,
            merges: refs.map(([startRow, startCol, endRow, endCol]) => ({ startRow, startCol, endRow, endCol })),
          },
          { name: 'Second', rows: [['other']], merges: [{ startRow: 0, startCol: 0, endRow: 9, endCol: 0 }] },
        ],
      })

    test('has their value in every row that they span, and says where', async () => {
      const bytes = await merged(
        [
          ['Physics', 'sara'],
          [null, 'omar'],
          [null, null],
          [null, 'lina'],
          [null, 'without'],
          ['Chemistry', 'ali'],
        ],
        [0, 0, 3, 0],
      )
      expect((await readTable(bytes)).rows).toEqual([
        { row: 1, cells: ['Physics', 'sara'] },
        { row: 2, cells: ['Physics', 'omar'], filled: [0] },
        { row: 4, cells: ['Physics', 'lina'], filled: [0] },
        { row: 5, cells: ['', 'without'] },
        { row: 6, cells: ['Chemistry', 'ali'] },
      ])
    })

    test('fills the last column, too, and leaves what stands in a cell and what is merged across', async () => {
      const bytes = await merged(
        [
          ['Title of the list', null, null],
          ['sara', 'Arts', 'Female'],
          ['omar', null],
          ['lina', 'own', 'own'],
        ],
        [0, 0, 0, 2],
        [1, 1, 3, 2],
        [1, 2, 2, 2],
      )
      expect((await readTable(bytes)).rows).toEqual([
        { row: 1, cells: ['Title of the list'] },
        { row: 2, cells: ['sara', 'Arts', 'Female'] },
        { row: 3, cells: ['omar', 'Arts', 'Female'], filled: [1, 2] },
        { row: 4, cells: ['lina', 'own', 'own'] },
      ])
    })

    test('over many rows and columns are filled within the table only, and counted as text', async () => {
      const { rows } = await readTable(
        await merged(
          [
            ['a', '1'],
            [null, '2'],
          ],
          [0, 0, 1_048_575, 16_383],
        ),
      )
      expect(rows).toHaveLength(2)
      const long = Array.from({ length: 5001 }, (_, n) => [n === 0 ? 'x'.repeat(2100) : null, String(n)])
      expect(await refusal(await merged(long, [0, 0, 5000, 0]))).toBe(en.imports.tooMuchText)
    })
  })

  test('that is damaged, old or protected, or no sheet at all, is refused', async () => {
    const bytes = await book([['a'], ['1']])
    expect(await refusal(bytes.slice(0, -40))).toBe(en.imports.damaged)
    const flipped = bytes.slice()
    flipped.fill(0xff, 60, 400)
    expect(await refusal(flipped)).toBe(en.imports.damaged)
    expect(await refusal(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1))).toBe(en.imports.oldExcel)
    expect(await refusal(archive('hello.txt', utf8('hello')))).toBe(en.imports.damaged)
  })

  test('that is a zip bomb is refused before it is decompressed', async () => {
    const bomb = deflateRawSync(Buffer.alloc(80 * 1024 * 1024), { level: 1 })
    expect(await refusal(archive('xl/sharedStrings.xml', bomb, 80 * 1024 * 1024))).toBe(en.imports.unpacksTooLarge)
    expect(await refusal(archive('xl/sharedStrings.xml', bomb, 0))).toBe(en.imports.unpacksTooLarge)
    expect(await refusal(archive('xl/sharedStrings.xml', bomb, 0xffffffff))).toBe(en.imports.unpacksTooLarge)
    expect(await refusal(archive('[Content_Types].xml', bomb, 1000))).toBe(en.imports.damaged)
  })

  test('that references one long text in every row yields two thousand characters of it, which no value needs,, and at most ten million in all', async () => {
    const long = 'x'.repeat(1_000_000)
    const { rows } = await readTable(await book([['UserName'], ...Array.from({ length: 2000 }, () => [long])]))
    expect(rows).toHaveLength(2001)
    expect(Math.max(...rows.map(({ cells }) => cells[0]?.length ?? 0))).toBe(2100)
    const tooMuch = await book([['UserName'], ...Array.from({ length: 10_001 }, () => [long])])
    expect(await refusal(tooMuch)).toBe(en.imports.tooMuchText)
  })

  test.each(['1048577', '99999999999999999999'])('with an impossible row number (%s) is refused', async (row) => {
    const numbered = (number: string) =>
      bookOf(`<row r="1"><c r="A1"><v>1</v></c></row><row r="${number}"><c r="A${number}"><v>2</v></c></row>`)
    expect((await readTable(numbered('1048576'))).rows[1]).toEqual({ row: 1_048_576, cells: ['2'] })
    expect(await refusal(numbered(row))).toBe(en.imports.damaged)
  })

  test('with more than 20,000 rows is refused', async () => {
    const rows = Array.from({ length: 20_002 }, (_, index) => [index])
    expect(await refusal(await book(rows))).toBe(en.imports.tooManyRows)
  })
})

/** A workbook whose one sheet has these rows. */
function bookOf(rows: string) {
  const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return zip({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${spreadsheet}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${spreadsheet}"><sheetData>${rows}</sheetData></worksheet>`,
  })
}

/** An archive of uncompressed files. */
function zip(files: Record<string, string>) {
  const entries: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt32LE(crc32(content), 10)
    about.writeUInt32LE(content.length, 14)
    about.writeUInt32LE(content.length, 18)
    about.writeUInt16LE(name.length, 22)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    about.copy(central, 6)
    central.writeUInt32LE(offset, 42)
    directory.push(central, Buffer.from(name))
    const entry = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, Buffer.from(name), content])
    entries.push(entry)
    offset += entry.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return joined(...entries, ...directory, end)
}

/** One compressed entry with any claimed size. */
function archive(name: string, compressed: Uint8Array, claimedSize = compressed.length) {
  const entry = Buffer.alloc(30 + name.length)
  entry.writeUInt32LE(0x04034b50, 0)
  entry.writeUInt16LE(8, 8)
  entry.writeUInt32LE(compressed.length, 18)
  entry.writeUInt32LE(claimedSize, 22)
  entry.writeUInt16LE(name.length, 26)
  entry.write(name, 30)
  const central = Buffer.alloc(46 + name.length)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(compressed.length, 20)
  central.writeUInt32LE(claimedSize, 24)
  central.writeUInt16LE(name.length, 28)
  central.write(name, 46)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(entry.length + compressed.length, 16)
  return joined(entry, compressed, central, end)
}
