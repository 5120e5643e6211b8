import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import {
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { Button } from './button.tsx'
import { TableFrame } from './data-table-frame.tsx'
import {
  alignmentOf,
  anyOf,
  arrangeColumns,
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
import { fingerHeight, rowHeights, useDensity } from './density.ts'
import { EmptyContent } from './empty-state.tsx'
import type { Exported } from './export-file.ts'
import { LoadFailure } from './load-failure.tsx'
import { useIsSmallScreen } from './page-size.ts'
import { usePrinting } from './printing.ts'
import { type TableState, useTableState } from './table-state.ts'
import { Tooltip } from './tooltip.tsx'

export type CardOfRow<Row> = { height: number; content: (row: Row) => ReactNode }

type Props<Row> = {
  /** The accessible name of the table. */
  caption: string
  /** The columns, constant or memoised: a new array resets the table. */
  columns: readonly Column<Row>[]
  /** The ids of the columns that are shown, in their order; without them, all. The search and the filters know all columns at any time. */
  order?: readonly string[] | undefined
  /** The rows; undefined while loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** The key of a row to highlight and scroll to, because it was just saved. */
  marked?: string | number | undefined
  /** The error instead of the rows, if they could not be loaded. */
  error?: string | undefined
  onRetry?: () => void
  /** The text instead of the rows, if there are none at all. */
  emptyText: string
  /** The next step, below the text. */
  emptyHint?: ReactNode
  /** The label of the search box. Without it there is none. */
  searchLabel?: string
  /** Further tools beside the search box and the filters; as a function, for the shown rows. */
  tools?: ReactNode | ((shown: readonly Row[]) => ReactNode)
  /** The button of views and columns, beside the density. */
  viewTools?: ReactNode
  /**
   * The number of all rows, where the server searches, filters and sorts them and the table has some pages of them: the options of a filter
   * are then its `filterCodes`. Null while it is not known.
   */
  servedTotal?: number | null
  /** The height of rows that are cards, on a phone. All others have the height that the user chose for every table. */
  rowHeight?: number
  /** The card of a row on a small screen, instead of columns. */
  card?: CardOfRow<Row>
  /** The text to search in; by default every column. */
  searchText?: (row: Row) => string
  /** The search, filters and sorting in the URL; by default, as in a dialog, they are forgotten with the table. */
  state?: TableState
  /** The search and the filters of the panel itself, in print, below those of the table. */
  printNote?: string | undefined
  /** The handle for callers that step through the rows in display order, or export them. */
  handle?: Ref<DataTableHandle<Row>>
}

export type DataTableHandle<Row> = {
  /** The row that is `steps` rows further down, as searched, filtered and sorted now. */
  neighbour: (key: string | number, steps: number) => Row | undefined
  /** Renders the row wherever it is, so that it can be scrolled to; clears a search or filter that hides it. */
  draw: (key: string | number) => void
  /** The ids of the shown columns, in their order. */
  columns: () => readonly string[]
  /** The columns and rows of a file, and the filters that left them. */
  exported: () => Exported<Row>
}

const nothing: readonly never[] = []
/** Rows that the server searched, filtered and sorted stay as they are. */
const asServed = { search: '', filters: {}, sort: undefined }

/**
 * The table of every panel: search, filters, sorting, and a scroll container in which only the visible rows are rendered, so that ten
 * thousand are as fast as ten. It is a real <table>: rows outside the viewport are replaced by empty rows of the same height. On a phone
 * the page is the scroll container, and the search field stays below its header.
 */
export function DataTable<Row extends object>({
  columns,
  order,
  rows: newest,
  error,
  emptyText,
  rowHeight: cardHeight,
  searchText,
  servedTotal,
  ...props
}: Props<Row>) {
  const say = useSay()
  const density = useDensity()
  const isSmall = useIsSmallScreen()
  const rowHeight = cardHeight ?? Math.max(rowHeights[density], isSmall ? fingerHeight : 0)
  // The rows are deferred, so that a phone stays responsive while many new rows render.
  const rows = useDeferredValue(newest)
  const all = rows ?? nothing
  const ownState = useTableState()
  const state = props.state ?? ownState
  const { search, sort } = state
  const filters = useMemo(
    () =>
      Object.fromEntries(
        columns.flatMap((column) => {
          const codes = column.filter && state.filters[filterParamOf(column)]
          return codes ? [[column.id, [...new Set(codes.map((code) => labelOfCode(code, column, all)))]]] : []
        }),
      ),
    [columns, all, state.filters],
  )
  const query = useMemo(() => ({ search, filters, sort }), [search, filters, sort])
  const isServed = servedTotal !== undefined
  const { shown, isOtherSpelling } = useShownRows(all, columns, searchText, isServed ? asServed : query)
  const choices = useChoices(all, columns)
  const shownColumns = useMemo(() => arrangeColumns(columns, order), [columns, order])
  const { rowKey } = props
  const total = servedTotal ?? all.length
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
    columns: () => shownColumns.map(({ id }) => id),
    exported: () => ({
      columns: exportedColumns(shownColumns),
      rows: shown,
      filters: [
        ...(search ? [[say(messages.tables.search), search] as const] : []),
        ...columns.flatMap(({ id, header, filterLabel }) =>
          filters[id] === undefined ? [] : [[filterLabel ?? header, anyOf(say, filters[id])] as const],
        ),
      ],
    }),
  }))

  const card = isSmall ? props.card : undefined
  const isCards = Boolean(card ?? cardHeight)
  const drawnColumns = useMemo(
    () => (card ? [{ id: 'card', header: props.caption, cell: card.content, width: 144, fits: true }] : shownColumns),
    [card, shownColumns, props.caption],
  )
  const content = error
    ? 'error'
    : rows === undefined
      ? 'loading'
      : total === 0 && !(isServed && narrowed)
        ? 'empty'
        : shown.length === 0
          ? 'nothing-found'
          : 'rows'

  const { setSort } = state
  // Read when a heading is pressed: new rows do not render the headings.
  const toSort = useRef(all)
  useEffect(() => {
    toSort.current = all
  }, [all])
  const sortBy = useCallback(
    (id: string) => {
      setSort(nextSort(sort, id, toSort.current, columns))
      // The first rows are of interest after sorting.
      frame.current?.scrollTo({ top: 0 })
    },
    [setSort, sort, columns],
  )

  /** The first rows that match are of interest, wherever the page of a phone has been scrolled to. */
  function searchFor(text: string) {
    const list = frame.current
    if (isSmall && list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' })
    state.setSearch(text)
  }

  function clearFilters() {
    // The button disappears with the filters, so focus moves first.
    tools.current?.querySelector<HTMLElement>('input, button')?.focus()
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
      {/* The search is a part of the row of tools, but on a phone one of the whole list, in which it sticks. */}
      <div ref={tools} className="contents sm:flex sm:flex-wrap sm:items-center sm:gap-2 print:hidden!">
        {props.searchLabel && (
          <SearchBox
            label={props.searchLabel}
            value={search}
            onChange={searchFor}
            onBlur={state.onSearchEnd}
            isNarrow={filterCount > 4}
            sticksOn="page"
          />
        )}
        <div className="flex flex-wrap items-center gap-2 sm:contents">
          {columns.map(
            (column) =>
              column.filter &&
              !column.isFilteredElsewhere && (
                <ColumnFilter
                  key={column.id}
                  label={column.filterLabel ?? column.header}
                  all={column.filter}
                  choices={(isServed ? column.filterCodes : choices.get(column.id)) ?? nothing}
                  order={column.filterOrder}
                  chosen={filters[column.id] ?? nothing}
                  param={filterParamOf(column)}
                  setFilter={state.setFilter}
                />
              ),
          )}
          {typeof props.tools === 'function' ? props.tools(shown) : props.tools}
          {/* The count is at the end of the row, also while it is empty, to avoid a layout shift while typing. Cards have no count until
            then: out of the layout, it leaves the whole row to the filters. */}
          <div className={isCards && !narrowed ? 'sr-only' : 'ms-auto flex items-center gap-2'}>
            <ResultCount
              isLoading={content === 'loading'}
              shown={(narrowed || isServed) && content !== 'error' ? shown.length : undefined}
              total={total}
              isOtherSpelling={isOtherSpelling}
              isReserved={Boolean(props.searchLabel)}
              onClear={narrowed ? clearFilters : undefined}
            />
            {props.viewTools}
            {!isCards && <DensitySwitch />}
          </div>
        </div>
      </div>

      {/* A screen reader says it with the count. */}
      {isOtherSpelling && shown.length > 0 && !error && (
        <p aria-hidden="true" dir="auto" className="-mt-1 text-sm text-quiet">
          {say(messages.tables.otherSpelling)}
        </p>
      )}
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
                <CardsHeader columns={columns} sort={sort} onSort={sortBy} />
              ) : (
                shownColumns.map((column) => (
                  <HeaderCell
                    key={column.id}
                    column={column}
                    shown={column.headerCell ? shown : nothing}
                    isSticky={sticky.has(column.id)}
                    sort={sort}
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

/** The printed note of the search and the filters of the list. */
function PrintedNote({ parts }: { parts: readonly (string | false | undefined)[] }) {
  const text = parts.filter(Boolean).join(' · ')
  return usePrinting() && text ? <p className="text-sm">{text}</p> : null
}

type Sorted = false | 'asc' | 'desc'
type SortProps = { sort: TableState['sort']; onSort: (id: string) => void }
type HeaderCellProps<Row> = SortProps & {
  column: Column<Row>
  /** The rows, for a header cell that is about them. */
  shown: readonly Row[]
  isSticky: boolean
}

function sortedBy(sort: TableState['sort'], id: string): Sorted {
  return sort?.id !== id ? false : sort.isDescending ? 'desc' : 'asc'
}

/** Memoised, as the rows are: scrolling and new rows leave the header alone. */
const HeaderCell = memo(function HeaderCell<Row>({ column, shown, isSticky, sort, onSort }: HeaderCellProps<Row>) {
  const { id, header, headerTitle, second } = column
  const end = column.align === 'end'
  const sortedHere = sortedBy(sort, id) || (second ? sortedBy(sort, second.id) : false)
  return (
    <th
      scope="col"
      aria-sort={sortedHere ? (sortedHere === 'asc' ? 'ascending' : 'descending') : undefined}
      className={`sticky top-0 z-20 h-11 border-b border-line bg-sunk text-[0.8125rem] whitespace-nowrap ${column.tight ? 'px-0' : 'px-1'} first:ps-2.5 last:pe-2.5 font-medium ${alignmentOf(column)} ${column.pinned || column.selects ? 'print:hidden' : ''} ${isSticky ? `z-30 ${column.rowHeader ? 'start-0' : 'end-0'}` : ''}`}
    >
      {column.headerCell ? (
        column.headerCell(shown)
      ) : column.value ? (
        <SortButton header={header} title={headerTitle} end={end} sorted={sortedBy(sort, id)} onSort={() => onSort(id)} />
      ) : (
        <span className="px-1.5 text-quiet">{header}</span>
      )}
      {second && (
        <span className="ms-2">
          <SortButton header={second.header} end={end} sorted={sortedBy(sort, second.id)} onSort={() => onSort(second.id)} />
        </span>
      )}
    </th>
  )
}) as <Row>(props: HeaderCellProps<Row>) => ReactNode

type CardsHeaderProps<Row> = SortProps & { columns: readonly Column<Row>[] }

/** The header of cards, which have one column that every value can sort. */
const CardsHeader = memo(function CardsHeader<Row>({ columns, sort, onSort }: CardsHeaderProps<Row>) {
  const order = columns.map(({ id }) => sortedBy(sort, id)).find(Boolean)
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
                sorted={sortedBy(sort, id)}
                onSort={() => onSort(id)}
              />
            ),
        )}
      </span>
    </th>
  )
}) as <Row>(props: CardsHeaderProps<Row>) => ReactNode

