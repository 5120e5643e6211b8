import { skipToken, useQuery } from '@tanstack/react-query'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { call } from '../api.ts'
import { downloadFile } from '../download.ts'
import { readSession } from '../session.ts'

/** Rendering a PDF takes longer than reading a list. */
const pdfTimeoutMs = 20_000

/** Without a term, that of the current one. */
export function useStatement(userId: number | undefined, termId: number | undefined) {
  return useQuery({
    queryKey: ['statement', userId, termId ?? 'current'],
    queryFn:
      userId === undefined
        ? skipToken
        : async () => (await call('GET /statements', { query: { user_id: userId, term_id: termId } })).statement,
    meta: { isOwn: userId === readSession()?.id },
  })
}

/** Fetched here and not by the browser, so that a failure shows a message on this page instead of a broken file. */
export function downloadPaper(say: Say, userId: number, termId: number | undefined) {
  const query = { user_id: userId, term_id: termId }
  const fileName = `${say(messages.statements.fileName)}.pdf`
  return downloadFile('GET /statements/pdf', { query, signal: AbortSignal.timeout(pdfTimeoutMs) }, fileName)
}
