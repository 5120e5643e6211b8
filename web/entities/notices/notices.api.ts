import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import type { Notice, NoticesReply, ReadInput } from '../../../contract/notices.ts'
import { alertFailure } from '../../http/alerts.ts'
import { addressOf, call } from '../../http/api.ts'

export const noticesKey = ['notices'] as const
export const streamAddress = addressOf('GET /notices/stream')

type Pages = InfiniteData<NoticesReply, number | undefined>

const noticesQuery = infiniteQueryOptions({
  queryKey: noticesKey,
  queryFn: ({ pageParam }) => call('GET /notices', { query: { before: pageParam } }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  meta: { isOwn: true, isFrame: true },
})

/** The user's notices, newest first, paginated, and the total number of unread ones. */
export function useNotices() {
  const query = useInfiniteQuery(noticesQuery)
  const { data } = query
  const notices = useMemo(() => data?.pages.flatMap((page) => page.notices), [data])
  return { ...query, notices, unread: data?.pages[0]?.unread }
}

/** For what is on every page: it renders when the number changes, not with every request. */
export function useUnreadCount(): number {
  return useInfiniteQuery({ ...noticesQuery, select: someUnread }).data ?? 0
}

/** Undefined for none as well: the first reply with none changes nothing. */
const someUnread = ({ pages }: Pages) => pages[0]?.unread || undefined

/** Undefined while loading: the number of unread ones, the newest one, and the ids of the newest ones as one text. */
export function useNewestNotices() {
  return useInfiniteQuery({ ...noticesQuery, select: newestOf }).data
}

const newestOf = ({ pages }: Pages) => ({
  unread: pages[0]?.unread,
  newest: pages[0]?.notices[0]?.id ?? null,
  ids: pages[0]?.notices.map(({ id }) => id).join(),
})

/** Marks some notices as read, or all up to one. Updated optimistically; the server's unread count replaces it. */
export function useMarkRead() {
  const queryClient = useQueryClient()
  const change = (changed: (page: NoticesReply) => NoticesReply) =>
    queryClient.setQueryData<Pages>(noticesKey, (data) => data && { ...data, pages: data.pages.map(changed) })

  return useMutation({
    mutationFn: (input: ReadInput) => call('PUT /notices/read', { body: input }),
    onMutate: async (input) => {
      const isMeant = ({ id }: Notice) => ('ids' in input ? input.ids.includes(id) : id <= input.up_to)
      // A request in flight must not bring the unread notices back.
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

/** Keeps only the newest page in the cache: each event would otherwise refetch all pages. */
export function useForgetOlderPages() {
  const queryClient = useQueryClient()
  return useCallback(() => {
    queryClient.setQueryData<Pages>(
      noticesKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    )
  }, [queryClient])
}
