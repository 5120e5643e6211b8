import { type QueryClient, useQueryClient } from '@tanstack/react-query'

/** Reasons that were begun and not sent, by the posting they are about. Kept beside the data of the person's visit. */
const draftsOfVisit = new WeakMap<QueryClient, Map<number, string>>()

export function useReasonDrafts() {
  const visit = useQueryClient()
  return {
    read(ids: readonly number[]): string {
      const drafts = draftsOfVisit.get(visit)
      return ids.map((id) => drafts?.get(id)).find((draft) => draft !== undefined) ?? ''
    },

    keep(ids: readonly number[], reason: string) {
      const drafts = draftsOfVisit.get(visit) ?? new Map<number, string>()
      for (const id of ids) {
        if (reason.trim() === '') drafts.delete(id)
        else drafts.set(id, reason)
      }
      draftsOfVisit.set(visit, drafts)
    },
  }
}
