import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, type Ref, useDeferredValue, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { messages } from '../../contract/messages.ts'
import { Button } from './button.tsx'
import { TableFrame } from './data-table-frame.tsx'
import { type Column, type ColumnFilters, exportedColumns, nextSort, useChoices, useShownRows } from './data-table-model.ts'
import { ColumnFilter, DensitySwitch, SearchBox } from './data-table-tools.tsx'
import { rowHeights, useDensity } from './density.ts'
import type { Exported } from './export-file.ts'
import { LoadFailure } from './load-failure.tsx'
import { formatWhole } from './numbers.ts'
import type { TableQuery } from './row-model.ts'

type Props<Row> = {
  /** The accessible name of the table. */
  caption: string
  /** A constant or memoised: a new array resets the table. */
  columns: readonly Column<Row>[]
  /** `undefined` while loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** Instead of the rows, if they could not be loaded. */
  error?: string | undefined
  onRetry?: () => void
  /** Instead of the rows, if there are none at all. */
  emptyText: string
  /** Shows a search box with this label. */
  searchLabel?: string
  /** More tools beside the search box and the filters. */
  tools?: ReactNode
  /** Of rows that are cards, on a phone. All others have the height that the user chose for every table. */
  rowHeight?: number
  /** The text to search in; by default every column. */
  searchText?: (row: Row) => string
  /** The selected value of each filtered column, if the panel controls them (memoised, like the columns); else the table does. */
  filters?: ColumnFilters
  onFilter?: (filters: ColumnFilters) => void
  /** The initial sort column, largest values first. */
  sortedBy?: string | undefined
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
  const density = useDensity()
  const rowHeight = cardHeight ?? rowHeights[density]
  // Deferred, so that a phone stays responsive while many new rows render.
  const rows = useDeferredValue(newest)
  const all = rows ?? nothing
  const [search, setSearch] = useState('')
  const [ownFilters, setOwnFilters] = useState<ColumnFilters>({})
  const [sort, setSort] = useState<TableQuery['sort']>(props.sortedBy ? { id: props.sortedBy, isDescending: true } : undefined)
  const filters = props.filters ?? ownFilters
  const setFilters = props.onFilter ?? setOwnFilters
  const query = useMemo(() => ({ search, filters, sort }), [search, filters, sort])
  const shown = useShownRows(all, columns, searchText, query)
  const choices = useChoices(all, columns)
  const { rowKey } = props
  const total = all.length
  const filterCount = columns.filter(({ filter }) => filter).length
  const narrowed = Boolean(search) || Object.keys(filters).length > 0

  const frame = useRef<HTMLElement>(null)
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
      if (!shown.some((row) => rowKey(row) === key)) clearFilters()
      setPinnedKey(String(key))
    },
    exported: () => ({
      columns: exportedColumns(columns),
      rows: shown,
      filters: [
        ...(search ? [['Search', search] as const] : []),
        ...columns.flatMap(({ id, header, filterLabel }) =>
          filters[id] === undefined ? [] : [[filterLabel ?? header, filters[id]] as const],
        ),
      ],
    }),
  }))

  const state = error
    ? 'error'
    : rows === undefined
      ? 'loading'
      : total === 0
        ? 'empty'
        : shown.length === 0
          ? 'nothing-found'
          : 'rows'

  function sortBy(id: string) {
    setSort(nextSort(sort, id, all, columns))
    // After sorting, the first rows are of interest.
    frame.current?.scrollTo({ top: 0 })
  }

  function clearFilters() {
    setSearch('')
    setFilters({})
  }

  return (
    <div data-density={cardHeight ? undefined : density} className="flex min-h-0 flex-col gap-3.5 lg:flex-auto">
      <div className="flex flex-wrap items-center gap-2">
        {props.searchLabel && (
          <SearchBox label={props.searchLabel} value={search} onChange={setSearch} isNarrow={filterCount > 3} />
        )}
        {columns.map(
          ({ id, header, filter, filterLabel, filterOrder }) =>
            filter && (
              <ColumnFilter
                key={id}
                label={filterLabel ?? header}
                all={filter}
                values={choices.get(id) ?? nothing}
                order={filterOrder}
                chosen={filters[id]}
                onChoose={(value) => {
                  const { [id]: _, ...others } = filters
                  setFilters(value === undefined ? others : { ...others, [id]: value })
                }}
              />
            ),
        )}
        {props.tools}
        {/* At the end of the row with or without a count, to avoid a layout shift while typing. */}
        <div className="ms-auto flex items-center gap-2">
          {/* The skeleton rows show the loading state; a visible text would shift the tools when it disappears. */}
          {/* Reserves the width of the count: the table must not move because the tools no longer fit into one row. */}
          <div className={`text-end text-sm text-quiet ${props.searchLabel ? 'sm:min-w-22' : ''}`}>
            <p role="status" dir="auto" className={state === 'loading' ? 'sr-only' : 'empty:sr-only'}>
              {state === 'loading'
                ? messages.general.loading
                : narrowed && state !== 'error' && `${formatWhole(shown.length)} of ${formatWhole(total)}`}
            </p>
          </div>
          {!cardHeight && <DensitySwitch />}
        </div>
      </div>

      {error ? (
        <LoadFailure message={error} onRetry={props.onRetry} />
      ) : (
        <TableFrame
          frame={frame}
          caption={props.caption}
          isLoading={state === 'loading'}
          columns={columns}
          shown={shown}
          rowKey={rowKey}
          rowHeight={rowHeight}
          pinnedIndex={pinnedIndex}
          onFocus={setPinnedKey}
          head={
            <tr aria-rowindex={1}>
              {columns.map((column) => (
                <HeaderCell
                  key={column.id}
                  column={column}
                  sorted={(id) => (sort?.id !== id ? false : sort.isDescending ? 'desc' : 'asc')}
                  onSort={sortBy}
                />
              ))}
            </tr>
          }
          insteadOfRows={
            state === 'empty'
              ? emptyText
              : state === 'nothing-found' && (
                  <div className="flex flex-col items-center gap-3">
                    {messages.general.nothingFound}
                    <Button size="small" onClick={clearFilters}>
                      Show all
                    </Button>
                  </div>
                )
          }
        />
      )}
    </div>
  )
}

const headPinnedFrom = { sm: 'sm:end-0 sm:z-30', xl: 'xl:end-0 xl:z-30' } as const

type Sorted = false | 'asc' | 'desc'
type HeaderCellProps<Row> = { column: Column<Row>; sorted: (id: string) => Sorted; onSort: (id: string) => void }

function HeaderCell<Row>({ column, sorted, onSort }: HeaderCellProps<Row>) {
  const { id, header, headerTitle, second } = column
  const end = column.align === 'end'
  const sortedHere = sorted(id) || (second ? sorted(second.id) : false)
  return (
    <th
      scope="col"
      aria-sort={sortedHere ? (sortedHere === 'asc' ? 'ascending' : 'descending') : undefined}
      className={`sticky top-0 z-20 h-11 border-b border-line bg-sunk text-[0.8125rem] whitespace-nowrap ${column.tight ? 'px-0' : 'px-1'} first:ps-2.5 last:pe-2.5 font-medium ${end ? 'text-end' : 'text-start'} ${column.rowHeader ? 'start-0 z-30' : ''} ${column.pinned ? headPinnedFrom[column.pinned] : ''}`}
    >
      {column.value ? (
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

type SortButtonProps = { header: string; title?: string | undefined; end: boolean; sorted: Sorted; onSort: () => void }

function SortButton({ header, title, end, sorted, onSort }: SortButtonProps) {
  const Arrow = sorted === 'desc' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      title={title}
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
