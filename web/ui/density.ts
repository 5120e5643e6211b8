import { useSyncExternalStore } from 'react'

type Density = 'comfortable' | 'compact'

/** The one height of all rows, whatever they contain: two lines of text fit into both. */
export const rowHeights: Record<Density, number> = { comfortable: 56, compact: 40 }

/** The least height of a row on a phone: its buttons are for fingers. */
export const fingerHeight = 48

const key = 'density'
const listeners = new Set<() => void>()

function readDensity(): Density {
  return localStorage.getItem(key) === 'compact' ? 'compact' : 'comfortable'
}

/** Sets the density of every table of this browser. */
export function chooseDensity(density: Density) {
  if (density === 'compact') localStorage.setItem(key, density)
  else localStorage.removeItem(key)
  for (const listener of listeners) listener()
}

export function useDensity(): Density {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readDensity)
}
