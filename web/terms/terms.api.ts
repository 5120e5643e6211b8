import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messages } from '../../contract/messages.ts'
import type { CloseInput, ReopenInput, Term, TermInput } from '../../contract/terms.ts'
import { alertFailure } from '../alerts.ts'
import { ApiError, call } from '../api.ts'
import { toast } from '../ui/toast.tsx'

const termsQuery = queryOptions({
  queryKey: ['terms'],
  queryFn: async () => (await call('GET /terms')).terms,
})

/** All terms, newest first. */
export function useTerms() {
  return useQuery(termsQuery)
}

export function useSaveTerm() {
  return useTermChange(({ id, input }: { id: number | undefined; input: TermInput }) =>
    id === undefined ? call('POST /terms', { body: input }) : call('PUT /terms/:id', { params: { id }, body: input }),
  )
}

/** One term as it stands now. The list is all the server has, and it is short. */
export function useReadTerm() {
  const queryClient = useQueryClient()
  return async ({ id }: Term) => {
    const terms = await queryClient.fetchQuery({ ...termsQuery, staleTime: 0 })
    const term = terms.find((other) => other.id === id)
    if (!term) throw new ApiError(404, { message: messages.terms.notFound })
    return term
  }
}

export function useMakeCurrent() {
  return useTermChange(({ id }: Term) => call('PUT /terms/make-current/:id', { params: { id } }), {
    done: messages.terms.madeCurrent,
    failed: messages.terms.currentFailed,
  })
}

/** Static: it does not change while somebody reads it, and is not asked for again when all lists are, once the term is closed. */
export function useClosingPreview(termId: number) {
  return useQuery({
    queryKey: ['closing-preview', termId],
    queryFn: () => call('GET /terms/close/:id', { params: { id: termId } }),
    staleTime: 'static',
    gcTime: 0,
  })
}

/** With the fingerprint of the preview that was read: the server refuses where another one has become true. */
export function useCloseTerm() {
  return useTermChange(({ term, fingerprint }: { term: Term } & CloseInput) =>
    call('PUT /terms/close/:id', { params: { id: term.id }, body: { fingerprint } }),
  )
}

export function useReopenTerm() {
  return useTermChange(({ term, input }: { term: Term; input: ReopenInput }) =>
    call('PUT /terms/reopen/:id', { params: { id: term.id }, body: input }),
  )
}

export function useDeleteTerm() {
  return useTermChange(({ id }: Term) => call('DELETE /terms/:id', { params: { id } }))
}

/**
 * Whatever changes a term may change what every other panel shows of it (the current one, a frozen list), so all is asked anew.
 * Also after a refusal: it says that this page knows less than the server.
 */
function useTermChange<Input>(change: (input: Input) => Promise<unknown>, say?: { done: string; failed: string }) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => say && toast(say.done),
    onError: (error) => say && alertFailure(error, say.failed),
    onSettled: () => queryClient.invalidateQueries(),
  })
}
