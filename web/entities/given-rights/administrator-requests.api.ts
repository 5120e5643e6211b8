import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messages } from '../../../contract/languages/catalogue.ts'
import { alertFailure } from '../../http/alerts.ts'
import { call } from '../../http/api.ts'
import { toast } from '../../ui/toast.tsx'
import { refreshRights } from './given-rights.api.ts'

/** Confirms an administrator, or refuses one. A request of one's own is withdrawn by refusing it. */
export function useDecideAdministrator(decision: 'confirm' | 'refuse') {
  const queryClient = useQueryClient()
  const words = messages.givenRights
  return useMutation({
    mutationFn: (id: number) => call(`PUT /administrator-requests/${decision}/:id`, { params: { id } }),
    onSuccess: () => toast(decision === 'confirm' ? words.confirmed : words.refused, { topic: 'administrator-requests' }),
    // A refusal says that another person decided meanwhile.
    onError: (error) => alertFailure(error, messages.rightsInSettings.decideFailed, 'administrator-requests'),
    onSettled: () => {
      refreshRights(queryClient)
      void queryClient.invalidateQueries({ queryKey: ['users'] })
    },
  })
}
