import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { type ModelColumn, RowModel, type TableQuery } from './row-model.ts'

export type Column<Row> = {
  id: string
  /** Never empty: a screen reader reads it before every cell. */
  header: string
  /** The full name of an abbreviated header, for the tooltip and screen readers. */
  headerTitle?: string
  /** The value to sort, search and filter by. A column without it (buttons) does none of these. */
  value?: (row: Row) => string | number | null
  /** The sort key, where alphabetical order would be wrong: a grade by its rank. */
  sortBy?: (row: Row) => string | number | null
  /** A second value in the same cell, with its own header and sorting: the e-mail address below the name. */
  second?: { id: string; header: string; value: (row: Row) => string | number | null }
  /** The exported value, if it is not `value`. */
  exported?: (row: Row) => string | number | null
  /** The content of the cell; by default the value itself. */
  cell?: (row: Row) => ReactNode
  /**
   * The content is never higher than the row and does not depend on the text direction. Otherwise each cell gets a wrapper element
   * that ensures this.
   */
  fits?: boolean
  /** Its share of the width, in pixels; also its minimum before the table scrolls. */
  width: number
  /** Numbers are aligned to the end of their column. */
  align?: 'start' | 'end'
  /** Little padding, for many short columns side by side. */
  tight?: boolean
  /** The column that names the row. It is sticky when the table scrolls sideways. */
  rowHeader?: boolean
  /** Sticky at the end, from that breakpoint on: the row's buttons. */
  pinned?: 'sm' | 'xl'
  /** Offers the column's values as a filter; the text is the option for all of them: "All departments". */
  filter?: string
  /** The name of the filter, if it is not the header. */
  filterLabel?: string
  /** The options that match a row, if that is not its value. */
  filterBy?: (row: Row) => readonly string[]
  /** The order of the filter's options, where alphabetical order would be wrong. */
  filterOrder?: readonly string[]
}

/** The selected value of each filtered column. */
export type ColumnFilters = TableQuery['filters']

/** All values of the columns: a second one in the same cell is sorted and searched like any other. */
function valuesOf<Row>(columns: readonly Column<Row>[]): ModelColumn<Row>[] {
  return columns.flatMap(({ id, value, sortBy, filterBy, second }) => [
    ...(value ? [{ id, value, sortBy: sortBy ?? value, filterBy }] : []),
    ...(second ? [{ id: second.id, value: second.value, sortBy: second.value }] : []),
  ])
}

/** The columns of an exported file: every value under its own heading; no buttons. */
export function exportedColumns<Row>(columns: readonly Column<Row>[]) {
  return columns.flatMap(({ header, value, exported, second, pinned }) => [
    ...(value && !pinned ? [{ header, value: exported ?? value }] : []),
    ...(second ? [second] : []),
  ])
}

/** The rows as searched, filtered and sorted. Deferred: with ten thousand rows, typing continues while the previous ones are shown. */
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

/** The options of each filter. */
export function useChoices<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): ReadonlyMap<string, readonly string[]> {
  return useMemo(
    () =>
      new Map(
        columns
          .filter(({ filter }) => filter)
          .map(({ id, value, filterBy }) => [
            id,
            [...new Set(filterBy ? rows.flatMap(filterBy) : rows.map((row) => value?.(row) ?? ''))]
              .filter((one) => one !== '')
              .map(String),
          ]),
      ),
    [rows, columns],
  )
}

/** Cycles on each click: numbers descending or words ascending first; then reversed; then unsorted. */
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
