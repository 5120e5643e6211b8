import { type CSSProperties, memo, type ReactNode } from 'react'
import type { Column } from './data-table-model.ts'

/** The body of a DataTable: rows, what stands for those that are not drawn, and for those that have not come yet. */

/** Stands for the rows that are not drawn. */
export function Gap({ height }: { height: number }) {
  return height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: this row holds nothing and takes no focus.
    <tr aria-hidden="true">
      <td className="p-0" style={{ height }} />
    </tr>
  ) : null
}

/** Where a cell stands when the table is wider than its frame. On a phone only the row's name stays: there is no room for more. */
function stickiness<Row>({ rowHeader, pinned }: Column<Row>): string {
  if (rowHeader) return 'sticky start-0 z-10'
  return pinned ? 'sm:sticky sm:end-0 sm:z-10' : ''
}

type BodyRowProps<Row> = {
  id: string
  index: number
  row: Row
  columns: readonly Column<Row>[]
  rowHeight: number
  onFocus: (id: string) => void
}

/** Remembered, so that scrolling draws only the rows that come into sight. */
export const BodyRow = memo(function BodyRow<Row>({ id, index, row, columns, rowHeight, onFocus }: BodyRowProps<Row>) {
  return (
    <tr aria-rowindex={index + 2} onFocus={() => onFocus(id)} className="group" style={{ height: rowHeight }}>
      {columns.map((column) => (
        <BodyCell key={column.id} column={column} row={row} rowHeight={rowHeight} />
      ))}
    </tr>
  )
}) as <Row>(props: BodyRowProps<Row>) => ReactNode

type BodyCellProps<Row> = { column: Column<Row>; row: Row; rowHeight: number }

function BodyCell<Row>({ column, row, rowHeight }: BodyCellProps<Row>) {
  const Cell = column.rowHeader ? 'th' : 'td'
  const value = column.value?.(row) ?? ''
  // The row's height must not depend on what is in it: the frame counts on it.
  const bounds: CSSProperties = { maxHeight: rowHeight - 1 }
  return (
    <Cell
      {...(column.rowHeader ? { scope: 'row' } : {})}
      className={`border-b border-line bg-card py-0 font-normal ${column.tight ? 'px-1.5' : 'px-2.5'} first:ps-4 last:pe-4 group-focus-within:bg-sunk group-hover:bg-sunk ${column.align === 'end' ? 'text-end' : 'text-start'} ${stickiness(column)}`}
    >
      {column.cell ? (
        <div className="leading-5" style={bounds}>
          {column.cell(row)}
        </div>
      ) : (
        <div className="line-clamp-2 leading-5 wrap-anywhere" title={String(value)}>
          <bdi>{value}</bdi>
        </div>
      )}
    </Cell>
  )
}

export function SkeletonRows<Row>({ columns, rowHeight }: { columns: readonly Column<Row>[]; rowHeight: number }) {
  return ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((row) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: these rows hold grey bars only; the status line says what they mean.
    <tr key={row} aria-hidden="true" style={{ height: rowHeight }}>
      {columns.map((column) => (
        <td key={column.id} className="border-b border-line px-2.5 first:ps-4 last:pe-4">
          <div className={`h-3 animate-breathe rounded-sm bg-line ${column.align === 'end' ? 'ms-auto w-1/2' : 'w-2/3'}`} />
        </td>
      ))}
    </tr>
  ))
}
