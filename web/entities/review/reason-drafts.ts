import { type QueryClient, useQueryClient } from '@tanstack/react-query'

/** A reason that is not sent yet: the chosen ones of the list, by id, and the own words. */
export interface ReasonDraft {
  words: string
  chosen: readonly number[]
}

const none: ReasonDraft = { words: '', chosen: [] }

/** Drafts of reasons, by the postings they are about. Stored per query client, so per signed-in user. */
const reasonDrafts = new WeakMap<QueryClient, Map<number, ReasonDraft>>()

export function useReasonDrafts() {
  const queryClient = useQueryClient()
  return {
    read(ids: readonly number[]): ReasonDraft {
      const drafts = reasonDrafts.get(queryClient)
      return ids.map((id) => drafts?.get(id)).find((draft) => draft !== undefined) ?? none
    },

    keep(ids: readonly number[], draft: ReasonDraft = none) {
      const drafts = reasonDrafts.get(queryClient) ?? new Map<number, ReasonDraft>()
      for (const id of ids) {
        if (draft.words.trim() === '' && draft.chosen.length === 0) drafts.delete(id)
        else drafts.set(id, draft)
      }
      reasonDrafts.set(queryClient, drafts)
    },
  }
}
