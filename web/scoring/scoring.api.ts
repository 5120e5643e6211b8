import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { StaffMember } from '../../contract/scoring.ts'
import { call } from '../api.ts'

/** The two scores that administrators give; the others are sums of what the member posted. */
export type ScoreColumn = 'tp' | 'fb'

function staffQuery(termId: number | undefined) {
  return queryOptions({
    queryKey: ['staff', termId],
    queryFn: termId === undefined ? skipToken : async () => (await call('GET /staff', { query: { term_id: termId } })).staff,
    structuralSharing: false,
  })
}

/** All staff with their scores in a term; waits as long as no term is known. */
export function useStaff(termId: number | undefined) {
  return useQuery(staffQuery(termId))
}

/** The same list, asked for anew whatever is known already: for a decision that must not rest on an old one. */
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
      // A list that was asked for before this save would bring the old number back; one asked for after it is as good.
      const isFetching = queryClient.isFetching({ queryKey }) > 0
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (staff: StaffMember[] | undefined) =>
        staff?.map((member) => (member.id === memberId ? { ...member, ...scores } : member)),
      )
      if (isFetching) void queryClient.invalidateQueries({ queryKey })
    } catch (error) {
      // Somebody scored the same member, closed the term or removed the member: show how it is now.
      void queryClient.invalidateQueries({ queryKey })
      void queryClient.invalidateQueries({ queryKey: ['terms'] })
      throw error
    }
  }
}

export const staffActivities = 'staff-activities'

/** What a member posted, newest first. Forgotten when nobody looks at it any more. */
export function useStaffActivities(memberId: number) {
  return useQuery({
    queryKey: [staffActivities, memberId],
    queryFn: async () => (await call('GET /posted-activities', { query: { user_id: memberId } })).postedActivities,
    staleTime: 0,
    gcTime: 0,
  })
}
