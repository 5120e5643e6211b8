import type { QueryClient } from '@tanstack/react-query'
import type { Picture } from './posting-values.ts'

/**
 * The photo of an unsent posting, while another one is edited or another panel is open. Text drafts (drafts.ts) survive a reload, but
 * a File cannot be serialised. Stored per query client, so it is dropped when the session ends.
 */
const key = ['chosen-picture']

export function readChosenPicture(queryClient: QueryClient): Picture {
  return queryClient.getQueryData<{ picture: Picture }>(key)?.picture
}

export function keepChosenPicture(queryClient: QueryClient, picture: Picture) {
  queryClient.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY })
  queryClient.setQueryData(key, { picture })
}
