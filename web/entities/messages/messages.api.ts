import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { browser as limits } from '../../../contract/limits.ts'
import type { Addressed, MessageInput } from '../../../contract/messages.ts'
import { call } from '../../http/api.ts'

const key = 'messages'
const timeLimit = () => AbortSignal.timeout(limits.long)

/** The sent messages, newest first, paginated. */
export function useSentMessages() {
  const query = useInfiniteQuery({
    queryKey: [key],
    queryFn: ({ pageParam }) => call('GET /messages', { query: { before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => (next === null ? undefined : String(next)),
  })
  const { data } = query
  const sent = useMemo(() => data?.pages.flatMap((page) => page.messages), [data])
  return { ...query, sent }
}

/** A message with its recipients. E-mails arrive, and notices are read, at any time, so it is always read anew. */
export function useSentMessage(id: number) {
  return useQuery({
    queryKey: [key, id],
    queryFn: () => call('GET /messages/:id', { params: { id }, signal: timeLimit() }),
    staleTime: 0,
  })
}

export function previewMessage(body: MessageInput) {
  return call('POST /messages/preview', { body, changesNothing: true, signal: timeLimit() })
}

/** Who would get a message now, and what a reminder may say. */
export function useGroup(addressed: Addressed) {
  return useQuery({
    queryKey: ['message-group', addressed],
    queryFn: () => previewMessage(addressed),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
}

export function useSendMessage() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: MessageInput) => call('POST /messages', { body, signal: timeLimit() }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [key] }),
  })
}
