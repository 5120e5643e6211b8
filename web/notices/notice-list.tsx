import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Notice } from '../../contract/notices.ts'
import { useForgetOlderPages, useMarkRead, useNotices } from '../entities/notices/notices.api.ts'
import { refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { DeviceLine } from './device-line.tsx'
import { NoticeEntry, noticeId } from './notice-entry.tsx'
import { NoticesLoading, type NoticesPlace, NoticesTitle, noticesCard } from './notices-loading.tsx'

type Props = { titleId: string; onChosen?: () => void; onDevice?: () => void; place?: NoticesPlace }

export function NoticeList({ titleId, onChosen, onDevice, place }: Props) {
  const say = useSay()
  const query = useNotices()
  const { notices, unread, isLoadingError, isFetching, error, refetch } = query
  const { mutate: markRead } = useMarkRead()
  const now = useNow()
  const forgetOlderPages = useForgetOlderPages()
  useEffect(() => forgetOlderPages, [forgetOlderPages])

  if (isLoadingError)
    return (
      <>
        <NoticesTitle id={titleId} place={place} />
        <div className="p-4">
          <LoadFailure message={say(refusalOf(error) ?? messages.notices.loadFailed)} onRetry={refetch} busy={isFetching} />
        </div>
      </>
    )
  if (!notices) return <NoticesLoading titleId={titleId} place={place} />

  const [newest] = notices
  function markAll(event: MouseEvent<HTMLElement>) {
    // The button unmounts with the last unread notice, so focus moves first.
    event.currentTarget.closest<HTMLElement>('[role="dialog"], main')?.focus()
    // A notice that arrives at this moment has not been seen, and stays unread.
    if (newest) markRead({ up_to: newest.id })
  }
  function choose({ id, is_read }: Notice) {
    if (!is_read) markRead({ ids: [id] })
  }

  return (
    <>
      <NoticesTitle id={titleId} place={place}>
        {unread !== undefined && unread > 0 && (
          <Button look={place === 'page' ? 'plain' : 'ghost'} size={place === 'page' ? 'medium' : 'small'} onClick={markAll}>
            {say(messages.notices.markAllRead)}
          </Button>
        )}
      </NoticesTitle>
      {notices.length === 0 ? (
        <div className={place === 'page' ? noticesCard : ''}>
          <DeviceLine onOpen={onDevice} />
          <EmptyState title={say(messages.notices.empty)} />
        </div>
      ) : (
        <div className={place === 'page' ? `relative ${noticesCard}` : 'relative min-h-0 overflow-y-auto overscroll-contain'}>
          <DeviceLine onOpen={onDevice} />
          <ul aria-labelledby={titleId} className="divide-y divide-line">
            {notices.map((notice) => (
              <NoticeEntry
                key={notice.id}
                notice={notice}
                now={now}
                onRead={() => choose(notice)}
                onFollowed={() => {
                  choose(notice)
                  onChosen?.()
                }}
              />
            ))}
          </ul>
          <ShowMore query={query} />
        </div>
      )}
    </>
  )
}

/** Loads the next page; focus moves to its first notice. */
function ShowMore({ query }: { query: ReturnType<typeof useNotices> }) {
  const say = useSay()
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const button = useRef<HTMLButtonElement>(null)
  const [lastFetch, setLastFetch] = useState<{ pagesBefore: number; hasFailed: boolean }>()
  const pageCount = data?.pages.length ?? 0
  const first = data?.pages.at(-1)?.notices[0]

  // The reply arrives before it is rendered, so focus waits for its target.
  useEffect(() => {
    if (!lastFetch || isFetchingNextPage) return
    const { pagesBefore, hasFailed } = lastFetch
    if (!hasFailed && pageCount === pagesBefore) return
    const added = !hasFailed && first ? document.getElementById(noticeId(first)) : null
    const target = added ?? button.current
    target?.focus()
    setLastFetch(undefined)
  }, [lastFetch, isFetchingNextPage, pageCount, first])
  if (!hasNextPage) return null

  async function show() {
    const { isFetchNextPageError: hasFailed } = await fetchNextPage()
    setLastFetch({ pagesBefore: pageCount, hasFailed })
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-3">
      {isFetchNextPageError && (
        <p role="alert" className="text-sm font-medium text-bad">
          {say(messages.notices.loadFailed)}
        </p>
      )}
      <Button ref={button} size="small" busy={isFetchingNextPage} onClick={() => void show()} className="mx-auto">
        {say(isFetchNextPageError ? messages.actions.tryAgain : messages.actions.showMore)}
      </Button>
    </div>
  )
}

/** Rerenders the list, so that "5 minutes ago" stays correct. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
