import { Fragment, type ReactNode, type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
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
  const minWidth = columns.reduce((sum, column) => sum + column.width, 0)
  const { sight, look } = useSight(props.frame, rowHeight)
  const indexes = useFewNewAtOnce(indexesInSight(sight, shown.length, keptIndex), keptIndex)
  const hasRows = !props.isLoading && !props.insteadOfRows

  return (
    <div className="relative flex max-h-[75dvh] min-h-48 flex-col lg:max-h-none">
      <section
        ref={props.frame}
        aria-label={props.caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable, or the arrow keys cannot scroll it.
        tabIndex={0}
        // At once: in the frame in which the browser shows the new place, its rows are there.
        onScroll={() => flushSync(look)}
        className="isolate min-h-48 overflow-auto overscroll-x-contain rounded-lg border border-line bg-card shadow-soft"
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
            {props.isLoading && <SkeletonRows columns={columns.length} rowHeight={rowHeight} />}
            {props.insteadOfRows && (
              <tr>
                <td colSpan={columns.length} className="p-0 text-center text-quiet">
                  {/* As wide as what is in sight, not as the table: on a phone its middle is far outside. */}
                  <div className="sticky start-0 px-6 py-14" style={{ width: sight.width || undefined }}>
                    {props.insteadOfRows}
                  </div>
                </td>
              </tr>
            )}
            {hasRows &&
              indexes.map((index, position) => {
                const row = shown[index]
                if (!row) return null
                return (
                  <Fragment key={rowKey(row)}>
                    <Gap height={(index - 1 - (indexes[position - 1] ?? -1)) * rowHeight} />
                    <BodyRow
                      id={String(rowKey(row))}
                      index={index}
                      row={row}
                      columns={columns}
                      rowHeight={rowHeight}
                      // Cells that stay while the others pass below them cost the browser a layer each, in every row.
                      isWide={sight.width < minWidth}
                      onFocus={props.onFocus}
                    />
                  </Fragment>
                )
              })}
            {/* Another one for each last row: the same one further down would be something that jumped. */}
            {hasRows && <Gap key={`after ${indexes.at(-1)}`} height={(shown.length - 1 - (indexes.at(-1) ?? -1)) * rowHeight} />}
          </tbody>
        </table>
      </section>
      {hasRows && sight.width > 0 && sight.width < minWidth && !sight.isAtEnd && <MoreBeyond />}
    </div>
  )
}

/** Where a column is cut by the edge, a number may look whole and be half of one. */
function MoreBeyond() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-px end-px w-5 rounded-e-lg bg-linear-to-l from-ink/20 to-transparent rtl:bg-linear-to-r"
    />
  )
}

/** Of rows that were not there before. The browser lays out and paints so many within a frame, on a slow machine too. */
const mostNewRows = 8
/** Above and below what is in sight: enough for one turn of the wheel. */
const rowsBeyond = 4

/** The rows that are in sight, as if there were endlessly many, how wide the frame is, and whether its last column is in sight. */
interface Sight {
  first: number
  last: number
  width: number
  isAtEnd: boolean
}

/** All rows have one height, so what is in sight is a division. Nothing is measured before the browser itself has laid it out. */
function useSight(frame: RefObject<HTMLElement | null>, rowHeight: number) {
  const [sight, setSight] = useState<Sight>({ first: 0, last: mostNewRows - 1, width: 0, isAtEnd: false })
  const look = useCallback(() => {
    if (!frame.current) return
    const { scrollTop, scrollLeft, scrollWidth, clientHeight, clientWidth: width } = frame.current
    const first = Math.max(0, Math.floor(scrollTop / rowHeight))
    const last = Math.ceil((scrollTop + clientHeight) / rowHeight) - 1
    // Counted from the other side, and below zero, where one reads from right to left.
    const isAtEnd = Math.abs(scrollLeft) + width >= scrollWidth - 1
    setSight((before) => {
      const isSame = before.first === first && before.last === last && before.width === width && before.isAtEnd === isAtEnd
      return isSame ? before : { first, last, width, isAtEnd }
    })
  }, [frame, rowHeight])
  useEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(look)
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame, look])
  return { sight, look }
}

/**
 * Where there have become fewer, those at the end: the browser scrolls there. The row being worked in stays, however far one scrolls:
 * with it would go its focus and an open editor's input.
 */
function indexesInSight({ first, last }: Sight, count: number, keptIndex: number): number[] {
  const start = Math.max(0, Math.min(first, count - 1 - (last - first)) - rowsBeyond)
  const end = Math.min(count - 1, last + rowsBeyond)
  const indexes = Array.from({ length: end - start + 1 }, (_, position) => start + position)
  return keptIndex === -1 || indexes.includes(keptIndex) ? indexes : [...indexes, keptIndex].sort((a, b) => a - b)
}

/**
 * Where one jumps to another place, its rows come within the next few frames, from the top: laid out all at once, they made whoever
 * jumps on wait. Step by step there are never so many.
 */
function useFewNewAtOnce(inSight: readonly number[], alwaysIndex: number): readonly number[] {
  const drawn = useRef<ReadonlySet<number>>(new Set())
  const [, drawMore] = useReducer((count: number) => count + 1, 0)
  let fresh = 0
  const indexes = inSight.filter((index) => {
    if (drawn.current.has(index) || index === alwaysIndex) return true
    fresh += 1
    return fresh <= mostNewRows
  })
  useEffect(() => {
    drawn.current = new Set(indexes)
    if (indexes.length === inSight.length) return
    const frame = requestAnimationFrame(drawMore)
    return () => cancelAnimationFrame(frame)
  })
  return indexes
}
