import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { useLanguage } from '../language/language.ts'
import { type ModelColumn, RowModel, type TableQuery } from './row-model.ts'

export type Column<Row> = {
  id: string
  /** The header of the column. It is never empty: a screen reader reads it before every cell. */
  header: string
  /** The content in place of the header, for the shown rows: a checkbox that selects all of them. */
  headerCell?: (shown: readonly Row[]) => ReactNode
  /** The meaning of an abbreviated header, for its tooltip and for screen readers. */
  headerTitle?: string
  /** The value to sort, search and filter by. A column without it (buttons) does none of these. */
  value?: (row: Row) => string | number | null
  /** The sort key, where alphabetical order would be wrong: a grade by its rank. */
  sortBy?: (row: Row) => string | number | null
  /** The text to search in, where the search finds more than the value: also the English name. */
  searchBy?: (row: Row) => string
  /** A second value in the same cell, with its own header and sorting: the e-mail address below the name. */
  second?: { id: string; header: string; value: (row: Row) => string | number | null }
  /** The heading in an exported file, if it is not `header`. */
  exportedHeader?: string
  /** The exported value, if it is not `value`. */
  exported?: (row: Row) => string | number | null
  /** A further value that only an exported file has. */
  alsoExported?: { header: string; value: (row: Row) => string | number | null }
  /** The content of the cell; by default the value itself. */
  cell?: (row: Row) => ReactNode
  /**
   * Whether the content is never higher than the row and does not depend on the text direction. Otherwise each cell gets a wrapper element
   * that ensures this.
   */
  fits?: boolean
  /** The share of the width, in pixels; also the minimum before the table scrolls. */
  width: number
  /** The alignment: numbers and buttons are aligned to the end of their column. */
  align?: 'start' | 'end'
  /** Whether there is little padding, for many short columns side by side. */
  tight?: boolean
  /** True for the column that names the row. It is sticky when the table scrolls sideways. */
  rowHeader?: boolean
  /** True for the checkboxes that select rows: always first, and not printed. */
  selects?: boolean
  /** The breakpoint from which the column is sticky at the end: the row's buttons. */
  pinned?: 'sm' | 'xl'
  /** Offers the column's values as a filter; the text is the option for all of them: "All departments". */
  filter?: string
  /** The name of the filter, if it is not the header. */
  filterLabel?: string
  /** The options that match a row, if that is not its value. */
  filterBy?: (row: Row) => readonly FilterChoice[]
  /** The order of the filter's options, where alphabetical order would be wrong. */
  filterOrder?: readonly string[]
  /** The name of the filter in the URL, if it is not the column's id. */
  filterParam?: string
  /** The value of the filter in the URL, if it is not the column's value: an id or a code, because labels change. */
  filterCode?: (row: Row) => string | number
  /** The options by name that a link may choose although no row has them any more, such as the last one that was just done. */
  filterCodes?: readonly FilterChoice[]
  /** Whether the column is a filter and nothing else: the table does not show it. */
  isFilterOnly?: boolean
  /** Whether the panel itself has the control of the filter. */
  isFilteredElsewhere?: boolean
}

export type FilterChoice = { code: string; label: string }

/** Digits run from left to right in every language: numbers are aligned at their right edge, so that their decimal points are. */
export function alignmentOf({ align, value }: Pick<Column<never>, 'align' | 'value'>): string {
  if (align !== 'end') return 'text-start'
  return value ? 'text-right' : 'text-end'
}

/** The name of a column's filter in the URL. */
export function filterParamOf({ id, filterParam }: Pick<Column<never>, 'id' | 'filterParam'>): string {
  return filterParam ?? id
}

/** All values of the columns: a second one in the same cell is sorted and searched like any other. */
function valuesOf<Row>(columns: readonly Column<Row>[]): ModelColumn<Row>[] {
  return columns.flatMap(({ id, value, sortBy, searchBy, filterBy, second }) => [
    ...(value
      ? [
          {
            id,
            value,
            sortBy: sortBy ?? value,
            searchBy,
            filterBy: filterBy && ((row: Row) => filterBy(row).map(({ label }) => label)),
          },
        ]
      : []),
    ...(second ? [{ id: second.id, value: second.value, sortBy: second.value }] : []),
  ])
}

/** Whether a column can be hidden and moved: the boxes and the name come first, and the row's buttons keep their place. */
export function isMovable({
  rowHeader,
  selects,
  pinned,
  isFilterOnly,
}: Pick<Column<never>, 'rowHeader' | 'selects' | 'pinned' | 'isFilterOnly'>): boolean {
  return !rowHeader && !selects && !pinned && !isFilterOnly
}

/** The columns to show, in an order that the user chose. An id that the table does not have is ignored. */
export function arrangeColumns<Row>(all: readonly Column<Row>[], order: readonly string[] | undefined): readonly Column<Row>[] {
  const columns = all.some(({ isFilterOnly }) => isFilterOnly) ? all.filter(({ isFilterOnly }) => !isFilterOnly) : all
  if (!order) return columns
  const movable = [...new Set(order)].flatMap((id) => columns.find((column) => column.id === id && isMovable(column)) ?? [])
  const place = columns.findIndex(isMovable)
  return [
    ...columns.slice(0, Math.max(0, place)),
    ...movable,
    ...columns.slice(Math.max(0, place)).filter((column) => !isMovable(column)),
  ]
}

