import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type ReactNode, type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { Column } from './data-table-model.ts'
import { BodyRow, Gap, SkeletonRows } from './data-table-rows.tsx'

type Props<Row> = {
  frame: RefObject<HTMLElement | null>
  caption: string
  isLoading: boolean
  columns: readonly Column<Row>[]
  /** In the order in which they are shown. */
  shown: readonly Row[]
  rowKey: (row: Row) => string | number
  rowHeight: number
  /** The row that is drawn wherever one scrolls; -1 where there is none. */
  keptIndex: number
  onFocus: (key: string) => void
  head: ReactNode
  insteadOfRows: ReactNode
}

/** What of a DataTable scrolls. Apart from search, filters and sorting, so that a turn of the wheel draws nothing but rows. */
export function TableFrame<Row extends object>({ columns, shown, rowKey, rowHeight, keptIndex, ...props }: Props<Row>) {
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => props.frame.current,
    estimateSize: () => rowHeight,
    // Enough for one turn of the wheel.
    overscan: 4,
    // The row being worked in stays, however far one scrolls: with it would go its focus and an open editor's input.
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const indexes = defaultRangeExtractor(range)
        if (keptIndex === -1 || indexes.includes(keptIndex)) return indexes
        return [...indexes, keptIndex].sort((a, b) => a - b)
      },
      [keptIndex],
    ),
  })
  const items = useFewNewAtOnce(virtualizer.getVirtualItems(), keptIndex)
  const hasRows = !props.isLoading && !props.insteadOfRows
  const minWidth = columns.reduce((sum, column) => sum + column.width, 0)
  const isWide = useIsNarrowerThan(minWidth, props.frame)

  return (
    <section
      ref={props.frame}
      aria-label={props.caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable, or the arrow keys cannot scroll it.
      tabIndex={0}
      className="isolate max-h-[75dvh] min-h-48 overflow-auto overscroll-x-contain rounded-lg border border-line bg-card shadow-soft lg:max-h-none"
    >
      <table
        aria-rowcount={hasRows ? shown.length + 1 : undefined}
        aria-busy={props.isLoading}
        className="w-full table-fixed border-separate border-spacing-0 text-sm"
        style={{ minWidth }}
      >
        <caption className="sr-only">{props.caption}</caption>
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} style={{ width: column.width }} />
          ))}
        </colgroup>
        <thead>{props.head}</thead>
        <tbody>
          {props.isLoading && <SkeletonRows columns={columns} rowHeight={rowHeight} />}
          {props.insteadOfRows}
          {hasRows &&
            items.map((item, position) => {
              const row = shown[item.index]
              if (!row) return null
              return (
                <Fragment key={rowKey(row)}>
                  <Gap height={item.start - (items[position - 1]?.end ?? 0)} />
                  <BodyRow
                    id={String(rowKey(row))}
                    index={item.index}
                    row={row}
                    columns={columns}
                    rowHeight={rowHeight}
                    isWide={isWide}
                    onFocus={props.onFocus}
                  />
                </Fragment>
              )
            })}
          {hasRows && <Gap height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />}
        </tbody>
      </table>
    </section>
  )
}

/** Cells that stay while the others pass below them cost the browser a layer each, in every row. */
function useIsNarrowerThan(width: number, frame: RefObject<HTMLElement | null>): boolean {
  const [isNarrower, setIsNarrower] = useState(true)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => setIsNarrower(element.clientWidth < width))
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, width])
  return isNarrower
}

/** Of rows that were not there before. The browser lays out and paints so many within a frame, on a slow machine too. */
const mostNewRows = 8

/**
 * Where one jumps to another place, its rows come within the next few frames, from the top: laid out all at once, they made whoever
 * jumps on wait. Step by step there are never so many.
 */
function useFewNewAtOnce<Item extends { index: number }>(inSight: readonly Item[], alwaysIndex: number): readonly Item[] {
  const drawn = useRef<ReadonlySet<number>>(new Set())
  const [, drawMore] = useReducer((count: number) => count + 1, 0)
  let fresh = 0
  const items = inSight.filter(({ index }) => {
    if (drawn.current.has(index) || index === alwaysIndex) return true
    fresh += 1
    return fresh <= mostNewRows
  })
  useEffect(() => {
    drawn.current = new Set(items.map(({ index }) => index))
    if (items.length === inSight.length) return
    const frame = requestAnimationFrame(drawMore)
    return () => cancelAnimationFrame(frame)
  })
  return items
}
