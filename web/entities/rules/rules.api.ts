import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Bands } from '../../../contract/grading.ts'
import { largestScore, browser as limits } from '../../../contract/limits.ts'
import type { RulesInput, RulesVersion, SimulationInput } from '../../../contract/rules.ts'
import { call } from '../../http/api.ts'
import { useTermOf } from '../terms/terms.api.ts'

const rulesQuery = queryOptions({
  queryKey: ['rules'],
  queryFn: async () => (await call('GET /rules')).versions,
  meta: { isOwn: true },
})

/** All versions of the rules, newest first. */
export function useRules() {
  return useQuery(rulesQuery)
}

/** The rules of a term; without an id, of the current term. Undefined while loading. */
function useRulesOf(termId: number | undefined): RulesVersion | undefined {
  const versions = useRules().data
  const term = useTermOf(termId)
  return versions?.find(({ number }) => number === term?.rules_version)
}

/** The bands that a term is graded by. */
export function useBandsOf(termId: number | undefined): Bands | undefined {
  return useRulesOf(termId)?.bands
}

/** The largest values of tp and fb in a term; while loading, the largest of all rules. */
export function useMostScores(termId: number | undefined): { tp: number; fb: number } {
  const { most_tp: tp = largestScore, most_fb: fb = largestScore } = useRulesOf(termId) ?? {}
  return { tp, fb }
}

export function useSimulateRules() {
  return useMutation({
    mutationFn: (body: SimulationInput) =>
      call('POST /rules/simulate', { body, signal: AbortSignal.timeout(limits.long), changesNothing: true }),
  })
}

/** Publishes a version of the rules. It may change every score; after a refusal there is another newest version. */
export function usePublishRules() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: RulesInput) => call('POST /rules', { body, signal: AbortSignal.timeout(limits.long) }),
    onSettled: () => queryClient.invalidateQueries(),
  })
}
