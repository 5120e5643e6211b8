import type { Query, QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { roles } from '../../contract/codes.ts'
import { call } from '../http/api.ts'
import { buildVersion } from '../http/build-version.ts'
import { createQueryClient } from '../http/query-client.ts'
import { readSession, sessionEnd } from '../session/session.ts'
import { onOpenedChange, openedLastSeen } from './last-seen.ts'
import { type SeenList, storeSeenLists } from './last-seen-store.ts'
import { readSeen } from './read-seen.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Whether the data is the member's own: it is stored in the browser, and shown when the server cannot be reached. */
      isOwn?: boolean
      /** Whether the data is part of the frame around every panel: it does not count for the age of the page. */
      isFrame?: boolean
    }
  }
}

/** The delay before replies are stored, because several arrive together. */
const delayMs = 1000

/** The cache of a page, for one signed-in user. Without the server, it has the lists that they saw last. */
export function usePageQueryClient(staleTime: number): QueryClient {
  const [queryClient] = useState(() => withLastSeen(createQueryClient(staleTime)))
  useEffect(() => {
    const stopStoring = storeWhatIsSeen(queryClient)
    const stopShowing = showWhatWasSeen(queryClient)
    const stopWaiting = onOpenedChange(() => {
      if (!openedLastSeen()) void queryClient.invalidateQueries()
    })
    return () => {
      stopStoring()
      stopShowing()
      stopWaiting()
    }
  }, [queryClient])
  return queryClient
}

function withLastSeen(queryClient: QueryClient): QueryClient {
  for (const { key, data, updatedAt } of openedLastSeen()?.lists ?? []) {
    // The data stays also when it is not on the screen, because it cannot be loaded again.
    queryClient.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY })
    queryClient.setQueryData(key, data, { updatedAt })
  }
  return queryClient
}

/** Stores the lists that members see; not those of administrators, which belong to others. */
function storeWhatIsSeen(queryClient: QueryClient): () => void {
  const user = readSession()
  if (user?.role_id !== roles.staff) return () => {}
  const changed = new Map<string, SeenList>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function store() {
    timer = undefined
    const lists = new Map(changed)
    changed.clear()
    const endsAt = sessionEnd() ?? (await call('GET /auth/me').catch(() => undefined))?.session_ends_at
    // A server of the previous release does not send the end of the session: nothing is stored then.
    if (user && endsAt) await storeSeenLists({ userId: user.id, version: buildVersion(), endsAt: Date.parse(endsAt) }, lists)
  }

  function note({ queryKey, queryHash, meta, state }: Query) {
    if (!meta?.isOwn || state.status !== 'success') return
    changed.set(queryHash, { key: queryKey, data: state.data, updatedAt: state.dataUpdatedAt })
    timer ??= setTimeout(() => void store(), delayMs)
  }

  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') note(event.query)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/**
 * On a page that was opened online, a list that cannot be loaded because the browser is offline is the one that was seen last: it may have
 * been on another page, or long ago.
 */
function showWhatWasSeen(queryClient: QueryClient): () => void {
  async function show({ queryKey, queryHash }: Query) {
    const seen = await readSeen(buildVersion(), queryKey)
    // The server may have answered meanwhile.
    if (!seen || queryClient.getQueryCache().get(queryHash)?.state.data !== undefined) return
    queryClient.setQueryData(queryKey, seen.data, { updatedAt: seen.updatedAt })
  }
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || (event.action.type !== 'failed' && event.action.type !== 'error')) return
    const { meta, state } = event.query
    if (meta?.isOwn && state.data === undefined && !navigator.onLine) void show(event.query)
  })
}
