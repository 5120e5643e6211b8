import { useMemo, useSyncExternalStore } from 'react'
import type { Column } from './data-table-model.ts'

const small = window.matchMedia('(width < 40rem)')

function subscribe(listener: () => void) {
  small.addEventListener('change', listener)
  return () => small.removeEventListener('change', listener)
}

export function useIsSmallScreen(): boolean {
  return useSyncExternalStore(subscribe, () => small.matches)
}

/** On a phone the row's buttons stand right behind its name: at the end, one would have to scroll sideways for each of them. */
export function useColumnsForScreen<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const isSmall = useIsSmallScreen()
  return useMemo(() => {
    if (!isSmall) return columns
    const names = columns.filter(({ rowHeader }) => rowHeader)
    const buttons = columns.filter(({ pinned }) => pinned).map((column) => ({ ...column, width: Math.max(column.width, 108) }))
    return [...names, ...buttons, ...columns.filter(({ rowHeader, pinned }) => !rowHeader && !pinned)]
  }, [columns, isSmall])
}
