import {
  type ColumnDef,
  columnFacetingFeature,
  columnFilteringFeature,
  constructFilterFn,
  createFacetedRowModel,
  createFacetedUniqueValues,
  createFilteredRowModel,
  createSortedRowModel,
  filterFn_equals,
  globalFilteringFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'

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
  /** What stands in the cell; the value itself unless told otherwise. */
  cell?: (row: Row) => ReactNode
  /** Its share of the width, in pixels; also the least it gets before the table scrolls. */
  width: number
  /** Numbers stand at the end of their column. */
  align?: 'start' | 'end'
  /** The column that names the row. It stays in sight when the table scrolls sideways. */
  rowHeader?: boolean
  /** Stays in sight at the end: the row's buttons. */
  pinned?: boolean
  /** Offers the column's values as a filter; the text is the choice for all of them: "All departments". */
  filter?: string
  /** The order of the filter's choices, where the alphabet's would be wrong. */
  filterOrder?: readonly string[]
}

/** Letters as people search for them: "ozturk" finds Öztürk. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase()
}

/** Every word must occur somewhere in the row, in any order. */
export const containsWords = constructFilterFn({
  filter: (text: string, words: string[]) => words.every((word) => text.includes(word)),
  resolveFilterValue: (query: string) => plain(query).split(/\s+/).filter(Boolean),
})

export const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  columnFacetingFeature,
  facetedRowModel: createFacetedRowModel(),
  facetedUniqueValues: createFacetedUniqueValues(),
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
})

export const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** The invisible column that holds a row's whole text for the search box. */
export const searchColumn = 'whole-row'

export function defineColumns<Row extends object>(
  columns: readonly Column<Row>[],
  searchText?: (row: Row) => string,
): ColumnDef<typeof features, Row>[] {
  const valued = columns.flatMap(({ id, value, sortBy, second }) => [
    ...(value ? [{ id, value, sortBy: sortBy ?? value }] : []),
    ...(second ? [{ id: second.id, value: second.value, sortBy: second.value }] : []),
  ])
  return [
    ...valued.map(
      ({ id, value, sortBy }): ColumnDef<typeof features, Row> => ({
        id,
        // Nothing is `undefined` to the table, which then keeps it last whichever way the column is sorted.
        accessorFn: (row) => value(row) ?? undefined,
        sortUndefined: 'last',
        sortFn: (a, b) => {
          const [left, right] = [sortBy(a.original) ?? '', sortBy(b.original) ?? '']
          return typeof left === 'number' && typeof right === 'number'
            ? left - right
            : collator.compare(String(left), String(right))
        },
        filterFn: filterFn_equals,
        enableGlobalFilter: false,
      }),
    ),
    {
      id: searchColumn,
      accessorFn: (row) => plain(searchText?.(row) ?? valued.map(({ value }) => value(row) ?? '').join(' ')),
      enableGlobalFilter: true,
      enableSorting: false,
    },
  ]
}
