import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { type ModelColumn, RowModel, type TableQuery } from './row-model.ts'

export type Column<Row> = {
  id: string
  /** Never empty: a screen reader reads it before every cell. */
  header: string
  /** The whole name of an abbreviated header, for those who wonder and for screen readers. */
  headerTitle?: string
  /** What the column sorts by, is searched by and filters by. A column without it (buttons) does none of that. */
  value?: (row: Row) => string | number | null
  /** What it sorts by, where the alphabet of the values would be wrong: a grade by its rank. */
  sortBy?: (row: Row) => string | number | null
  /** A second value in the same cell, with a header and a sorting of its own: the e-mail address below the name. */
  second?: { id: string; header: string; value: (row: Row) => string | number | null }
  /** What an exported file says, where that is not the value. */
  exported?: (row: Row) => string | number | null
  /** What stands in the cell; the value itself unless told otherwise. */
  cell?: (row: Row) => ReactNode
  /**
   * What stands in it is never higher than the row, and reads the same in both directions. Without this an element around it sees to
   * that, in every row that is drawn.
   */
  fits?: boolean
  /** Its share of the width, in pixels; also the least it gets before the table scrolls. */
  width: number
  /** Numbers stand at the end of their column. */
  align?: 'start' | 'end'
  /** Little room at its sides, where many short columns stand side by side. */
  tight?: boolean
  /** The column that names the row. It stays in sight when the table scrolls sideways. */
  rowHeader?: boolean
  /** Stays in sight at the end, from that width of the screen on: the row's buttons. */
  pinned?: 'sm' | 'xl'
  /** Offers the column's values as a filter; the text is the choice for all of them: "All departments". */
  filter?: string
  /** The order of the filter's choices, where the alphabet's would be wrong. */
  filterOrder?: readonly string[]
}

/** The chosen value of each filtered column. */
export type ColumnFilters = TableQuery['filters']

/** The values of the columns, each by itself: a second one in the same cell is sorted and searched like any other. */
function valuesOf<Row>(columns: readonly Column<Row>[]): ModelColumn<Row>[] {
  return columns.flatMap(({ id, value, sortBy, second }) => [
    ...(value ? [{ id, value, sortBy: sortBy ?? value }] : []),
    ...(second ? [{ id: second.id, value: second.value, sortBy: second.value }] : []),
  ])
}

/** What a file has of the columns: their values, each under a heading of its own; no buttons. */
export function exportedColumns<Row>(columns: readonly Column<Row>[]) {
  return columns.flatMap(({ header, value, exported, second, pinned }) => [
    ...(value && !pinned ? [{ header, value: exported ?? value }] : []),
    ...(second ? [second] : []),
  ])
}

/** The rows as searched, filtered and sorted. Deferred: with ten thousand rows, typing goes on while the previous ones are shown. */
export function useShownRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  searchText: ((row: Row) => string) | undefined,
  query: TableQuery,
): readonly Row[] {
  const model = useMemo(() => new RowModel(rows, valuesOf(columns), searchText), [rows, columns, searchText])
  const deferredQuery = useDeferredValue(query)
  return useMemo(() => model.run(deferredQuery), [model, deferredQuery])
}

/** What each filter offers. */
export function useChoices<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): ReadonlyMap<string, readonly string[]> {
  return useMemo(
    () =>
      new Map(
        columns
          .filter(({ filter }) => filter)
          .map(({ id, value }) => [
            id,
            [...new Set(rows.map((row) => value?.(row) ?? ''))].filter((one) => one !== '').map(String),
          ]),
      ),
    [rows, columns],
  )
}

/** One click after another: numbers from the largest first, words from A; then the other way round; then as they came. */
export function nextSort<Row>(
  sort: TableQuery['sort'],
  id: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): TableQuery['sort'] {
  const column = valuesOf(columns).find((one) => one.id === id)
  const example = rows.map((row) => column?.value(row)).find((value) => value !== null && value !== undefined)
  const isDescendingFirst = typeof example === 'number'
  if (sort?.id !== id) return { id, isDescending: isDescendingFirst }
  return sort.isDescending === isDescendingFirst ? { id, isDescending: !isDescendingFirst } : undefined
}
