import { importMessages } from '../../contract/messages-imports.ts'

/** A file as a table of texts, whichever format it came in. */
export interface Table {
  format: 'csv' | 'xlsx'
  /** Which one was assumed; an XLSX file says it itself. */
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

/** Why a file cannot be read, in a sentence for the one who sent it. */
export class Refused extends Error {
  readonly isTooLarge: boolean

  constructor(message: string, isTooLarge = false) {
    super(message)
    this.isTooLarge = isTooLarge
  }
}

/** Longer than anything that is imported: what is cut off here is refused later for its length. */
const mostCellLength = 1000
/** A sheet may name one long text in every cell: what a few bytes of it unpack to is counted. */
const mostText = 10_000_000

/** Cuts cells that are too long, and refuses a table with too much text in all. Before it leaves the process that reads strangers' files. */
export function textLimit() {
  let total = 0
  return (cells: readonly string[]): string[] => {
    const cut = cells.map((cell) => (cell.length > mostCellLength ? cell.slice(0, mostCellLength) : cell))
    for (const { length } of cut) total += length
    if (total > mostText) throw new Refused(importMessages.tooMuchText, true)
    return cut
  }
}
