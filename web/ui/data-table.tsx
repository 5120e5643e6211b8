import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { type ReactNode, type Ref, useDeferredValue, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language.ts'
import { Button } from './button.tsx'
import { TableFrame } from './data-table-frame.tsx'
import {
  type Column,
  describeQuery,
  exportedColumns,
  filterParamOf,
  labelOfCode,
  nextSort,
  useChoices,
  useShownRows,
} from './data-table-model.ts'
import { ColumnFilter, DensitySwitch, ResultCount, SearchBox } from './data-table-tools.tsx'
import { rowHeights, useDensity } from './density.ts'
import { EmptyContent } from './empty-state.tsx'
import type { Exported } from './export-file.ts'
import { LoadFailure } from './load-failure.tsx'
import { useIsSmallScreen } from './page-size.ts'
import { usePrinting } from './printing.ts'
import { type TableState, useTableState } from './table-state.ts'
import { Tooltip } from './tooltip.tsx'

type Props<Row> = {
  /** The accessible name of the table. */
  caption: string
  /** A constant or memoised: a new array resets the table. */
  columns: readonly Column<Row>[]
  /** `undefined` while loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** The key of a row to highlight and scroll to, because it was just saved. */
  marked?: string | number | undefined
  /** Instead of the rows, if they could not be loaded. */
  error?: string | undefined
  onRetry?: () => void
  /** Instead of the rows, if there are none at all. */
  emptyText: string
  /** Below it: what to do next. */
  emptyHint?: ReactNode
  /** Shows a search box with this label. */
  searchLabel?: string
  /** More tools beside the search box and the filters; as a function, for the rows as they are shown. */
  tools?: ReactNode | ((shown: readonly Row[]) => ReactNode)
  /** Of rows that are cards, on a phone. All others have the height that the user chose for every table. */
  rowHeight?: number
  /** On a small screen, each row as a card instead of columns. */
  card?: { height: number; content: (row: Row) => ReactNode }
  /** The text to search in; by default every column. */
  searchText?: (row: Row) => string
  /** The search, filters and sorting in the URL; by default, as in a dialog, they are forgotten with the table. */
  state?: TableState
  /** In print, below the search and the filters of the table: those that the panel has itself. */
  printNote?: string | undefined
  /** For callers that step through the rows in display order, or export them. */
  handle?: Ref<DataTableHandle<Row>>
}

export type DataTableHandle<Row> = {
  /** The row that many steps further down, as searched, filtered and sorted now. */
  neighbour: (key: string | number, steps: number) => Row | undefined
  /** Renders the row wherever it is, so that it can be scrolled to; clears a search or filter that hides it. */
  draw: (key: string | number) => void
  /** The columns and rows of a file, and what they are filtered by. */
  exported: () => Exported<Row>
}

const nothing: readonly never[] = []

/**
 * The table of every panel: search, filters, sorting, and a scroll container in which only the visible rows are rendered, so that
 * ten thousand are as fast as ten. A real <table>: rows outside the viewport are replaced by empty rows of the same height.
 */
export function DataTable<Row extends object>({
  columns,
  rows: newest,
  error,
  emptyText,
  rowHeight: cardHeight,
  searchText,
  ...props
}: Props<Row>) {
  const say = useSay()
  const density = useDensity()
  const rowHeight = cardHeight ?? rowHeights[density]
  // Deferred, so that a phone stays responsive while many new rows render.
  const rows = useDeferredValue(newest)
  const all = rows ?? nothing
  const ownState = useTableState()
  const state = props.state ?? ownState
  const { search, sort } = state
  const filters = useMemo(
    () =>
      Object.fromEntries(
        columns.flatMap((column) => {
          const code = column.filter && state.filters[filterParamOf(column)]
          return code ? [[column.id, labelOfCode(code, column, all)]] : []
        }),
      ),
    [columns, all, state.filters],
  )
  const query = useMemo(() => ({ search, filters, sort }), [search, filters, sort])
  const shown = useShownRows(all, columns, searchText, query)
  const choices = useChoices(all, columns)
  const { rowKey } = props
  const total = all.length
  const filterCount = columns.filter(({ filter }) => filter).length
  const narrowed = Boolean(search) || Object.keys(filters).length > 0

  const frame = useRef<HTMLElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  const [pinnedKey, setPinnedKey] = useState<string>()
  const pinnedIndex = useMemo(
    () => (pinnedKey === undefined ? -1 : shown.findIndex((row) => String(rowKey(row)) === pinnedKey)),
    [shown, pinnedKey, rowKey],
  )
  useImperativeHandle(props.handle, () => ({
    neighbour: (key, steps) => {
      const index = shown.findIndex((row) => rowKey(row) === key)
      return index === -1 ? undefined : shown[index + steps]
    },
    draw: (key) => {
      if (!shown.some((row) => rowKey(row) === key)) state.clear()
      setPinnedKey(String(key))
    },
    exported: () => ({
      columns: exportedColumns(columns),
      rows: shown,
      filters: [
        ...(search ? [[say(messages.tables.search), search] as const] : []),
        ...columns.flatMap(({ id, header, filterLabel }) =>
          filters[id] === undefined ? [] : [[filterLabel ?? header, filters[id]] as const],
        ),
      ],
    }),
  }))

  const isSmall = useIsSmallScreen()
  const card = isSmall ? props.card : undefined
  const isCards = Boolean(card ?? cardHeight)
  const drawnColumns = useMemo(
    () => (card ? [{ id: 'card', header: props.caption, cell: card.content, width: 144, fits: true }] : columns),
    [card, columns, props.caption],
  )
  const content = error
    ? 'error'
    : rows === undefined
      ? 'loading'
      : total === 0
        ? 'empty'
        : shown.length === 0
          ? 'nothing-found'
          : 'rows'

  const sorted = (id: string) => (sort?.id !== id ? false : sort.isDescending ? 'desc' : 'asc')

  function sortBy(id: string) {
    state.setSort(nextSort(sort, id, all, columns))
    // After sorting, the first rows are of interest.
    frame.current?.scrollTo({ top: 0 })
  }

  function clearFilters() {
    // The button disappears with the filters, so focus moves first.
    tools.current?.querySelector<HTMLElement>('input, select')?.focus()
    state.clear()
  }

  return (
    <div
      data-density={isCards ? undefined : density}
      className="flex min-h-0 flex-col gap-3.5 lg:flex-auto print:block print:space-y-3"
    >
      <PrintedNote
        parts={[
          ...describeQuery(say, columns, query),
          props.printNote,
          narrowed && say(messages.tables.shownOf({ shown: shown.length, total })),
        ]}
      />
      <div ref={tools} className="flex flex-wrap items-center gap-2 print:hidden">
        {props.searchLabel && (
          <SearchBox
            label={props.searchLabel}
            value={search}
            onChange={state.setSearch}
            onBlur={state.onSearchEnd}
            isNarrow={filterCount > 4}
          />
        )}
        {columns.map(
          (column) =>
            column.filter && (
              <ColumnFilter
                key={column.id}
                label={column.filterLabel ?? column.header}
                all={column.filter}
                choices={choices.get(column.id) ?? nothing}
                order={column.filterOrder}
                chosen={filters[column.id]}
                onChoose={(code) => state.setFilter(filterParamOf(column), code)}
              />
            ),
        )}
        {typeof props.tools === 'function' ? props.tools(shown) : props.tools}
        {/*
          At the end of the row with or without a count, to avoid a layout shift while typing. Cards have nothing to show in it until
          then: out of the layout, it leaves the whole row to the filters.
        */}
        <div className={isCards && !narrowed ? 'sr-only' : 'ms-auto flex items-center gap-2'}>
          <ResultCount
            isLoading={content === 'loading'}
            shown={narrowed && content !== 'error' ? shown.length : undefined}
            total={total}
            isReserved={Boolean(props.searchLabel)}
            onClear={narrowed ? clearFilters : undefined}
          />
          {!isCards && <DensitySwitch />}
        </div>
      </div>

      {error ? (
        <LoadFailure message={error} onRetry={props.onRetry} />
      ) : (
        <TableFrame
          frame={frame}
          caption={props.caption}
          isLoading={content === 'loading'}
          // Rows and cards have different heights, and so different scroll positions.
          key={card ? 'cards' : 'rows'}
          columns={drawnColumns}
          shown={shown}
          rowKey={rowKey}
          rowHeight={card?.height ?? rowHeight}
          pinnedIndex={pinnedIndex}
          onFocus={setPinnedKey}
          marked={props.marked}
          head={(sticky) => (
            <tr aria-rowindex={1}>
              {card ? (
                <CardsHeader columns={columns} sorted={sorted} onSort={sortBy} />
              ) : (
                columns.map((column) => (
                  <HeaderCell
                    key={column.id}
                    column={column}
                    shown={shown}
                    isSticky={sticky.has(column.id)}
                    sorted={sorted}
                    onSort={sortBy}
                  />
                ))
              )}
            </tr>
          )}
          insteadOfRows={
            content === 'empty'
              ? emptyContent(emptyText, props.emptyHint)
              : content === 'nothing-found' && (
                  <div className="flex flex-col items-center gap-3">
                    {say(messages.general.nothingFound)}
                    <Button size="small" onClick={clearFilters}>
                      {say(messages.actions.showAll)}
                    </Button>
                  </div>
                )
          }
        />
      )}
    </div>
  )
}

function emptyContent(text: string, hint: ReactNode) {
  return hint ? <EmptyContent title={text}>{hint}</EmptyContent> : text
}

/** In print, what the list was searched and filtered for. */
function PrintedNote({ parts }: { parts: readonly (string | false | undefined)[] }) {
  const text = parts.filter(Boolean).join(' · ')
  return usePrinting() && text ? <p className="text-sm">{text}</p> : null
}

type Sorted = false | 'asc' | 'desc'
type SortProps = { sorted: (id: string) => Sorted; onSort: (id: string) => void }
type HeaderCellProps<Row> = SortProps & { column: Column<Row>; shown: readonly Row[]; isSticky: boolean }

function HeaderCell<Row>({ column, shown, isSticky, sorted, onSort }: HeaderCellProps<Row>) {
  const { id, header, headerTitle, second } = column
  const end = column.align === 'end'
  const sortedHere = sorted(id) || (second ? sorted(second.id) : false)
  return (
    <th
      scope="col"
      aria-sort={sortedHere ? (sortedHere === 'asc' ? 'ascending' : 'descending') : undefined}
      className={`sticky top-0 z-20 h-11 border-b border-line bg-sunk text-[0.8125rem] whitespace-nowrap ${column.tight ? 'px-0' : 'px-1'} first:ps-2.5 last:pe-2.5 font-medium ${end ? 'text-end' : 'text-start'} ${column.pinned || column.selects ? 'print:hidden' : ''} ${isSticky ? `z-30 ${column.rowHeader ? 'start-0' : 'end-0'}` : ''}`}
    >
      {column.headerCell ? (
        column.headerCell(shown)
      ) : column.value ? (
        <SortButton header={header} title={headerTitle} end={end} sorted={sorted(id)} onSort={() => onSort(id)} />
      ) : (
        <span className="px-1.5 text-quiet">{header}</span>
      )}
      {second && (
        <span className="ms-2">
          <SortButton header={second.header} end={end} sorted={sorted(second.id)} onSort={() => onSort(second.id)} />
        </span>
      )}
    </th>
  )
}

/** Cards have one column, which every value can sort. */
function CardsHeader<Row>({ columns, sorted, onSort }: SortProps & { columns: readonly Column<Row>[] }) {
  const order = columns.map(({ id }) => sorted(id)).find(Boolean)
  return (
    <th
      scope="col"
      aria-sort={order ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
      className="sticky top-0 z-20 border-b border-line bg-sunk px-2.5 py-1.5 text-start text-[0.8125rem] font-medium"
    >
      <span className="flex flex-wrap gap-x-3">
        {columns.map(
          ({ id, header, headerTitle, value }) =>
            value && (
              <SortButton
                key={id}
                header={header}
                title={headerTitle}
                end={false}
                sorted={sorted(id)}
                onSort={() => onSort(id)}
              />
            ),
        )}
      </span>
    </th>
  )
}

type SortButtonProps = { header: string; title?: string | undefined; end: boolean; sorted: Sorted; onSort: () => void }

/** With a title, it explains itself: sorting is what pressing it does, with a finger too. */
function SortButton({ title, ...rest }: SortButtonProps) {
  if (!title) return <PlainSortButton {...rest} />
  return <Tooltip text={title}>{(describedBy) => <PlainSortButton {...rest} describedBy={describedBy} />}</Tooltip>
}

type PlainProps = Omit<SortButtonProps, 'title'> & { describedBy?: string }

function PlainSortButton({ header, describedBy, end, sorted, onSort }: PlainProps) {
  // Unsorted, it says on hover that the column can be sorted, and no direction.
  const Arrow = !sorted ? ArrowUpDown : sorted === 'desc' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      aria-describedby={describedBy}
      onClick={onSort}
      className={`group/sort relative min-h-8 max-w-full cursor-pointer rounded-sm px-1.5 font-medium hover:text-ink ${sorted ? 'text-ink' : 'text-quiet'}`}
    >
      <bdi>{header}</bdi>
      {/* Absolutely positioned, so that sorting shifts nothing. */}
      <Arrow
        aria-hidden="true"
        className={`absolute inset-y-0 my-auto size-3.5 ${end ? '-start-2.5' : '-end-2.5'} ${sorted ? 'text-brass' : 'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60'}`}
      />
    </button>
  )
}
