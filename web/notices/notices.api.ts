import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Notice, NoticesReply, ReadInput } from '../../contract/notices.ts'
import { alertFailure } from '../alerts.ts'
import { addressOf, call } from '../api.ts'

export const noticesKey = ['notices'] as const
export const streamAddress = addressOf('GET /notices/stream')

type Pages = InfiniteData<NoticesReply, number | undefined>

/** The user's notices, newest first, paginated, and the total number of unread ones. */
export function useNotices() {
  const query = useInfiniteQuery({
    queryKey: noticesKey,
    queryFn: ({ pageParam }) => call('GET /notices', { query: { before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    meta: { isOwn: true, isFrame: true },
  })
  const { data } = query
  const notices = useMemo(() => data?.pages.flatMap((page) => page.notices), [data])
  return { ...query, notices, unread: data?.pages[0]?.unread }
}

/** Marks some as read, or all up to one. Updated optimistically; the server's unread count replaces it. */
export function useMarkRead() {
  const queryClient = useQueryClient()
  const change = (changed: (page: NoticesReply) => NoticesReply) =>
    queryClient.setQueryData<Pages>(noticesKey, (data) => data && { ...data, pages: data.pages.map(changed) })

  return useMutation({
    mutationFn: (input: ReadInput) => call('PUT /notices/read', { body: input }),
    onMutate: async (input) => {
      const isMeant = ({ id }: Notice) => ('ids' in input ? input.ids.includes(id) : id <= input.up_to)
      // A request in flight must not bring the unread ones back.
      await queryClient.cancelQueries({ queryKey: noticesKey })
      const pages = queryClient.getQueryData<Pages>(noticesKey)?.pages ?? []
      const found = pages.flatMap(({ notices }) => notices).filter((notice) => isMeant(notice) && !notice.is_read).length
      change(({ notices, unread, next }) => ({
        notices: notices.map((notice) => (isMeant(notice) ? { ...notice, is_read: true } : notice)),
        unread: Math.max(0, unread - found),
        next,
      }))
    },
    onSuccess: ({ unread }) => change((page) => ({ ...page, unread })),
    onError: (error) => {
      alertFailure(error, messages.notices.readFailed)
      void queryClient.invalidateQueries({ queryKey: noticesKey })
    },
  })
}

/** Only the newest page stays in the cache: each event would otherwise refetch all pages. */
export function useForgetOlderPages() {
  const queryClient = useQueryClient()
  return useCallback(() => {
    queryClient.setQueryData<Pages>(
      noticesKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    )
  }, [queryClient])
}
