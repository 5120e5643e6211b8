import { useCallback, useEffect, useState } from 'react'

const markedForMs = 4000

/** The row to highlight for a moment, because it was just saved or a link led to it. */
export function useMarkedRow() {
  const [marked, setMarked] = useState<{ id: number }>()
  useEffect(() => {
    if (!marked) return
    const timer = setTimeout(() => setMarked(undefined), markedForMs)
    return () => clearTimeout(timer)
  }, [marked])
  const mark = useCallback((id: number) => setMarked({ id }), [])
  return { marked, mark }
}
