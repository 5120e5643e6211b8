import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Activity } from '../../../contract/activities.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { browser as limits } from '../../../contract/limits.ts'
import type { PostedActivity } from '../../../contract/posted-activities.ts'
import { ApiError, call, isReplay } from '../../http/api.ts'
import { asStored } from '../../http/replayed.ts'
import { uploadWith } from '../../http/upload.ts'
import { translatedName, useShownOrder } from '../../lists/shown-order.ts'
import { readSession } from '../../session/session.ts'

const postingsKey = (userId: number) => ['posted-activities', userId]

/** The member with the scores of a term: the current one, unless another is asked for. */
export function useMember(userId: number, termId: number | undefined) {
  return useQuery({
    queryKey: ['member', userId, termId ?? 'current'],
    queryFn: async () => (await call('GET /users/id/:id', { params: { id: userId }, query: { term_id: termId } })).user,
    meta: { isOwn: userId === readSession()?.id },
  })
}

function postingsQuery(userId: number) {
  return queryOptions({
    queryKey: postingsKey(userId),
    queryFn: async () => (await call('GET /posted-activities', { query: { user_id: userId } })).postedActivities,
    meta: { isOwn: userId === readSession()?.id },
  })
}

/** The member's postings of all terms, newest first. */
export function usePostedActivities(userId: number) {
  return useQuery(postingsQuery(userId))
}

/** One of them as it is in the list; undefined without an id. */
export function usePosting(userId: number, id: number | undefined): PostedActivity | undefined {
  return useQuery({ ...postingsQuery(userId), select: (postings) => postings.find((posting) => posting.id === id) }).data
}

/** Reads the postings as they are stored now, and refetches all other data that a posting changes. */
export function useReadPostings(userId: number) {
  const queryClient = useQueryClient()
  return async () => {
    refetchAll(queryClient)
    return queryClient.fetchQuery({ ...postingsQuery(userId), staleTime: 0 })
  }
}

async function readPosting(queryClient: QueryClient, userId: number, postingId: number) {
  const postings = await queryClient.fetchQuery({ ...postingsQuery(userId), staleTime: 0 })
  const posting = postings.find(({ id }) => id === postingId)
  if (!posting) throw new ApiError(404, { code: messages.postedActivities.notFound.key })
  return posting
}

export function useEvidenceQuota() {
  return useQuery({ queryKey: ['evidence-quota'], queryFn: () => call('GET /posted-activities/quota') })
}

export function useAvailableActivities() {
  return useQuery({
    queryKey: ['available-activities'],
    queryFn: async () => (await call('GET /posted-activities/available')).availableActivities,
    meta: { isOwn: true },
    select: useShownOrder<Activity>(translatedName),
  })
}

type Save = { id: number | undefined; form: FormData; key: string; onProgress: (share: number) => void; signal: AbortSignal }

/** Posts an activity, or changes the posting with that id. */
export function useSavePosting(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, form, key, onProgress, signal }: Save) => {
      const hasFiles = form.has('image') || form.has('files')
      const transport = hasFiles ? uploadWith(onProgress, limits.stalledUpload) : uploadWith(onProgress)
      const input = { body: form, transport, signal, idempotencyKey: key }
      const { postedActivity, effect } =
        id === undefined
          ? await call('POST /posted-activities', input)
          : { ...(await call('PUT /posted-activities/:id', { ...input, params: { id } })), effect: undefined }
      const saved = await asStored(postedActivity, ({ id: stored }) => readPosting(queryClient, userId, stored))
      // The effect in a repeated reply is that of the first time, and is not shown.
      return { postedActivity: saved, effect: isReplay(postedActivity) ? undefined : effect }
    },
    onSuccess: ({ postedActivity: saved }) =>
      changePostings(queryClient, userId, (postings) =>
        [...postings.filter(({ id }) => id !== saved.id), saved].sort(newestFirst),
      ),
    onSettled: () => refetchAll(queryClient),
  })
}

export function useDeletePosting(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: PostedActivity) => call('DELETE /posted-activities/:id', { params: { id }, query: { user_id: userId } }),
    onSuccess: (_, { id: gone }) => changePostings(queryClient, userId, (postings) => postings.filter(({ id }) => id !== gone)),
    onSettled: () => refetchAll(queryClient),
  })
}

type Change = (postings: PostedActivity[]) => PostedActivity[]

/** Updates the cache at once; a request sent before the change must not bring the old state back. */
async function changePostings(queryClient: QueryClient, userId: number, change: Change) {
  const queryKey = postingsKey(userId)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<PostedActivity[]>(queryKey, (postings) => postings && change(postings))
}

/**
 * Refetches all data: sums, grade and open terms may all have changed. Also after a failure: a lost response may have been a success, and a
 * refusal means that the cache is outdated.
 */
function refetchAll(queryClient: QueryClient) {
  void queryClient.invalidateQueries()
}

/** The server's sort order. */
function newestFirst(a: PostedActivity, b: PostedActivity) {
  return b.starting_date.localeCompare(a.starting_date) || b.id - a.id
}
