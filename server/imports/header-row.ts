import { table as limits } from '../../contract/limits.ts'
import { type Heading, headingKey } from './headings.ts'
import type { TableRow } from './table.ts'

export interface HeaderRow {
  /** The place of the row in the table. */
  index: number
  /** Whether another row could be it as well. */
  isUnclear: boolean
}

/**
 * The row with the headings: the one with most known headings among the first rows, because lists begin with a title. Without any known one
 * it is the first of the widest rows. Undefined where the table has no row.
 */
export function findHeaderRow(rows: readonly TableRow[], read: (title: string) => Heading): HeaderRow | undefined {
  const first = rows.slice(0, limits.headerRows)
  if (first.length === 0) return undefined
  const known = first.map(({ cells }) => new Set(titlesOf(cells).flatMap((title) => read(title).column ?? [])).size)
  const most = Math.max(...known)
  if (most === 0) return { index: widestOf(first), isUnclear: false }
  const index = known.indexOf(most)
  const keyOf = (row: TableRow | undefined) =>
    titlesOf(row?.cells ?? [])
      .map(headingKey)
      .join()
  // A header that is repeated for every printed page is no second one.
  const isUnclear = first.some((row, at) => at !== index && known[at] === most && keyOf(row) !== keyOf(first[index]))
  return { index, isUnclear }
}

function widestOf(rows: readonly TableRow[]): number {
  const widths = rows.map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length)
  return widths.indexOf(Math.max(...widths))
}

/** The headings in the cells of a row. */
export function titlesOf(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, Math.min(last + 1, limits.columns)).map((cell) => cell.slice(0, limits.heading).trim())
}
