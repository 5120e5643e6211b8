import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { table as most } from '../../contract/limits.ts'

/** A file as a table of texts, in any format. */
export interface Table {
  format: 'csv' | 'xlsx'
  /** The detected encoding; an XLSX file declares its own. */
  encoding: string | null
  delimiter: string | null
  /** The rows that are not empty, the header among them. */
  rows: TableRow[]
}

export interface TableRow {
  /** The number of the row as a spreadsheet counts, from 1. An empty row counts too. */
  row: number
  cells: string[]
  /** The places of cells that were empty and are part of a merged cell above. */
  filled?: number[]
}

/** The reason why a file cannot be read. */
export class Refused extends Error {
  readonly reason: Message
  readonly isTooLarge: boolean

  constructor(reason: Message, isTooLarge = false) {
    super(reason.key)
    this.reason = reason
    this.isTooLarge = isTooLarge
  }
}

/** Truncates long cells, and refuses a table with too much text in all. Runs in the sandbox that reads untrusted files. */
export function textLimit() {
  let total = 0
  return (cells: readonly string[]): string[] => {
    const cut = cells.map((cell) => (cell.length > most.cell ? cell.slice(0, most.cell) : cell))
    for (const { length } of cut) total += length
    if (total > most.text) throw new Refused(messages.imports.tooMuchText, true)
    return cut
  }
}
