import { QueryClient } from '@tanstack/react-query'
import { NoResponse } from './api.ts'

/**
 * The cache of a page. Offline, nothing waits for the network to return (`networkMode`): a load fails and shows an error, and a change is
 * never sent later without the user. Failed and outdated lists are loaded again when the browser is back online.
 */
export function createQueryClient(staleTime: number) {
  return new QueryClient({
    defaultOptions: {
      // A timeout is not retried, because the user has waited long enough; any other failure may be gone in a moment.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 1 && !isTimeout(error),
        staleTime,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

function isTimeout(error: Error) {
  return error instanceof NoResponse && error.cause instanceof Error && /^(Timeout|Abort)Error$/.test(error.cause.name)
}
