import { skipToken, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ErrorReply } from '../../contract/replies.ts'
import type { StatementReply } from '../../contract/statements.ts'
import { ApiError, addressOf, api, NoResponse, noticeRefusal } from '../api.ts'

/** Making a page takes longer than reading a list. */
const paperTimeoutMs = 20_000

function searchOf(userId: number, termId: number | undefined) {
  return `user_id=${userId}${termId === undefined ? '' : `&term_id=${termId}`}`
}

/** Without a term, the current one's. */
export function useStatement(userId: number | undefined, termId: number | undefined) {
  return useQuery({
    queryKey: ['statement', userId, termId ?? 'current'],
    queryFn:
      userId === undefined
        ? skipToken
        : async () => (await api<z.infer<typeof StatementReply>>('GET', `/statements?${searchOf(userId, termId)}`)).statement,
  })
}

/** Fetched here and not by the browser itself, so that a failure is a sentence on this page and not a broken file. */
export async function downloadPaper(userId: number, termId: number | undefined) {
  const response = await fetch(addressOf(`/statements/pdf?${searchOf(userId, termId)}`), {
    credentials: 'include',
    signal: AbortSignal.timeout(paperTimeoutMs),
  }).catch((cause: unknown) => {
    throw new NoResponse(cause)
  })
  if (!response.ok) {
    noticeRefusal(response.status)
    throw new ApiError(response.status, await (response.json() as Promise<Partial<ErrorReply>>).catch(() => ({})))
  }
  const file = await response.blob().catch((cause: unknown) => {
    throw new NoResponse(cause)
  })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'statement.pdf'
  link.click()
  URL.revokeObjectURL(link.href)
}
