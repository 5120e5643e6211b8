import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ActivityType, activityTypes } from '../../contract/codes.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { ReviewReply } from '../../contract/review.ts'
import { call } from '../api.ts'
import { staffActivities } from '../scoring/scoring.api.ts'

type Queue = InfiniteData<ReviewReply, number | undefined>

/** As they stand in the address. */
export type ReviewFilters = {
  department_id?: number | undefined
  type?: ActivityType | undefined
  term?: number | undefined
  /** The one that a notice is about. */
  posting?: number | undefined
}

/** A type that there is not narrows nothing: somebody typed it into the address. */
export function filtersIn(search: Omit<ReviewFilters, 'type'> & { type?: string }): ReviewFilters {
  const { department_id, type, term, posting } = search
  return { department_id, type: activityTypes.find((known) => known === type), term, posting }
}

const review = 'review'

/** What nobody has looked at, oldest first, page after page. */
export function useReviewQueue(filters: ReviewFilters) {
  const { department_id, type, term, posting } = filters
  const query = useInfiniteQuery({
    queryKey: [review, filters],
    queryFn: ({ pageParam }) =>
      call('GET /review', { query: { department_id, type, term_id: term, posting_id: posting, after: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // Nothing moves under the eyes of the one who looks. What came since is there when the panel is opened again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { data } = query
  const postings = useMemo(() => data?.pages.flatMap((page) => page.postings), [data])
  return { ...query, postings, count: data?.pages.at(-1)?.count ?? 0 }
}

export type Decision = { state: 'verified' } | { state: 'returned'; reason: string } | { state: 'posted' }

/** What is decided about, as it was seen. */
export type Seen = Pick<PostedActivity, 'id' | 'version'>

/** Decides about one posting or many, for all who show them. A refusal says that this page knows less than the server. */
export function useDecide() {
  const queryClient = useQueryClient()
  return async (seen: readonly Seen[], decision: Decision) => {
    const body = { ...decision, postings: seen.map(({ id, version }) => ({ id, version })) }
    try {
      const reply = await call('PUT /review', { body })
      // What was asked for before the decision would bring the old state back.
      await queryClient.cancelQueries({ queryKey: [review] })
      await queryClient.cancelQueries({ queryKey: [staffActivities] })
      queryClient.setQueriesData<PostedActivity[]>({ queryKey: [staffActivities] }, (postings) =>
        postings?.map((posting) => reply.postings.find(({ id }) => id === posting.id) ?? posting),
      )
      // Where something comes back, the queue is asked for anew: the server knows the place and the filters.
      if (decision.state === 'posted') await queryClient.invalidateQueries({ queryKey: [review] })
      else queryClient.setQueriesData<Queue>({ queryKey: [review] }, (queue) => queue && without(queue, reply.postings))
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== review })
      return reply
    } catch (error) {
      void queryClient.invalidateQueries()
      throw error
    }
  }
}

function without(queue: Queue, decided: readonly Seen[]): Queue {
  const ids = new Set(decided.map(({ id }) => id))
  const gone = queue.pages.flatMap(({ postings }) => postings).filter(({ id }) => ids.has(id)).length
  const pages = queue.pages.map((page) => ({
    ...page,
    postings: page.postings.filter(({ id }) => !ids.has(id)),
    count: Math.max(0, page.count - gone),
  }))
  return { ...queue, pages }
}
