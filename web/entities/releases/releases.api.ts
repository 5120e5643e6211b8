import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { browser as limits } from '../../../contract/limits.ts'
import type { Release, ReleaseInput } from '../../../contract/releases.ts'
import { call } from '../../http/api.ts'

const key = 'release-preview'

/** What a release would publish. It is static while it is read; the departments are part of the key. */
export function useReleasePreview(termId: number, departments: readonly number[] | undefined) {
  return useQuery({
    queryKey: [key, termId, departments ?? 'all'],
    queryFn: () =>
      call('GET /terms/release/:id', {
        params: { id: termId },
        query: departments ? { department_ids: departments.join() } : {},
        signal: AbortSignal.timeout(limits.long),
      }),
    placeholderData: keepPreviousData,
    staleTime: 'static',
    gcTime: 0,
  })
}

/** Publishes scores. Everything may show them, so everything is fetched anew; also after a refusal, which means an outdated page. */
export function useRelease(termId: number) {
  return useReleaseChange((body: ReleaseInput) =>
    call('PUT /terms/release/:id', { params: { id: termId }, body, signal: AbortSignal.timeout(limits.long) }),
  )
}

export function useTakeBack() {
  return useReleaseChange(({ id }: Release) =>
    call('PUT /terms/take-back/:id', { params: { id }, signal: AbortSignal.timeout(limits.long) }),
  )
}

function useReleaseChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    // Without a network, the preview stays on the screen.
    onSuccess: () => queryClient.resetQueries({ queryKey: [key] }),
    onSettled: () => queryClient.invalidateQueries(),
  })
}
