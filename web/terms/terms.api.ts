import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { messages } from '../../contract/messages.ts'
import type { CloseInput, ClosingPreview, ReopenInput, Term, TermInput, TermReply, TermsReply } from '../../contract/terms.ts'
import { alertFailure } from '../alerts.ts'
import { ApiError, api } from '../api.ts'
import { toast } from '../ui/toast.tsx'

const termsQuery = queryOptions({
  queryKey: ['terms'],
  queryFn: async () => (await api<z.infer<typeof TermsReply>>('GET', '/terms')).terms,
})

/** All terms, newest first. */
export function useTerms() {
  return useQuery(termsQuery)
}

export function useSaveTerm() {
  return useTermChange(({ id, input }: { id: number | undefined; input: TermInput }) =>
    id === undefined
      ? api<z.infer<typeof TermReply>>('POST', '/terms', { body: input })
      : api<z.infer<typeof TermReply>>('PUT', `/terms/${id}`, { body: input }),
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
  return useTermChange((term: Term) => api('PUT', `/terms/make-current/${term.id}`), {
    done: messages.terms.madeCurrent,
    failed: messages.terms.currentFailed,
  })
}

/** Static: it does not change while somebody reads it, and is not asked for again when all lists are, once the term is closed. */
export function useClosingPreview(termId: number) {
  return useQuery({
    queryKey: ['closing-preview', termId],
    queryFn: () => api<ClosingPreview>('GET', `/terms/close/${termId}`),
    staleTime: 'static',
    gcTime: 0,
  })
}

/** With the fingerprint of the preview that was read: the server refuses where another one has become true. */
export function useCloseTerm() {
  return useTermChange(({ term, fingerprint }: { term: Term } & CloseInput) =>
    api('PUT', `/terms/close/${term.id}`, { body: { fingerprint } }),
  )
}

export function useReopenTerm() {
  return useTermChange(({ term, input }: { term: Term; input: ReopenInput }) =>
    api('PUT', `/terms/reopen/${term.id}`, { body: input }),
  )
}

export function useDeleteTerm() {
  return useTermChange((term: Term) => api('DELETE', `/terms/${term.id}`))
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
