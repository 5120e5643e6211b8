import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messages } from '../../contract/languages/catalogue.ts'
import type { CloseInput, ReopenInput, Term, TermInput } from '../../contract/terms.ts'
import { ApiError, call } from '../api.ts'
import { asStored } from '../replayed.ts'

const termsQuery = queryOptions({
  queryKey: ['terms'],
  queryFn: async () => (await call('GET /terms')).terms,
  meta: { isOwn: true },
})

/** All terms, newest first. */
export function useTerms() {
  return useQuery(termsQuery)
}

export function useSaveTerm() {
  const readTerm = useReadTerm()
  return useTermChange(async ({ id, input }: { id: number | undefined; input: TermInput }) => {
    const reply = await (id === undefined
      ? call('POST /terms', { body: input })
      : call('PUT /terms/:id', { params: { id }, body: input }))
    return { ...reply, term: await asStored(reply.term, readTerm) }
  })
}

/** The current version of one term. There is no endpoint for one term, and the list is short. */
export function useReadTerm() {
  const queryClient = useQueryClient()
  return async ({ id }: Term) => {
    const terms = await queryClient.fetchQuery({ ...termsQuery, staleTime: 0 })
    const term = terms.find((other) => other.id === id)
    if (!term) throw new ApiError(404, { code: messages.terms.notFound.key })
    return term
  }
}

export function useMakeCurrent() {
  return useTermChange(({ id }: Term) => call('PUT /terms/make-current/:id', { params: { id } }))
}

/** Static: it does not change while it is being read, and the invalidation after closing does not refetch it. */
export function useClosingPreview(termId: number) {
  return useQuery({
    queryKey: ['closing-preview', termId],
    queryFn: () => call('GET /terms/close/:id', { params: { id: termId } }),
    staleTime: 'static',
    gcTime: 0,
  })
}

/** Sends the fingerprint of the preview: the server refuses if the result would differ. */
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
 * Any change of a term may affect every other panel (the current term, a frozen list), so everything is refetched.
 * Also after a refusal: it means that the cache is outdated.
 */
function useTermChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => queryClient.invalidateQueries() })
}
