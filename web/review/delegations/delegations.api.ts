import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Delegation, DelegationInput } from '../../../contract/delegations.ts'
import { call } from '../../http/api.ts'

const key = 'delegations'

/** The delegations at this moment: those of the user, and for administrators those of others. */
export function useLentReview(isAdmin: boolean) {
  return useQuery({
    queryKey: [key, isAdmin],
    queryFn: async () => {
      const lent = isAdmin ? (await call('GET /delegations/all')).delegations : (await call('GET /delegations')).lent
      return lent.filter(({ state }) => state !== 'ended')
    },
  })
}

export function usePossibleDelegates() {
  return useQuery({
    queryKey: [key, 'people'],
    queryFn: async () => (await call('GET /delegations/people')).people,
    structuralSharing: false,
  })
}

/** Lends Review. */
export function useLendReview() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (input: DelegationInput) => call('POST /delegations', { body: input }),
    onSettled: refetch,
  })
}

export function useEndDelegation() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: ({ id }: Delegation) => call('PUT /delegations/end/:id', { params: { id } }),
    onSettled: refetch,
  })
}

/** Refetches the delegations, also after a refusal, which means that the list is outdated. */
function useRefetch() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [key] })
}
