import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LineKey } from '../../contract/inbox.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { inboxKey } from '../entities/inbox/inbox.api.ts'
import { alertFailure } from '../http/alerts.ts'
import { call } from '../http/api.ts'

function useLineChange<Input>(change: (input: Input) => Promise<unknown>, failed: typeof messages.inbox.takeFailed) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    // A refusal says who has the line: it is shown then.
    onError: (error) => alertFailure(error, failed, 'inbox'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: inboxKey }),
  })
}

export function useTakeLine() {
  return useLineChange((body: LineKey & { from_id?: number }) => call('PUT /inbox/take', { body }), messages.inbox.takeFailed)
}

export function useGiveLineBack() {
  return useLineChange((body: LineKey) => call('PUT /inbox/give-back', { body }), messages.inbox.giveBackFailed)
}
