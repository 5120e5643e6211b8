import { type Message, messages } from '../../contract/languages/catalogue.ts'

/** A file as a table of texts, in any format. */
export interface Table {
  format: 'csv' | 'xlsx'
  /** The detected encoding; an XLSX file declares its own. */
  encoding: string | null
  delimiter: string | null
  header: string[]
  rows: TableRow[]
}

export interface TableRow {
  /** As a spreadsheet counts: the header is row 1, and an empty row counts too. */
  row: number
  cells: string[]
}

/** Why a file cannot be read. */
export class Refused extends Error {
  readonly reason: Message
  readonly isTooLarge: boolean

  constructor(reason: Message, isTooLarge = false) {
    super(reason.key)
    this.reason = reason
    this.isTooLarge = isTooLarge
  }
}

/** Longer than any imported value: a truncated cell is refused later for its length. */
const mostCellLength = 2100
/** A sheet may reference one long text in every cell, so the total is limited. */
const mostText = 10_000_000

/** Truncates long cells, and refuses a table with too much text in all. Runs in the sandbox that reads untrusted files. */
export function textLimit() {
  let total = 0
  return (cells: readonly string[]): string[] => {
    const cut = cells.map((cell) => (cell.length > mostCellLength ? cell.slice(0, mostCellLength) : cell))
    for (const { length } of cut) total += length
    if (total > mostText) throw new Refused(messages.imports.tooMuchText, true)
    return cut
  }
}
