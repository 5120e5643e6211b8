import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMarkedRow } from '../ui/marked-row.ts'

/** The row that the search led to, highlighted for a moment once the rows are there. */
export function useFoundRow(rows: readonly unknown[] | undefined): number | undefined {
  const { found } = useSearch({ strict: false })
  const { marked, mark } = useMarkedRow()
  const isLoaded = rows !== undefined
  useEffect(() => {
    if (isLoaded && found !== undefined) mark(found)
  }, [isLoaded, found, mark])
  return marked?.id
}
