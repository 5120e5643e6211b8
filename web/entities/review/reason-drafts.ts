import { type QueryClient, useQueryClient } from '@tanstack/react-query'

/** Drafts of reasons, by the postings they are about. Stored per query client, so per signed-in user. */
const reasonDrafts = new WeakMap<QueryClient, Map<number, string>>()

export function useReasonDrafts() {
  const queryClient = useQueryClient()
  return {
    read(ids: readonly number[]): string {
      const drafts = reasonDrafts.get(queryClient)
      return ids.map((id) => drafts?.get(id)).find((draft) => draft !== undefined) ?? ''
    },

    keep(ids: readonly number[], reason: string) {
      const drafts = reasonDrafts.get(queryClient) ?? new Map<number, string>()
      for (const id of ids) {
        if (reason.trim() === '') drafts.delete(id)
        else drafts.set(id, reason)
      }
      reasonDrafts.set(queryClient, drafts)
    },
  }
}
