import { messages } from '../../contract/languages/catalogue.ts'
import { readCsv } from './csv-table.ts'
import { Refused, type Table } from './table.ts'
import { readXlsx } from './xlsx-table.ts'

/** Detects the format by the first bytes, not by the file name. */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  const beginsWith = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte)
  if (beginsWith(0x50, 0x4b, 0x03, 0x04)) return readXlsx(bytes)
  if (beginsWith(0xd0, 0xcf, 0x11, 0xe0)) throw new Refused(messages.imports.oldExcel)
  return readCsv(bytes)
}
