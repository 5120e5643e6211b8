import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { OfflineLine } from '../ui/offline-line.tsx'
import { useOpenedLastSeen } from './last-seen.ts'

/** The line about the network, for a page with lists: it also shows their age. */
export function SeenLine({ isUnderBar = false }: { isUnderBar?: boolean }) {
  const isUnreachable = useOpenedLastSeen() !== undefined
  return <OfflineLine isUnderBar={isUnderBar} isUnreachable={isUnreachable} seenAt={useOldestShown()} />
}

/** The time when the oldest of the lists on the page was loaded; undefined without any. */
function useOldestShown(): number | undefined {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  const read = () => {
    const shown = cache.getAll().filter((query) => query.isActive() && !query.meta?.isFrame && query.state.data !== undefined)
    return shown.length > 0 ? Math.min(...shown.map(({ state }) => state.dataUpdatedAt)) : undefined
  }
  return useSyncExternalStore(subscribe, read)
}
