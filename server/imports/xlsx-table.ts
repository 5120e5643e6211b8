import { streamXlsxRows } from 'hucre/xlsx'
import { mostImportRows } from '../../contract/imports.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { Refused, type Table, type TableRow, textLimit } from './table.ts'

const maxUncompressedBytes = 64 * 1024 * 1024
/** The maximum of the format. */
const mostSheetRows = 1_048_576

/** Its first sheet. */
export async function readXlsx(bytes: Uint8Array): Promise<Table> {
  if (uncompressedSize(bytes) > maxUncompressedBytes) throw new Refused(messages.imports.unpacksTooLarge, true)
  const rows: TableRow[] = []
  const limit = textLimit()
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      if (index >= mostSheetRows) throw new Refused(messages.imports.damaged)
      const cells = limit(values.map(asText))
      if (cells.every((cell) => cell.trim() === '')) continue
      if (rows.length > mostImportRows) throw new Refused(messages.imports.tooManyRows, true)
      rows.push({ row: index + 1, cells })
    }
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused(messages.imports.damaged)
  }
  const [first, ...others] = rows
  return { format: 'xlsx', encoding: null, delimiter: null, header: first?.cells ?? [], rows: others }
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  // Spreadsheets show fifteen digits, but store a calculated 7.3 as 7.300000000000001.
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  return String(value)
}

/**
 * The claimed uncompressed size of the archive. Each entry is decompressed up to its claimed size only, so that only entries without
 * a size, or with a ZIP64 size, could exceed it: those are refused.
 */
function uncompressedSize(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOfArchive(view)
  const entries = view.getUint16(end + 10, true)
  let position = view.getUint32(end + 16, true)
  let sum = 0
  for (let entry = 0; entry < entries; entry += 1) {
    if (position + 46 > view.byteLength || view.getUint32(position, true) !== 0x02014b50)
      throw new Refused(messages.imports.damaged)
    const isStored = view.getUint16(position + 10, true) === 0
    const compressed = view.getUint32(position + 20, true)
    const uncompressed = view.getUint32(position + 24, true)
    // The compressed form of an empty entry has two bytes.
    const hasNoSize = !isStored && (compressed === 0 || (uncompressed === 0 && compressed !== 2))
    if (hasNoSize || compressed === 0xffffffff) throw new Refused(messages.imports.unpacksTooLarge, true)
    sum += uncompressed
    position += 46 + [28, 30, 32].reduce((lengths, at) => lengths + view.getUint16(position + at, true), 0)
  }
  return sum
}

/** At the very end, except for a comment. */
function endOfArchive(view: DataView): number {
  for (let position = view.byteLength - 22; position >= Math.max(0, view.byteLength - 65_557); position -= 1)
    if (view.getUint32(position, true) === 0x06054b50) return position
  throw new Refused(messages.imports.damaged)
}
