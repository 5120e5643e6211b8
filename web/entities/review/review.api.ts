import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ActivityType, activityTypes } from '../../../contract/codes.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import type { PostedActivity } from '../../../contract/posted-activities.ts'
import type { decidedStates, PostingToReview, ReviewMark, ReviewReply } from '../../../contract/review.ts'
import { call } from '../../http/api.ts'
import { none } from '../members/filter-codes.ts'
import { staffActivities } from '../scores/scoring.api.ts'

type Cursor = { after: number; after_moment: string | undefined } | undefined
type Queue = InfiniteData<ReviewReply, Cursor>

/** The filters in the URL. */
export type ReviewFilters = {
  /** The decided state; without it, the postings that wait. */
  state?: (typeof decidedStates)[number] | undefined
  q?: string | undefined
  /** `none` are members without a department. */
  department_id?: number | 'none' | undefined
  type?: ActivityType | undefined
  term?: number | undefined
  activity_id?: number | undefined
  mark?: ReviewMark | undefined
  /** The posting that a notice leads to. */
  posting?: number | undefined
}

type Search = Omit<ReviewFilters, 'department_id' | 'type' | 'activity_id'> & {
  department_id?: number | string | undefined
  activity_id?: number | string | undefined
  type?: string | undefined
}

/** The filters in the search parameters, of one value each. */
export function filtersIn({ state, q, department_id, type, term, activity_id, mark, posting }: Search): ReviewFilters {
  return {
    state,
    q,
    department_id: typeof department_id === 'number' || department_id === none ? department_id : undefined,
    type: activityTypes.find((one) => one === type),
    term,
    activity_id: typeof activity_id === 'number' ? activity_id : undefined,
    mark,
    posting,
  }
}

/** The URL of the panel with these filters. */
export function searchOf(filters: ReviewFilters): { tab: string } {
  return { tab: 'review', ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) }
}

const review = 'review'
const reviewCounts = 'review-counts'

function queryOf({ term, posting, ...filters }: ReviewFilters) {
  return { ...filters, term_id: term, posting_id: posting }
}

function cursorAfter({ next, next_moment }: ReviewReply): Cursor {
  return next === null ? undefined : { after: next, after_moment: next_moment ?? undefined }
}

/** The number of postings that each filter would show. */
export function useReviewCounts(filters: ReviewFilters) {
  return useQuery({
    queryKey: [reviewCounts, filters],
    queryFn: () => call('GET /review/counts', { query: queryOf(filters) }),
    placeholderData: (before) => before,
  })
}

/** All postings of a list, also those of pages that are not loaded. */
export async function readAllToReview(filters: ReviewFilters): Promise<PostingToReview[]> {
  const postings: PostingToReview[] = []
  let cursor: Cursor
  do {
    const page = await call('GET /review', { query: { ...queryOf(filters), ...cursor } })
    postings.push(...page.postings)
    cursor = cursorAfter(page)
  } while (cursor)
  return postings
}

/** Postings that have not been reviewed, oldest first; or those that have, newest decision first. Paginated. */
export function useReviewQueue(filters: ReviewFilters) {
  const { state } = filters
  const query = useInfiniteQuery({
    queryKey: [review, state ?? 'posted', filters],
    queryFn: ({ pageParam }) => call('GET /review', { query: { ...queryOf(filters), ...pageParam } }),
    initialPageParam: undefined as Cursor,
    getNextPageParam: cursorAfter,
    // The queue does not change during the review. New postings appear when the panel is opened again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { data } = query
  const postings = useMemo(() => data?.pages.flatMap((page) => page.postings), [data])
  return { ...query, postings, count: data?.pages.at(-1)?.count ?? 0 }
}

/** The change of a decision about a posting that waits. Every decision invalidates it. */
export function useDecisionEffect(id: number) {
  return useQuery({
    queryKey: ['decision-effect', id],
    queryFn: () => call('GET /review/effect/:id', { params: { id } }),
  })
}

/** The reason of a return: the own words, and the chosen ones of the list as they were seen. */
export type Reason = { reason: string; reasons: readonly Seen[] }
export type Decision = { state: 'verified' } | ({ state: 'returned' } & Reason) | { state: 'posted' }

/** The messages after a decision, by the new state. */
export const decided = {
  verified: messages.review.verified,
  returned: messages.review.returned,
  posted: messages.review.takenBack,
}

/** The postings to decide, with the version that was shown. */
export type Seen = Pick<PostedActivity, 'id' | 'version'>

/** Decides one posting or many, and updates all lists that show them. A refusal means that the cache is outdated. */
export function useDecide() {
  const queryClient = useQueryClient()
  return async (seen: readonly Seen[], decision: Decision) => {
    const postings = seen.map(({ id, version }) => ({ id, version }))
    const body =
      decision.state === 'returned' ? { ...decision, reasons: [...decision.reasons], postings } : { ...decision, postings }
    try {
      const reply = await call('PUT /review', { body })
      // A request that was sent before the decision would bring the old state back.
      await queryClient.cancelQueries({ queryKey: [review] })
      await queryClient.cancelQueries({ queryKey: [staffActivities] })
      queryClient.setQueriesData<PostedActivity[]>({ queryKey: [staffActivities] }, (postings) =>
        postings?.map((posting) => reply.postings.find(({ id }) => id === posting.id) ?? posting),
      )
      // The lists of other states lose the postings. That of the new one is refetched: the server knows the order and the filters.
      queryClient.setQueriesData<Queue>(
        { predicate: ({ queryKey: [list, state] }) => list === review && state !== decision.state },
        (queue) => queue && without(queue, reply.postings),
      )
      await queryClient.invalidateQueries({ queryKey: [review, decision.state] })
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