/** The columns of an exported file: every value under its own heading; no buttons. */
export function exportedColumns<Row>(columns: readonly Column<Row>[]) {
  return columns.flatMap(({ header, exportedHeader = header, value, exported, alsoExported, second, pinned }) => [
    ...(value && !pinned ? [{ header: exportedHeader, value: exported ?? value }] : []),
    ...(alsoExported ? [alsoExported] : []),
    ...(second ? [second] : []),
  ])
}

/**
 * The rows as searched, filtered and sorted. They are deferred: with ten thousand rows, typing continues while the previous ones are shown.
 */
export function useShownRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  searchText: ((row: Row) => string) | undefined,
  query: TableQuery,
): { shown: readonly Row[]; isOtherSpelling: boolean } {
  const language = useLanguage()
  const model = useMemo(() => new RowModel(rows, valuesOf(columns), searchText, language), [rows, columns, searchText, language])
  const deferredQuery = useDeferredValue(query)
  return useMemo(
    () => ({ shown: model.run(deferredQuery), isOtherSpelling: model.isOtherSpelling(deferredQuery.search) }),
    [model, deferredQuery],
  )
}

/** Several chosen values in words: "Physics or Chemistry". */
export function anyOf(say: Say, [first = '', ...rest]: readonly string[]): string {
  return rest.length === 0 ? first : say(messages.tables.or({ first, rest: anyOf(say, rest) }))
}

/** The search, the filters and the order in words, for a printed list. */
export function describeQuery<Row>(say: Say, columns: readonly Column<Row>[], { search, filters, sort }: TableQuery): string[] {
  const headers = new Map(
    columns.flatMap(({ id, header, second }) => [[id, header], ...(second ? [[second.id, second.header]] : [])]) as [
      string,
      string,
    ][],
  )
  const { labelled } = messages.general
  const { sortedBy, sortedByDescending } = messages.tables
  return [
    ...(search ? [say(labelled({ label: messages.tables.search, value: search }))] : []),
    ...Object.entries(filters).map(([id, values]) => say(labelled({ label: headers.get(id) ?? id, value: anyOf(say, values) }))),
    ...(sort ? [say((sort.isDescending ? sortedByDescending : sortedBy)({ column: headers.get(sort.id) ?? sort.id }))] : []),
  ]
}

/** The options of a filter that match a row. */
function choicesOf<Row>({ value, filterBy, filterCode }: Column<Row>, row: Row): readonly FilterChoice[] {
  if (filterBy) return filterBy(row)
  const label = String(value?.(row) ?? '')
  return label === '' ? [] : [{ code: String(filterCode?.(row) ?? label), label }]
}

/** The options of each filter, by the column's id. Rows with the same label are one option, whatever their codes. */
export function useChoices<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): ReadonlyMap<string, readonly FilterChoice[]> {
  return useMemo(
    () =>
      new Map(
        columns
          .filter(({ filter }) => filter)
          .map((column) => {
            const codes = new Map<string, string>()
            for (const { code, label } of rows.flatMap((row) => choicesOf(column, row)))
              if (!codes.has(label)) codes.set(label, code)
            return [column.id, [...codes].map(([label, code]) => ({ code, label }))]
          }),
      ),
    [rows, columns],
  )
}

/** The label that a code in the URL stands for. Several codes may have one label, such as a department that was made anew. */
export function labelOfCode<Row>(code: string, column: Column<Row>, rows: readonly Row[]): string {
  const known = column.filterCodes?.find((choice) => choice.code === code)?.label
  if (!column.filterCode && !column.filterBy) return known ?? code
  for (const row of rows) {
    const found = choicesOf(column, row).find((choice) => choice.code === code)
    if (found) return found.label
  }
  return known ?? code
}

/** The next order of a column on each click: numbers descending or words ascending first; then reversed; then unsorted. */
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

/**
 * The sticky columns of a table that is wider than its frame: the row header and the pinned column, if each of the other columns can still
 * be seen in full between them.
 */
export function stickyColumns<Row>(
  columns: readonly Column<Row>[],
  frameWidth: number,
  pinnedFrom: Readonly<Record<NonNullable<Column<Row>['pinned']>, boolean>>,
): string[] {
  const names = columns.filter(({ rowHeader }) => rowHeader)
  const pinned = columns.filter((column) => column.pinned && pinnedFrom[column.pinned])
  const leavesRoom = (sticky: readonly Column<Row>[]) => {
    const room = frameWidth - sticky.reduce((sum, { width }) => sum + width, 0)
    return columns.every((column) => sticky.includes(column) || column.width <= room)
  }
  return ([[...names, ...pinned], names].find(leavesRoom) ?? []).map(({ id }) => id)
}
