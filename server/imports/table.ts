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
