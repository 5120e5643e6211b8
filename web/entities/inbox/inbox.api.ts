import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InboxReply, LineKey } from '../../../contract/inbox.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { alertFailure } from '../../http/alerts.ts'
import { call } from '../../http/api.ts'
import { useRights } from '../accounts/rights.ts'

const inbox = ['inbox']
const countKey = [...inbox, 'count']

/** What waits for the user: all groups with their first lines. */
export function useInbox() {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: [...inbox, 'lines'],
    queryFn: async (): Promise<InboxReply> => {
      const reply = await call('GET /inbox')
      // The number in the sidebar is that of the list.
      queryClient.setQueryData(countKey, reply.count)
      return reply
    },
  })
}

/** The number of lines that wait, for the frame of the page; undefined for a user without an inbox. */
export function useInboxCount(): number | undefined {
  const { isAdmin, see_members } = useRights()
  return useQuery({
    queryKey: countKey,
    queryFn: async () => (await call('GET /inbox/count')).count,
    enabled: isAdmin || see_members,
    meta: { isFrame: true },
  }).data
}

function useLineChange<Input>(change: (input: Input) => Promise<unknown>, failed: typeof messages.inbox.takeFailed) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    // A refusal says who has the line: it is shown then.
    onError: (error) => alertFailure(error, failed, 'inbox'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: inbox }),
  })
}

export function useTakeLine() {
  return useLineChange((body: LineKey & { from_id?: number }) => call('PUT /inbox/take', { body }), messages.inbox.takeFailed)
}

export function useGiveLineBack() {
  return useLineChange((body: LineKey) => call('PUT /inbox/give-back', { body }), messages.inbox.giveBackFailed)
}
