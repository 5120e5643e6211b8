import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messages } from '../../../contract/languages/catalogue.ts'
import { alertFailure } from '../../http/alerts.ts'
import { call } from '../../http/api.ts'
import { toast } from '../../ui/toast.tsx'

export function useFirstSteps(isEnabled: boolean) {
  return useQuery({
    queryKey: ['first-steps'],
    queryFn: async () => (await call('GET /first-steps')).steps,
    enabled: isEnabled,
  })
}

export function useConfirmTerm() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call('PUT /first-steps/terms'),
    onSuccess: () => {
      toast(messages.firstSteps.confirmed)
      // The term has another version now.
      return queryClient.invalidateQueries()
    },
    onError: (error) => alertFailure(error, messages.firstSteps.confirmFailed),
  })
}
