import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { StaffMember } from '../../contract/scoring.ts'
import { call } from '../api.ts'

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
  return useQuery(staffQuery(termId))
}

/** The same list, always refetched: for a decision that must not be based on cached data. */
export function useStaffAsOfNow(termId: number) {
  const { data, isFetchedAfterMount, ...rest } = useQuery({ ...staffQuery(termId), refetchOnMount: 'always' })
  return { ...rest, data: isFetchedAfterMount ? data : undefined }
}

export type NewScore = { termId: number; memberId: number; column: ScoreColumn; value: number; previous: number }

export function useSaveScore() {
  const queryClient = useQueryClient()
  return async ({ termId, memberId, column, value, previous }: NewScore) => {
    const { queryKey } = staffQuery(termId)
    try {
      const target = { params: { id: memberId }, query: { term_id: termId } }
      const { scores } = await (column === 'tp'
        ? call('PUT /users/edit-tp/:id', { ...target, body: { tp: value, previous } })
        : call('PUT /users/edit-feedback/:id', { ...target, body: { fb: value, previous } }))
      // A request sent before this save would bring the old number back, so it is cancelled and sent again.
      const isFetching = queryClient.isFetching({ queryKey }) > 0
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (staff: StaffMember[] | undefined) =>
        staff?.map((member) => (member.id === memberId ? { ...member, ...scores } : member)),
      )
      if (isFetching) void queryClient.invalidateQueries({ queryKey })
    } catch (error) {
      // Another administrator scored the same member, closed the term or removed the member: refetch.
      void queryClient.invalidateQueries({ queryKey })
      void queryClient.invalidateQueries({ queryKey: ['terms'] })
      throw error
    }
  }
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
