import { memo, type ReactNode } from 'react'
import { alignmentOf, type Column } from './data-table-model.ts'

/** The body of a DataTable: rows, gaps in place of rows outside the viewport, and skeleton rows while loading. */

/** A gap as high as the rows it replaces. */
export function Gap({ height }: { height: number }) {
  return height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: this row is empty and cannot be focused.
    <tr aria-hidden="true">
      <td className="p-0" style={{ height }} />
    </tr>
  ) : null
}

/** The look of sticky cells. The pinned column has a border before it, to show that the columns continue underneath. */
const stickyStart = 'sticky start-0 z-10'
const stickyEnd = 'sticky end-0 z-10 border-s'

type BodyRowProps<Row> = {
  id: string
  index: number
  row: Row
  columns: readonly Column<Row>[]
  rowHeight: number
  /** The ids of the sticky columns. Sticky cells cost the browser one layer each, in every row. */
  sticky: ReadonlySet<string>
  onFocus: (id: string) => void
  isMarked: boolean
}

/** A row, memoised, so that scrolling renders only the rows that enter the viewport. */
export const BodyRow = memo(function BodyRow<Row>({
  id,
  index,
  row,
  columns,
  rowHeight,
  sticky,
  onFocus,
  isMarked,
}: BodyRowProps<Row>) {
  return (
    <tr
      aria-rowindex={index + 2}
      data-marked={isMarked || undefined}
      onFocus={() => onFocus(id)}
      className="group print:h-auto!"
      style={{ height: rowHeight }}
    >
      {columns.map((column) => bodyCell(column, row, rowHeight, sticky.has(column.id)))}
    </tr>
  )
}) as <Row>(props: BodyRowProps<Row>) => ReactNode

/** No component of its own: a cell never changes without its row. */
function bodyCell<Row>(column: Column<Row>, row: Row, rowHeight: number, isSticky: boolean) {
  const Cell = column.rowHeader ? 'th' : 'td'
  const content = column.cell ? column.cell(row) : (column.value?.(row) ?? '')
  // The row's height must not depend on its content, because the viewport is computed from it. The row has as few elements as possible:
  // each one costs time while scrolling.
  return (
    <Cell
      key={column.id}
      {...(column.rowHeader ? { scope: 'row' } : {})}
      className={`border-b border-line bg-card py-0 leading-5 font-normal in-data-[density=compact]:leading-4 ${column.tight ? 'px-1.5' : 'px-2.5'} first:ps-4 last:pe-4 group-focus-within:bg-sunk group-hover:bg-sunk group-data-marked:bg-brand-soft ${alignmentOf(column)} ${column.pinned || column.selects ? 'print:hidden' : ''} ${isSticky ? (column.rowHeader ? stickyStart : stickyEnd) : ''} ${column.cell && !column.fits ? 'overflow-y-clip' : ''}`}
    >
      {column.fits ? (
        content
      ) : column.cell ? (
        <div style={{ maxHeight: rowHeight - 1 }}>{content}</div>
      ) : (
        <div dir="auto" title={String(content)} className="cell-text">
          {content}
        </div>
      )}
    </Cell>
  )
}

export function SkeletonRows({ columns, rowHeight }: { columns: number; rowHeight: number }) {
  return ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((row) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: these rows are decorative; the status text announces loading.
    <tr key={row} aria-hidden="true" style={{ height: rowHeight }}>
      <td colSpan={columns} className="border-b border-line px-4">
        <div className="skeleton-row animate-breathe" />
      </td>
    </tr>
  ))
}
