import { messages } from '../../contract/languages/catalogue.ts'
import { table as most, mostImportRows } from '../../contract/limits.ts'
import { Refused, type Table, type TableRow, textLimit } from './table.ts'

export function readCsv(bytes: Uint8Array): Table {
  const { text, encoding } = decode(bytes)
  // A NUL occurs in binary files only.
  if (text.includes('\u0000')) throw new Refused(messages.imports.notATable)
  const delimiter = delimiterOf(text)
  const limit = textLimit()
  const rows = [...records(text, delimiter)].map(({ row, cells }) => ({ row, cells: limit(cells) }))
  return { format: 'csv', encoding, delimiter, rows }
}

/** The text of a file. A byte order mark decides its encoding. Without one it is UTF-8 if valid, else Windows-1256. */
function decode(bytes: Uint8Array): { text: string; encoding: string } {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' }
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' }
  const utf8 = asUtf8(bytes)
  if (utf8 !== undefined) return { text: utf8, encoding: 'UTF-8' }
  const { utf8Row, otherRow } = encodingsOfRows(bytes)
  if (first === 0xef && second === 0xbb && third === 0xbf) throw new Refused(messages.imports.notUtf8({ row: String(otherRow) }))
  if (utf8Row !== undefined)
    throw new Refused(messages.imports.mixedEncodings({ utf8: String(utf8Row), other: String(otherRow) }))
  return { text: new TextDecoder('windows-1256').decode(bytes), encoding: 'Windows-1256' }
}

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The first row with non-ASCII UTF-8, and the first with another encoding: two files that were concatenated. */
function encodingsOfRows(bytes: Uint8Array): { utf8Row: number | undefined; otherRow: number } {
  let utf8Row: number | undefined
  let otherRow: number | undefined
  for (let start = 0, row = 1; start < bytes.length; row += 1) {
    const newline = bytes.indexOf(10, start)
    const end = newline === -1 ? bytes.length : newline
    const line = bytes.subarray(start, end)
    start = end + 1
    if (line.every((byte) => byte < 0x80)) continue
    if (asUtf8(line) === undefined) otherRow ??= row
    else utf8Row ??= row
  }
  return { utf8Row, otherRow: otherRow ?? 1 }
}

/**
 * The delimiter that splits most of the first lines into the same number of cells, outside quotes: spreadsheets choose it by locale. A title
 * above the header has none, and commas within texts are not the same in each line.
 */
function delimiterOf(text: string): string {
  const beginning = text.slice(0, 10_000).replace(/"[^"]*"/g, '')
  const lines = beginning.split(/[\r\n]+/, most.headerRows)
  const [best = ','] = [',', ';', '\t'].toSorted((one, other) => splitBy(other) - splitBy(one))
  return best

  /** The lines with the most frequent number of cells; among equals, more cells are better. */
  function splitBy(delimiter: string): number {
    const counts = lines.map((line) => line.split(delimiter).length).filter((count) => count > 1)
    return Math.max(0, ...counts.map((count) => counts.filter((other) => other === count).length + Math.min(count, 999) / 1000))
  }
}

/** The records of the text; empty ones are skipped, but counted. */
function* records(text: string, delimiter: string): Generator<TableRow> {
  let position = 0
  let found = 0
  for (let row = 1; position < text.length; row += 1) {
    const cells: string[] = []
    for (;;) {
      const { value, end } = text[position] === '"' ? quoted(text, position, row) : { value: '', end: position }
      // Text after a closing quotation mark still belongs to the cell.
      const stop = nextStop(text, end, delimiter)
      cells.push(value + text.slice(end, stop))
      position = stop + 1
      if (text[stop] !== delimiter) {
        if (text[stop] === '\r' && text[position] === '\n') position += 1
        break
      }
    }
    if (cells.every((cell) => cell.trim() === '')) continue
    found += 1
    if (found > mostImportRows + 1) throw new Refused(messages.imports.tooManyRows, true)
    yield { row, cells: cells.map(withoutDefusing) }
  }
}

function quoted(text: string, start: number, row: number): { value: string; end: number } {
  let value = ''
  let position = start + 1
  for (;;) {
    const quote = text.indexOf('"', position)
    if (quote === -1) throw new Refused(messages.imports.openQuote({ row: String(row) }))
    value += text.slice(position, quote)
    if (text[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    position = quote + 2
  }
}

function nextStop(text: string, from: number, delimiter: string): number {
  for (let position = from; position < text.length; position += 1) {
    const letter = text[position]
    if (letter === delimiter || letter === '\n' || letter === '\r') return position
  }
  return text.length
}

/** The cell without the apostrophe that the portal's own exports put before a formula: it is not part of the text. */
function withoutDefusing(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}
