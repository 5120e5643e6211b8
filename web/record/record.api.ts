import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { downloadFile } from '../download.ts'

export type RecordFormat = 'pdf' | 'csv'

/** A long record takes longer than reading a list, and others may be made before it. */
const timeoutMs = 60_000

const routes = { pdf: 'GET /record/pdf', csv: 'GET /record/csv' } as const

/** Fetched here and not by the browser, so that a failure shows a message on this page instead of a broken file. */
export function downloadRecord(say: Say, format: RecordFormat, userId: number) {
  const input = { query: { user_id: userId }, signal: AbortSignal.timeout(timeoutMs) }
  return downloadFile(routes[format], input, `${say(messages.record.title)}.${format}`)
}
