import { skipToken, useQuery } from '@tanstack/react-query'
import { messages, type Say } from '../../../contract/languages/catalogue.ts'
import { browser as limits } from '../../../contract/limits.ts'
import { call } from '../../http/api.ts'
import { downloadFile } from '../../http/download.ts'
import { readSession } from '../../session/session.ts'
import type { PaperLanguage } from './paper-language.tsx'

/** The statement of a term; without an id, of the current one. */
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

/**
 * Downloads the statement. It is fetched here and not by the browser, so that a failure shows a message on this page instead of a broken
 * file.
 */
export function downloadPaper(say: Say, userId: number, termId: number | undefined, language: PaperLanguage) {
  const query = { user_id: userId, term_id: termId, language }
  const fileName = `${say(messages.statements.fileName)}.pdf`
  return downloadFile('GET /statements/pdf', { query, signal: AbortSignal.timeout(limits.long) }, fileName)
}
