import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { messages } from '../../contract/languages/catalogue.ts'
import { formatPoints } from '../../contract/points.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import { ApiError, call, isReplay } from '../api.ts'
import { personName, useShownOrder } from '../shown-order.ts'

/** The two scores that administrators give; the others are sums of the member's postings. */
export type ScoreColumn = 'tp' | 'fb'

function staffQuery(termId: number | undefined) {
  return queryOptions({
    queryKey: ['staff', termId],
    queryFn: termId === undefined ? skipToken : async () => (await call('GET /staff', { query: { term_id: termId } })).staff,
    structuralSharing: false,
  })
}

/** All staff with their scores in a term; disabled until a term is known. */
export function useStaff(termId: number | undefined) {
  return useQuery({ ...staffQuery(termId), select: useShownOrder<StaffMember>(personName) })
}

/** The list as it is in the cache: right after a save it already has the new score, before any component is rendered with it. */
export function cachedStaff(queryClient: QueryClient, termId: number): readonly StaffMember[] {
  return queryClient.getQueryData(staffQuery(termId).queryKey) ?? []
}

/** The same list, always refetched: for a decision that must not be based on cached data. */
export function useStaffAsOfNow(termId: number) {
  const { data, isFetchedAfterMount, ...rest } = useQuery({ ...staffQuery(termId), refetchOnMount: 'always' })
  return { ...rest, data: isFetchedAfterMount ? data : undefined }
}

export type ScoreCellId = { termId: number; memberId: number; column: ScoreColumn }
/** `previous` is null if the score was not set. */
export type NewScore = ScoreCellId & { value: number; previous: number | null }

const addressOf = ({ termId, memberId }: ScoreCellId) => ({ params: { id: memberId }, query: { term_id: termId } })

export function useSaveScore() {
  const store = useStoreScores()
  return ({ value, previous, ...cell }: NewScore) =>
    store(cell, () =>
      cell.column === 'tp'
        ? call('PUT /users/edit-tp/:id', { ...addressOf(cell), body: { tp: value, previous: previous ?? 0 } })
        : call('PUT /users/edit-feedback/:id', { ...addressOf(cell), body: { fb: value, previous: previous ?? 0 } }),
    )
}

/** Takes back the value that was saved last. */
export function useUndoScore() {
  const store = useStoreScores()
  return ({ value: saved, ...cell }: Omit<NewScore, 'previous'>) =>
    store(cell, () => call('PUT /users/undo-score/:id', { ...addressOf(cell), body: { score: cell.column, saved } }))
}

/** Sends a change of a score, and puts the new sums of the reply into the list. */
function useStoreScores() {
  const queryClient = useQueryClient()
  return async ({ termId, memberId, column }: ScoreCellId, send: () => Promise<{ scores: Partial<StaffMember> }>) => {
    const { queryKey } = staffQuery(termId)
    try {
      const { scores } = await send()
      // A request sent before this save would bring the old number back, so it is cancelled and sent again.
      const isFetching = queryClient.isFetching({ queryKey }) > 0
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (staff: StaffMember[] | undefined) =>
        staff?.map((member) => (member.id === memberId ? { ...member, ...scores } : member)),
      )
      if (isFetching) void queryClient.invalidateQueries({ queryKey })
      if (isReplay(scores)) await compareWithStored(queryClient, { termId, memberId, column }, scores[column])
    } catch (error) {
      // Another administrator scored the same member, closed the term or removed the member: refetch.
      void queryClient.invalidateQueries({ queryKey })
      void queryClient.invalidateQueries({ queryKey: ['terms'] })
      throw error
    }
  }
}

/** A repeated reply says what was stored then. Another administrator may have set another score since, which the list then shows. */
async function compareWithStored(queryClient: QueryClient, { termId, memberId, column }: ScoreCellId, typed: number | undefined) {
  const staff = await queryClient.fetchQuery({ ...staffQuery(termId), staleTime: 0 }).catch(() => undefined)
  const stored = staff?.find(({ id }) => id === memberId)?.[column]
  if (stored === undefined || typed === undefined || stored === typed) return
  const values = { typed: formatPoints(typed), stored: formatPoints(stored) }
  throw new ApiError(409, { code: messages.scoring.changedSince(values).key, params: values })
}

/** Which of a member's postings have the image or the link of another one, by their ids. */
export function useSameEvidence(memberId: number) {
  return useQuery({
    queryKey: ['same-evidence', memberId],
    queryFn: async () => (await call('GET /posted-activities/same-evidence', { query: { user_id: memberId } })).postings,
    select: (postings) => new Map(postings.map((posting) => [posting.id, posting])),
    staleTime: 0,
    gcTime: 0,
  })
}

export const staffActivities = 'staff-activities'

/** A member's postings, newest first. Not cached after the dialog closes. */
export function useStaffActivities(memberId: number) {
  return useQuery({
    queryKey: [staffActivities, memberId],
    queryFn: async () => (await call('GET /posted-activities', { query: { user_id: memberId } })).postedActivities,
    staleTime: 0,
    gcTime: 0,
  })
}
