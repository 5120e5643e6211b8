import { overQuota } from '../../contract/evidence-quota.ts'
import type { EvidenceQuota } from '../../contract/posted-activities.ts'
import type { Chosen } from '../entities/evidence/chosen-file.ts'

/**
 * Refuses the files that no longer fit into the quota of a term, in the order in which they were chosen. The server decides: it stores
 * photos smaller, counts the pages of a PDF, and knows what a removed file frees. With an unknown quota or term, nothing is refused here.
 */
export function refuseOverQuota<C extends Chosen>(
  chosen: C,
  { quota, used }: EvidenceQuota = { quota: Number.POSITIVE_INFINITY, used: [] },
  termId: number | undefined,
): C {
  if (termId === undefined || chosen.removed.length > 0) return chosen
  const left = quota - (used.find(({ term_id }) => term_id === termId)?.bytes ?? 0)
  let sum = 0
  const files = chosen.files.map((one) => {
    if (one.refusal || one.isPreparing) return one
    sum += one.file.size
    return sum > left ? { ...one, refusal: overQuota(left, quota) } : one
  })
  return { ...chosen, files }
}
