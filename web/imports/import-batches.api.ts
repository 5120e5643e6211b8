import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { browser as limits } from '../../contract/limits.ts'
import { call } from '../http/api.ts'

/** The imports, newest first, paginated. */
export function useImports() {
  const query = useInfiniteQuery({
    queryKey: ['imports'],
    queryFn: ({ pageParam }) => call('GET /imports', { query: { before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => (next === null ? undefined : String(next)),
  })
  const { data } = query
  const imports = useMemo(() => data?.pages.flatMap((page) => page.imports), [data])
  return { ...query, imports }
}

/** An import with its rows. Which of them can be put back may change at any time, so it is always read anew. */
export function useImport(id: number) {
  return useQuery({
    queryKey: ['import', id],
    queryFn: () => call('GET /imports/:id', { params: { id }, signal: AbortSignal.timeout(limits.long) }),
    staleTime: 0,
  })
}

export function useUndoImport(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call('PUT /imports/undo/:id', { params: { id }, signal: AbortSignal.timeout(limits.long) }),
    // An undo changes members, scores, departments or activities: every panel reads them again.
    onSettled: () => queryClient.invalidateQueries(),
  })
}
