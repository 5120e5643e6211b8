import { streamXlsxRows } from 'hucre/xlsx'
import { mostImportRows } from '../../contract/imports.ts'
import { importMessages } from '../../contract/messages-imports.ts'
import { Refused, type Table, type TableRow, textLimit } from './table.ts'

const mostUnpackedBytes = 64 * 1024 * 1024
/** What a sheet can have. */
const mostSheetRows = 1_048_576

/** Its first sheet. */
export async function readXlsx(bytes: Uint8Array): Promise<Table> {
  if (unpackedSize(bytes) > mostUnpackedBytes) throw new Refused(importMessages.unpacksTooLarge, true)
  const rows: TableRow[] = []
  const limit = textLimit()
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      if (index >= mostSheetRows) throw new Refused(importMessages.damaged)
      const cells = limit(values.map(asText))
      if (cells.every((cell) => cell.trim() === '')) continue
      if (rows.length > mostImportRows) throw new Refused(importMessages.tooManyRows, true)
      rows.push({ row: index + 1, cells })
    }
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused(importMessages.damaged)
  }
  const [first, ...others] = rows
  return { format: 'xlsx', encoding: null, delimiter: null, header: first?.cells ?? [], rows: others }
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  // Spreadsheets show fifteen digits: 7.300000000000001 is what they keep of 7.3 that was counted.
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  return String(value)
}

/**
 * What the archive says that it unpacks to. Each entry is then unpacked to the size it says and no further, so that only one that says
 * nothing, or has room for more than four gigabytes, could still grow: those are refused.
 */
function unpackedSize(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOfArchive(view)
  const entries = view.getUint16(end + 10, true)
  let position = view.getUint32(end + 16, true)
  let sum = 0
  for (let entry = 0; entry < entries; entry += 1) {
    if (position + 46 > view.byteLength || view.getUint32(position, true) !== 0x02014b50)
      throw new Refused(importMessages.damaged)
    const isStored = view.getUint16(position + 10, true) === 0
    const packed = view.getUint32(position + 20, true)
    const unpacked = view.getUint32(position + 24, true)
    // Two bytes are what nothing is packed into.
    const saysNothing = !isStored && (packed === 0 || (unpacked === 0 && packed !== 2))
    if (saysNothing || packed === 0xffffffff) throw new Refused(importMessages.unpacksTooLarge, true)
    sum += unpacked
    position += 46 + [28, 30, 32].reduce((lengths, at) => lengths + view.getUint16(position + at, true), 0)
  }
  return sum
}

/** At the very end, but for a comment. */
function endOfArchive(view: DataView): number {
  for (let position = view.byteLength - 22; position >= Math.max(0, view.byteLength - 65_557); position -= 1)
    if (view.getUint32(position, true) === 0x06054b50) return position
  throw new Refused(importMessages.damaged)
}
