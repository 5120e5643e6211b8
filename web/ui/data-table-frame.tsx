import { Fragment, type ReactNode, type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Column, stickyColumns } from './data-table-model.ts'
import { BodyRow, Gap, SkeletonRows } from './data-table-rows.tsx'
import { MoreBeyond } from './more-beyond.tsx'
import { useIsPageAtLeast, useIsSmallScreen, useTextScale } from './page-size.ts'
import { usePrinting } from './printing.ts'

type Props<Row> = {
  frame: RefObject<HTMLElement | null>
  caption: string
  isLoading: boolean
  columns: readonly Column<Row>[]
  /** The rows in display order. */
  shown: readonly Row[]
  rowKey: (row: Row) => string | number
  rowHeight: number
  /** The row that is rendered at any scroll position; -1 if there is none. */
  pinnedIndex: number
  onFocus: (key: string) => void
  marked: string | number | undefined
  /** The header row; the ids are those of the sticky columns. */
  head: (sticky: ReadonlySet<string>) => ReactNode
  insteadOfRows: ReactNode
}

/**
 * The scrolling part of a DataTable: a box with its own scroll bar, and on a phone a part of the page, which scrolls. Separate from search, filters and sorting, so that scrolling
 * renders nothing but rows.
 */
export function TableFrame<Row extends object>({ columns, shown, rowKey, pinnedIndex, ...props }: Props<Row>) {
  // The widths and heights are those at the usual text size, and grow with it.
  const scale = useTextScale()
  const rowHeight = Math.round(props.rowHeight * scale)
  const minWidth = columns.reduce((sum, column) => sum + column.width, 0) * scale
  const isInPage = useIsSmallScreen()
  const { viewport, measure } = useViewport(props.frame, rowHeight, isInPage)
  const isWide = viewport.width > 0 && viewport.width < minWidth
  const sticky = useStickyColumns(columns, isWide ? viewport.width / scale : undefined)
  const endWidth = columns.reduce((sum, { id, pinned, width }) => sum + (pinned && sticky.has(id) ? width * scale : 0), 0)
  const isPrinting = usePrinting()
  const markedIndex = props.marked === undefined ? -1 : shown.findIndex((row) => rowKey(row) === props.marked)
  const indexes = isPrinting
    ? [...shown.keys()]
    : indexesToRender(viewport, shown.length, isInPage ? [pinnedIndex, markedIndex] : [pinnedIndex])
  useScrollTo(props.frame, rowHeight, isInPage, markedIndex)
  const hasRows = !props.isLoading && !props.insteadOfRows

  return (
    <div className="relative flex min-h-48 flex-col sm:max-h-[75dvh] lg:max-h-none print:block print:max-h-none">
      <section
        ref={props.frame}
        aria-label={props.caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable, or the arrow keys cannot scroll it.
        tabIndex={0}
        onScroll={isInPage ? undefined : () => flushSync(measure)}
        className="isolate min-h-48 overflow-x-auto overflow-y-hidden overscroll-x-contain sm:overflow-y-auto rounded-lg border border-line bg-card shadow-soft print:overflow-visible print:rounded-none print:border-0 print:shadow-none"
      >
        <table
          data-table=""
          aria-rowcount={hasRows ? shown.length + 1 : undefined}
          aria-busy={props.isLoading}
          className="print:min-w-0! w-full table-fixed print:table-auto border-separate border-spacing-0 text-sm"
          style={{ minWidth }}
        >
          <caption className="sr-only">{props.caption}</caption>
          <colgroup>
            {columns.map((column) => (
              <col
                key={column.id}
                // On paper the content decides: there are no columns of buttons, and a long name shall not need a third line.
                className="print:w-auto!"
                style={{ width: column.width * scale }}
              />
            ))}
          </colgroup>
          <thead>{props.head(sticky)}</thead>
          <tbody>
            {props.isLoading && <SkeletonRows columns={columns.length} rowHeight={rowHeight} />}
            {props.insteadOfRows && (
              <tr>
                <td colSpan={columns.length} className="p-0 text-center text-quiet">
                  {/* The text is as wide as the viewport, not the table: on a phone the table's middle is out of view. */}
                  <div className="sticky start-0 px-6 py-14" style={{ width: viewport.width || undefined }}>
                    {props.insteadOfRows}
                  </div>
                </td>
              </tr>
            )}
            {hasRows &&
              indexes.map((index, position) => {
                const row = shown[index]
                if (!row) return null
                const gap = index - 1 - (indexes[position - 1] ?? -1)
                return (
                  <Fragment key={rowKey(row)}>
                    {gap > 0 && <Gap height={gap * rowHeight} />}
                    <BodyRow
                      id={String(rowKey(row))}
                      index={index}
                      row={row}
                      columns={columns}
                      rowHeight={rowHeight}
                      sticky={sticky}
                      onFocus={props.onFocus}
                      isMarked={rowKey(row) === props.marked}
                    />
                  </Fragment>
                )
              })}
            {/* The gap has a new key per position, or the browser reports a layout shift. */}
            {hasRows && <Gap key={`after ${indexes.at(-1)}`} height={(shown.length - 1 - (indexes.at(-1) ?? -1)) * rowHeight} />}
          </tbody>
        </table>
      </section>
      {hasRows && !isPrinting && isWide && !viewport.isAtEnd && <MoreBeyond endWidth={endWidth} />}
    </div>
  )
}

const noColumns: ReadonlySet<string> = new Set()

/** The ids of the sticky columns, in a set that stays the same while nothing changes, as memoised rows need it. */
function useStickyColumns<Row>(columns: readonly Column<Row>[], frameWidth: number | undefined): ReadonlySet<string> {
  const pinnedFrom = { sm: useIsPageAtLeast(40), xl: useIsPageAtLeast(80) }
  const ids = JSON.stringify(frameWidth === undefined ? [] : stickyColumns(columns, frameWidth, pinnedFrom))
  return useMemo(() => (ids === '[]' ? noColumns : new Set(JSON.parse(ids) as string[])), [ids])
}

/**
 * Scrolls the marked row into the middle of the frame, unless it is visible. The page itself does not scroll on a wide screen, and on a phone
 * not away from a form, in which somebody may add the next row.
 */
function useScrollTo(frame: RefObject<HTMLElement | null>, rowHeight: number, isInPage: boolean, index: number) {
  useEffect(() => {
    if (index === -1 || !frame.current) return
    if (isInPage) {
      if (!document.activeElement?.closest('form'))
        frame.current.querySelector('[data-marked]')?.scrollIntoView({ block: 'nearest' })
      return
    }
    const { scrollTop, clientHeight } = frame.current
    const space = clientHeight - headHeight - rowHeight
    const isVisible = index * rowHeight >= scrollTop && index * rowHeight <= scrollTop + space
    if (!isVisible) frame.current.scrollTo({ top: index * rowHeight - space / 2 })
  }, [frame, rowHeight, isInPage, index])
}

/** The height of the sticky header. */
const headHeight = 44
/** The number of rows that are rendered above and below the viewport: enough for one turn of the wheel. */
const overscan = 4
/** The number of rows that are rendered at least, also of a list that begins below the edge of a phone. */
const leastRows = 2
/** The number of rows that are rendered before the viewport has been measured. */
const initialRows = 8

/** The rows in the viewport, ignoring the row count, its width, and whether the last column is visible. */
interface Viewport {
  first: number
  last: number
  width: number
  isAtEnd: boolean
}

/**
 * The viewport of the table. All rows have one height, so the visible rows are a division. The ResizeObserver measures after the browser's
 * own layout. A list that is a part of the page is seen through the window, whichever element scrolls: the page or a dialog.
 */
function useViewport(frame: RefObject<HTMLElement | null>, rowHeight: number, isInPage: boolean) {
  const [viewport, setViewport] = useState<Viewport>({ first: 0, last: initialRows - 1, width: 0, isAtEnd: false })
  const measure = useCallback(() => {
    if (!frame.current) return
    const { scrollLeft, scrollWidth, clientWidth: width } = frame.current
    const { top, height } = isInPage ? seenInWindow(frame.current) : seenInBox(frame.current)
    const first = Math.max(0, Math.floor(top / rowHeight))
    const last = Math.max(first + leastRows, Math.ceil((top + height) / rowHeight)) - 1
    // The value of scrollLeft counts from the other side in right-to-left pages, and is negative.
    const isAtEnd = Math.abs(scrollLeft) + width >= scrollWidth - 1
    setViewport((before) => {
      const isSame = before.first === first && before.last === last && before.width === width && before.isAtEnd === isAtEnd
      return isSame ? before : { first, last, width, isAtEnd }
    })
  }, [frame, rowHeight, isInPage])
  useEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(measure)
    observer.observe(frame.current)
    // What stands above the list moves it.
    if (isInPage) observer.observe(document.body)
    return () => observer.disconnect()
  }, [frame, measure, isInPage])
  useEffect(() => {
    if (!isInPage) return
    const follow = () => flushSync(measure)
    window.addEventListener('scroll', follow, { capture: true, passive: true })
    window.addEventListener('resize', follow)
    return () => {
      window.removeEventListener('scroll', follow, { capture: true })
      window.removeEventListener('resize', follow)
    }
  }, [measure, isInPage])
  return { viewport, measure }
}

/** The part of the rows that is in view: how far its upper edge is from that of the first row, and its height. */
type Seen = { top: number; height: number }

const seenInBox = ({ scrollTop, clientHeight }: HTMLElement): Seen => ({ top: scrollTop, height: clientHeight })

function seenInWindow(frame: HTMLElement): Seen {
  const rows = frame.querySelector('tbody') ?? frame
  return { top: -rows.getBoundingClientRect().top, height: window.innerHeight }
}

/**
 * The rows to render; if the list has become shorter than the scroll position, its last rows: the browser scrolls there. The pinned rows
 * stay at any scroll position: the one that has focus, or its focus and the input of an open editor would be lost, and the marked one,
 * to which the page of a phone scrolls.
 */
function indexesToRender({ first, last }: Viewport, count: number, pinned: readonly number[]): number[] {
  const start = Math.max(0, Math.min(first, count - 1 - (last - first)) - overscan)
  const end = Math.min(count - 1, last + overscan)
  const indexes = Array.from({ length: end - start + 1 }, (_, position) => start + position)
  const others = pinned.filter((index) => index !== -1 && (index < start || index > end))
  return others.length === 0 ? indexes : [...new Set([...indexes, ...others])].sort((a, b) => a - b)
}
