import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { call } from '../api.ts'

/** All numbers of a term, compared with another term; disabled until a term is known. */
export function useOverview(termId: number | undefined, againstId: number | undefined) {
  return useQuery({
    queryKey: ['overview', termId, againstId],
    queryFn:
      termId === undefined ? skipToken : () => call('GET /overview', { query: { term_id: termId, against_id: againstId } }),
    // Always refetched: scores may have changed in the Staff panel.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** From the member's first term to the last one. */
export function usePath(userId: number) {
  return useQuery({
    queryKey: ['path', userId],
    queryFn: async () => (await call('GET /overview/path', { query: { user_id: userId } })).path,
  })
}
