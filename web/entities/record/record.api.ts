import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { messages, type Say } from '../../../contract/languages/catalogue.ts'
import type { Language } from '../../../contract/languages/languages.ts'
import { browser as limits } from '../../../contract/limits.ts'
import { buildVersion } from '../../http/build-version.ts'
import { fetchFile } from '../../http/download.ts'
import { readSeen } from '../../last-seen/read-seen.ts'
import { readSession } from '../../session/session.ts'
import { saveBlob } from '../../ui/export-file.ts'

/** The PDF in the language of the page, or in the one that the reader chose. */
export type RecordChoice = 'pdf' | 'csv' | `pdf-${Language}`
type RecordFile = { blob: Blob; name: string }

const routes = { pdf: 'GET /record/pdf', csv: 'GET /record/csv' } as const
const recordKey = (userId: number, choice: RecordChoice) => ['record', userId, choice] as const

/** The member's own record is stored on the device, as what they see is, and can be opened again without a network. */
function recordQuery(say: Say, choice: RecordChoice, userId: number) {
  const [format, ...languages] = choice.split('-') as ['pdf' | 'csv', ...Language[]]
  const [language] = languages
  const input = { query: { user_id: userId, ...(language && { language }) }, signal: AbortSignal.timeout(limits.file) }
  return queryOptions({
    queryKey: recordKey(userId, choice),
    queryFn: () => fetchFile(routes[format], input, `${say(messages.record.title)}.${format}`),
    staleTime: 0,
    meta: { isOwn: userId === readSession()?.id, isFrame: true },
  })
}

/**
 * Downloads the record. It is fetched here and not by the browser, so that a failure shows a message on this page instead of a broken file.
 */
export async function downloadRecord(queryClient: QueryClient, say: Say, choice: RecordChoice, userId: number) {
  const { blob, name } = await queryClient.fetchQuery(recordQuery(say, choice, userId))
  saveBlob(blob, name)
}

/** The files of the own record that were downloaded on this device, read while there is no network. */
export function useStoredRecords(userId: number, choices: readonly RecordChoice[], isOnline: boolean) {
  return useQuery({
    queryKey: ['stored-records', userId, choices],
    queryFn: async () => {
      const files = await Promise.all(choices.map((choice) => readSeen(buildVersion(), recordKey(userId, choice))))
      return new Map(
        choices.flatMap((choice, index) => (files[index] ? [[choice, files[index].data as RecordFile] as const] : [])),
      )
    },
    enabled: !isOnline && userId === readSession()?.id,
    staleTime: 0,
    meta: { isFrame: true },
  }).data
}

export function openStoredRecord({ blob, name }: RecordFile) {
  saveBlob(blob, name)
}
