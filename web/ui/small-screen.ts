import { useMemo } from 'react'
import type { Column } from './data-table-model.ts'
import { useIsSmallScreen } from './page-size.ts'

/** The columns for the screen. On a phone the row's buttons follow its name: at the end of the row they would need horizontal scrolling. */
export function useColumnsForScreen<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const isSmall = useIsSmallScreen()
  return useMemo(() => {
    if (!isSmall) return columns
    const names = columns.filter(({ rowHeader }) => rowHeader)
    const buttons = columns.filter(({ pinned }) => pinned).map((column) => ({ ...column, width: Math.max(column.width, 108) }))
    const boxes = columns.filter(({ selects }) => selects)
    const others = columns.filter(({ rowHeader, pinned, selects }) => !rowHeader && !pinned && !selects)
    return [...boxes, ...names, ...buttons, ...others]
  }, [columns, isSmall])
}
