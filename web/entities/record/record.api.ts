import { messages, type Say } from '../../../contract/languages/catalogue.ts'
import type { Language } from '../../../contract/languages/languages.ts'
import { browser as limits } from '../../../contract/limits.ts'
import { downloadFile } from '../../http/download.ts'

type RecordFormat = 'pdf' | 'csv'

const routes = { pdf: 'GET /record/pdf', csv: 'GET /record/csv' } as const

/**
 * Downloads the record; the PDF in the language that the reader chose, otherwise in that of the page. It is fetched here and not by the browser, so that a failure shows a message on this page instead of a broken file.
 */
export function downloadRecord(say: Say, format: RecordFormat, userId: number, language?: Language) {
  const input = { query: { user_id: userId, ...(language && { language }) }, signal: AbortSignal.timeout(limits.file) }
  return downloadFile(routes[format], input, `${say(messages.record.title)}.${format}`)
}
