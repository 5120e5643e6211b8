import { messages, type Say } from '../../../contract/languages/catalogue.ts'
import { browser as limits } from '../../../contract/limits.ts'
import { downloadFile } from '../../http/download.ts'

export type RecordFormat = 'pdf' | 'csv'

const routes = { pdf: 'GET /record/pdf', csv: 'GET /record/csv' } as const

/**
 * Downloads the record. It is fetched here and not by the browser, so that a failure shows a message on this page instead of a broken file.
 */
export function downloadRecord(say: Say, format: RecordFormat, userId: number) {
  const input = { query: { user_id: userId }, signal: AbortSignal.timeout(limits.file) }
  return downloadFile(routes[format], input, `${say(messages.record.title)}.${format}`)
}
