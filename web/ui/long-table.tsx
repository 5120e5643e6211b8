import { type ReactNode, useState } from 'react'

/** The number of rows that a slow computer renders within 100 ms. */
const rowsAtOnce = 40

export const headCell = 'sticky top-0 z-10 border-b border-line bg-sunk py-1.5 text-start font-medium'

type Props<Row> = {
  label: string
  rows: readonly Row[]
  /** The cells of the heading. */
  head: ReactNode
  /** A row, with its key. */
  row: (row: Row) => ReactNode
  className: string
  isFixed?: boolean
}

/** A table in a dialog, as a scroll container that renders more rows near its end: a term may have thousands of members. */
export function LongTable<Row>({ label, rows, head, row, className, isFixed = false }: Props<Row>) {
  const [drawn, setDrawn] = useState(rowsAtOnce)

  function drawMore({ scrollTop, clientHeight, scrollHeight }: HTMLElement) {
    if (drawn < rows.length && scrollTop + 3 * clientHeight > scrollHeight) setDrawn(drawn + rowsAtOnce)
  }

  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable, or the arrow keys cannot scroll it.
      tabIndex={0}
      onScroll={(event) => drawMore(event.currentTarget)}
      className={`overflow-auto overscroll-contain border-line bg-card ${className}`}
    >
      <table
        aria-rowcount={rows.length + 1}
        className={`w-full border-separate border-spacing-0 text-sm ${isFixed ? 'table-fixed' : ''}`}
      >
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="text-[0.8125rem] text-quiet">{head}</tr>
        </thead>
        <tbody>{rows.slice(0, drawn).map(row)}</tbody>
      </table>
    </section>
  )
}
