import { parseCellRef } from 'hucre/xlsx'
import type { TableRow } from './table.ts'
import { unzipped, type ZipEntry } from './zip-entries.ts'

interface MergedRange {
  column: number
  /** The numbers of the first and the last row. */
  first: number
  last: number
}

/**
 * The merged cells of the first sheet that span several rows. The library reads them only together with the whole sheet in memory; they stand
 * after the rows, so the end of the sheet is enough.
 */
export function mergedCells(bytes: Uint8Array, entries: readonly ZipEntry[]): MergedRange[] {
  const entryOf = (name: string) => entries.find((entry) => entry.name.toLowerCase() === name.toLowerCase())
  const textOf = (entry: ZipEntry | undefined) => (entry ? unzipped(bytes, entry).toString() : '')
  const [, id] = /<(?:\w+:)?sheet\b[^>]*?\sr:id="([^"]+)"/.exec(textOf(entryOf('xl/workbook.xml'))) ?? []
  const relations = textOf(entryOf('xl/_rels/workbook.xml.rels')).match(/<Relationship\b[^>]*>/g) ?? []
  const relation = relations.find((one) => one.includes(` Id="${id}"`))
  const [, target = ''] = /\sTarget="([^"]+)"/.exec(relation ?? '') ?? []
  const sheet = entryOf(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  if (!sheet) return []
  const content = unzipped(bytes, sheet)
  const end = content.subarray(Math.max(0, content.lastIndexOf('sheetData>'))).toString()
  return [...end.matchAll(/<(?:\w+:)?mergeCell\b[^>]*?\sref="([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})"/g)].flatMap(
    ([, from = '', to = '']) => {
      const { row: first, col: column } = parseCellRef(from)
      const { row: last } = parseCellRef(to)
      return last > first ? { column, first: first + 1, last: last + 1 } : []
    },
  )
}

/** Fills the value of a merged cell into the rows that it spans, and notes where. A row without any other value is not in the table. */
export function fillDown(
  rows: readonly TableRow[],
  ranges: readonly MergedRange[],
  limit: (cells: readonly string[]) => string[],
) {
  if (ranges.length === 0) return
  const places = new Map(rows.map(({ row }, place) => [row, place]))
  for (const { column, first, last } of ranges) {
    const start = places.get(first)
    const value = start === undefined ? '' : (rows[start]?.cells[column] ?? '')
    if (start === undefined || value.trim() === '') continue
    for (let place = start + 1; (rows[place]?.row ?? Number.POSITIVE_INFINITY) <= last; place += 1) {
      const row = rows[place] as TableRow
      if (row.cells[column]?.trim()) continue
      while (row.cells.length < column) row.cells.push('')
      row.cells[column] = value
      row.filled = [...(row.filled ?? []), column]
      limit([value])
    }
  }
}
