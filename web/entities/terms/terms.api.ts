import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messages } from '../../../contract/languages/catalogue.ts'
import { browser as limits } from '../../../contract/limits.ts'
import type { CloseInput, ReopenInput, Term, TermInput } from '../../../contract/terms.ts'
import { ApiError, call } from '../../http/api.ts'
import { asStored } from '../../http/replayed.ts'

const termsQuery = queryOptions({
  queryKey: ['terms'],
  queryFn: async () => (await call('GET /terms')).terms,
  meta: { isOwn: true },
})

/** All terms, newest first. */
export function useTerms() {
  return useQuery(termsQuery)
}

/** The term with that id; without one, the current term. Undefined while loading. */
export function useTermOf(termId: number | undefined): Term | undefined {
  return useTerms().data?.find(({ id, is_current }) => (termId === undefined ? is_current : id === termId))
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

/** Whether a new term holds its scores back, as Settings propose it; without an answer it does not. Undefined while loading. */
export function useProposedHold(isNew: boolean): boolean | undefined {
  const { data, isError } = useQuery({
    queryKey: ['proposed-hold'],
    queryFn: async () => (await call('GET /settings')).settings.hold_scores ?? false,
    enabled: isNew,
  })
  return isNew && !isError ? data : false
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

/** The preview is static: it does not change while it is being read, and the invalidation after closing does not refetch it. */
export function useClosingPreview(termId: number) {
  return useQuery({
    queryKey: ['closing-preview', termId],
    queryFn: () => call('GET /terms/close/:id', { params: { id: termId }, signal: AbortSignal.timeout(limits.long) }),
    staleTime: 'static',
    gcTime: 0,
  })
}

/** Closes a term. Sends the fingerprint of the preview: the server refuses if the result would differ. */
export function useCloseTerm() {
  return useTermChange(({ term, fingerprint }: { term: Term } & CloseInput) =>
    call('PUT /terms/close/:id', { params: { id: term.id }, body: { fingerprint }, signal: AbortSignal.timeout(limits.long) }),
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
 * A change of a term. It may affect every other panel (the current term, a frozen list), so everything is refetched. Also after a refusal:
 * it means that the cache is outdated.
 */
function useTermChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => queryClient.invalidateQueries() })
}
