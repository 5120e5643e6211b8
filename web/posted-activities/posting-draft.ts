import type { QueryClient } from '@tanstack/react-query'
import type { Picture, PostingValues } from './posting-values.ts'

/**
 * A posting that was begun and not sent: it waits while another one is edited or the catalogue is looked at. Kept beside the
 * person's data, so that it goes when they do.
 */
type Draft = { values: PostingValues; picture: Picture }
const key = ['posting-draft']

export function readDraft(queryClient: QueryClient): Draft | undefined {
  return queryClient.getQueryData<Draft>(key)
}

export function keepDraft(queryClient: QueryClient, draft: Draft) {
  queryClient.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY })
  queryClient.setQueryData(key, draft)
}
