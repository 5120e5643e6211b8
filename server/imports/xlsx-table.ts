import { streamXlsxRows } from 'hucre/xlsx'
import { messages } from '../../contract/languages/catalogue.ts'
import { table as most, mostImportRows } from '../../contract/limits.ts'
import { fillDown, mergedCells } from './merged-cells.ts'
import { Refused, type Table, type TableRow, textLimit } from './table.ts'
import { type ZipEntry, zipEntries } from './zip-entries.ts'

/** The most rows of a sheet in the format. */
const mostSheetRows = 1_048_576

/** Reads the first sheet of the workbook. */
export async function readXlsx(bytes: Uint8Array): Promise<Table> {
  const entries = zipEntries(bytes)
  if (uncompressedSize(entries) > most.unpacked) throw new Refused(messages.imports.unpacksTooLarge, true)
  const rows: TableRow[] = []
  const limit = textLimit()
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      if (index >= mostSheetRows) throw new Refused(messages.imports.damaged)
      const cells = values.map(asText)
      if (cells.every((cell) => cell.trim() === '')) continue
      if (rows.length > mostImportRows) throw new Refused(messages.imports.tooManyRows, true)
      rows.push({ row: index + 1, cells: limit(cells) })
    }
    fillDown(rows, mergedCells(bytes, entries), limit)
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused(messages.imports.damaged)
  }
  return { format: 'xlsx', encoding: null, delimiter: null, rows }
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
function uncompressedSize(entries: readonly ZipEntry[]): number {
  let sum = 0
  for (const { isStored, compressed, uncompressed } of entries) {
    // The compressed form of an empty entry has two bytes.
    const hasNoSize = !isStored && (compressed === 0 || (uncompressed === 0 && compressed !== 2))
    if (hasNoSize || compressed === 0xffffffff) throw new Refused(messages.imports.unpacksTooLarge, true)
    sum += uncompressed
  }
  return sum
}
