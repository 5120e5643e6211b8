import type { QueryClient } from '@tanstack/react-query'
import type { Picture } from './posting-values.ts'

/**
 * The photo of a posting that was begun and not sent: it waits while another one is edited or the catalogue is looked at. What is typed
 * waits longer (drafts.ts), but a file cannot be written down. Kept beside the person's data, so that it goes when they do.
 */
const key = ['chosen-picture']

export function readChosenPicture(queryClient: QueryClient): Picture {
  return queryClient.getQueryData<{ picture: Picture }>(key)?.picture
}

export function keepChosenPicture(queryClient: QueryClient, picture: Picture) {
  queryClient.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY })
  queryClient.setQueryData(key, { picture })
}
