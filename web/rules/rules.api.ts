import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Bands } from '../../contract/grading.ts'
import type { RulesInput, RulesVersion, SimulationInput } from '../../contract/rules.ts'
import { largestScore } from '../../contract/scoring.ts'
import { call } from '../api.ts'
import { useTerms } from '../terms/terms.api.ts'

const rulesQuery = queryOptions({
  queryKey: ['rules'],
  queryFn: async () => (await call('GET /rules')).versions,
  meta: { isOwn: true },
})

/** All versions, newest first. */
export function useRules() {
  return useQuery(rulesQuery)
}

/** The rules of a term; without an id, of the current term. Undefined while loading. */
function useRulesOf(termId: number | undefined): RulesVersion | undefined {
  const versions = useRules().data
  const term = useTerms().data?.find(({ id, is_current }) => (termId === undefined ? is_current : id === termId))
  return versions?.find(({ number }) => number === term?.rules_version)
}

/** The bands that a term is graded by. */
export function useBandsOf(termId: number | undefined): Bands | undefined {
  return useRulesOf(termId)?.bands
}

/** The most that tp and fb can be in a term; while loading, the most of all rules. */
export function useMostScores(termId: number | undefined): { tp: number; fb: number } {
  const { most_tp: tp = largestScore, most_fb: fb = largestScore } = useRulesOf(termId) ?? {}
  return { tp, fb }
}

/** Counting thousands of members takes longer than other calls. */
const longMs = 30_000

export function useSimulateRules() {
  return useMutation({
    mutationFn: (body: SimulationInput) =>
      call('POST /rules/simulate', { body, signal: AbortSignal.timeout(longMs), changesNothing: true }),
  })
}

/** A new version may change every score; after a refusal there is another newest one. */
export function usePublishRules() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: RulesInput) => call('POST /rules', { body, signal: AbortSignal.timeout(longMs) }),
    onSettled: () => queryClient.invalidateQueries(),
  })
}
