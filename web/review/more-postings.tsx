import { useEffect } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import type { useReviewQueue } from '../entities/review/review.api.ts'
import { refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'

type Queue = ReturnType<typeof useReviewQueue>

/** Prefetches the next page before the end is reached. A failed page is retried only by the user. */
export function useMore({ hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: Queue, isNearEnd: boolean) {
  const isWanted = hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (isWanted && isNearEnd) void fetchNextPage({ cancelRefetch: false })
  }, [isWanted, isNearEnd, fetchNextPage])
  return () => {
    if (isWanted) void fetchNextPage({ cancelRefetch: false })
  }
}

/** The part below the last entry: the loading state or the error of the next page. */
export function MoreToCome({
  queue: { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage },
}: {
  queue: Queue
}) {
  const say = useSay()
  if (isFetchNextPageError) {
    return (
      <li className="p-3.5 text-sm">
        <p role="alert" className="mb-2 font-medium text-bad">
          {say(refusalOf(error) ?? messages.review.loadFailed)}
        </p>
        <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {say(messages.actions.tryAgain)}
        </Button>
      </li>
    )
  }
  return (
    hasNextPage && (
      <li className="flex items-center gap-3 p-3.5 text-sm text-quiet">
        <Spinner />
        {say(messages.general.loading)}
      </li>
    )
  )
}
