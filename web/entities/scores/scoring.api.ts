import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import { browser as limits } from '../../../contract/limits.ts'
import { withTranslatedNames } from '../../../contract/localized.ts'
import { withShownName } from '../../../contract/person-names.ts'
import { formatPoints } from '../../../contract/points.ts'
import type { ScoredRow } from '../../../contract/score-sheet.ts'
import type { StaffMember } from '../../../contract/scoring.ts'
import { ApiError, call, isReplay } from '../../http/api.ts'
import { useLanguage } from '../../language/language.ts'
import { personName, useShownOrder } from '../../lists/shown-order.ts'

/** The two scores that are set by hand; the others are sums of the member's postings. */
export type ScoreColumn = 'tp' | 'fb'

async function loadStaff(termId: number): Promise<StaffMember[]> {
  const { staff, ...names } = await call('GET /staff', { query: { term_id: termId } })
  return withTranslatedNames(staff, names)
}

function staffQuery(termId: number | undefined) {
  return queryOptions({
    queryKey: ['staff', termId],
    queryFn: termId === undefined ? skipToken : () => loadStaff(termId),
    structuralSharing: false,
  })
}

/** All staff with their scores in a term; disabled until a term is known. */
export function useStaff(termId: number | undefined) {
  const language = useLanguage()
  const inOrder = useShownOrder<StaffMember>(personName)
  const select = useCallback(
    (rows: StaffMember[]) => inOrder(rows).map((row) => withShownName(language, row)),
    [inOrder, language],
  )
  return useQuery({ ...staffQuery(termId), select })
}

/** The list as it is in the cache: right after a save it already has the new score, before any component is rendered with it. */
export function cachedStaff(queryClient: QueryClient, termId: number): readonly StaffMember[] {
  return queryClient.getQueryData(staffQuery(termId).queryKey) ?? []
}

/** The list of staff, always refetched: for a decision that must not be based on cached data. */
export function useStaffAsOfNow(termId: number) {
  const { data, isFetchedAfterMount, ...rest } = useQuery({ ...staffQuery(termId), refetchOnMount: 'always' })
  return { ...rest, data: isFetchedAfterMount ? data : undefined }
}

export type ScoreCellId = { termId: number; memberId: number; column: ScoreColumn }
/** A new score. `previous` is null if the score was not set. */
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

/** A score of one of several members, before and after; null if it is not set. */
export type ScoreChange = { memberId: number; column: ScoreColumn; from: number | null; to: number | null }

/** Sets the scores of several members: all of them, or none. `restores` is for Undo and Redo. */
export function useSetScores() {
  const queryClient = useQueryClient()
  return async (termId: number, changes: readonly ScoreChange[], restores = false) => {
    const { queryKey } = staffQuery(termId)
    try {
      const body = { term_id: termId, rows: rowsOf(changes), ...(restores ? { restores } : {}) }
      await call('PUT /scores', { body, signal: AbortSignal.timeout(limits.long) })
      await queryClient.cancelQueries({ queryKey })
      // The sums follow with the list; a cell that is opened before already has its new score.
      const byId = new Map<number, ScoreChange[]>()
      for (const change of changes) byId.set(change.memberId, [...(byId.get(change.memberId) ?? []), change])
      queryClient.setQueryData(queryKey, (staff: StaffMember[] | undefined) =>
        staff?.map((member) => (byId.get(member.id) ?? []).reduce(withScore, member)),
      )
    } catch (error) {
      void queryClient.invalidateQueries({ queryKey: ['terms'] })
      throw error
    } finally {
      void queryClient.invalidateQueries({ queryKey })
    }
  }
}

function withScore(member: StaffMember, { column, to }: ScoreChange): StaffMember {
  return { ...member, [column]: to ?? 0, [`${column}_set`]: to !== null }
}

function rowsOf(changes: readonly ScoreChange[]): ScoredRow[] {
  const rows = new Map<number, ScoredRow>()
  for (const { memberId, column, from, to } of changes) {
    const { previous, ...row } = rows.get(memberId) ?? { id: memberId, previous: {} }
    rows.set(memberId, { ...row, [column]: to, previous: { ...previous, [column]: from } })
  }
  return [...rows.values()]
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

/**
 * Compares with the stored score: a repeated reply has the one of the first time. Another administrator may have set another score since,
 * which the list then shows. The request is one of its own: a shared one is cancelled when a notice refreshes the list, and then nothing
 * would be compared.
 */
async function compareWithStored(queryClient: QueryClient, { termId, memberId, column }: ScoreCellId, typed: number | undefined) {
  const staff = await loadStaff(termId).catch(() => undefined)
  if (staff) queryClient.setQueryData(staffQuery(termId).queryKey, staff)
  const stored = staff?.find(({ id }) => id === memberId)?.[column]
  if (stored === undefined || typed === undefined || stored === typed) return
  const values = { typed: formatPoints(typed), stored: formatPoints(stored) }
  throw new ApiError(409, { code: messages.scoring.changedSince(values).key, params: values })
}

/** The postings of a member that have the image or the link of another one, by their ids. */
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