type SortButtonProps = { header: string; title?: string | undefined; end: boolean; sorted: Sorted; onSort: () => void }

/** The button that sorts a column. A title is shown as a tooltip: pressing the button still sorts, with a finger too. */
function SortButton({ title, ...rest }: SortButtonProps) {
  if (!title) return <PlainSortButton {...rest} />
  return <Tooltip text={title}>{() => <PlainSortButton {...rest} description={title} />}</Tooltip>
}

type PlainProps = Omit<SortButtonProps, 'title'> & { description?: string }

function PlainSortButton({ header, description, end, sorted, onSort }: PlainProps) {
  // The arrow of an unsorted column shows on hover that it can be sorted, and no direction.
  const Arrow = !sorted ? ArrowUpDown : sorted === 'desc' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      aria-description={description}
      onClick={onSort}
      className={`group/sort relative min-h-8 max-sm:min-h-11 max-sm:min-w-11 max-w-full cursor-pointer rounded-sm px-1.5 font-medium hover:text-ink ${sorted ? 'text-ink' : 'text-quiet'}`}
    >
      <bdi>{header}</bdi>
      {/* The arrow is positioned absolutely, so that sorting shifts nothing. */}
      <Arrow
        aria-hidden="true"
        className={`absolute inset-y-0 my-auto size-3.5 ${end ? '-left-2.5' : '-end-2.5'} ${sorted ? 'text-brass' : 'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60'}`}
      />
    </button>
  )
}
