import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Extension, ExtensionInput } from '../../contract/term-extensions.ts'
import { call } from '../http/api.ts'

const keyOf = (termId: number) => ['term-extensions', termId]

/** What is open longer in a term. */
export function useExtensions(termId: number) {
  return useQuery({
    queryKey: keyOf(termId),
    queryFn: async () => (await call('GET /terms/extensions/:id', { params: { id: termId } })).extensions,
  })
}

export function useExtendDay(termId: number) {
  return useChange(termId, (body: ExtensionInput) => call('POST /terms/extensions/:id', { params: { id: termId }, body }))
}

export function useWithdrawExtension(termId: number) {
  return useChange(termId, ({ id }: Extension) => call('PUT /terms/withdraw-extension/:id', { params: { id } }))
}

/** Also after a refusal: it means that the list is outdated. */
function useChange<Input, Reply>(termId: number, change: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(termId) }) })
}
