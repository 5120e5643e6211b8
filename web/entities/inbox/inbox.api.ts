import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { InboxReply } from '../../../contract/inbox.ts'
import { call } from '../../http/api.ts'
import { useRights } from '../accounts/rights.ts'

export const inboxKey = ['inbox']
const countKey = [...inboxKey, 'count']

/** What waits for the user: all groups with their first lines. */
export function useInbox() {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: [...inboxKey, 'lines'],
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
  const { isAdmin, review } = useRights()
  return useQuery({
    queryKey: countKey,
    queryFn: async () => (await call('GET /inbox/count')).count,
    enabled: isAdmin || review,
    meta: { isFrame: true },
  }).data
}
