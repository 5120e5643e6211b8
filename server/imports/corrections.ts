import type { ImportReading } from '../../contract/import-reading.ts'
import type { NamedRow } from './columns.ts'

/**
 * Applies the corrections of the reader to the rows, before anything is checked: what was corrected follows the same rules as what stands in
 * the file. Undefined for a row that is left out.
 */
export function corrector(
  reading: ImportReading = {},
  isColumn: (name: string) => boolean,
): (row: NamedRow) => NamedRow | undefined {
  const { values = [], cells = [], left_out = [] } = reading
  const leftOut = new Set(left_out)
  const toByValue = new Map(values.map(({ column, from, to }) => [`${column} ${from.trim()}`, to]))
  const cellsByRow = new Map<number, typeof cells>()
  for (const cell of cells) if (isColumn(cell.column)) cellsByRow.set(cell.row, [...(cellsByRow.get(cell.row) ?? []), cell])
  return (row) => {
    if (leftOut.has(row.row)) return undefined
    const corrected = new Map(row.cells)
    for (const { column, to } of cellsByRow.get(row.row) ?? []) corrected.set(column, to)
    for (const [column, text] of corrected) {
      const to = toByValue.get(`${column} ${text.trim()}`)
      if (to === null) return undefined
      if (to !== undefined) corrected.set(column, to)
    }
    return { ...row, cells: corrected }
  }
}
