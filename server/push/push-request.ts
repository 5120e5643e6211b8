import { request } from 'node:https'
import { push } from '../../contract/limits.ts'

export interface PushRequest {
  endpoint: string
  headers: Readonly<Record<string, string>>
  body: Buffer
}

export interface PushReply {
  status: number
  /** The seconds that the service asks to wait. */
  retryAfter: number | undefined
}

/** The certificates that are trusted, and how long a reply is waited for: for tests. */
export type PushConnection = { ca?: string | Buffer; timeout?: number }

/** Sends one request to a push service. It follows no redirect, and reads no more of the reply than its head. Rejects without a reply. */
export function sendToService(
  { endpoint, headers, body }: PushRequest,
  { ca, timeout = push.reply }: PushConnection = {},
): Promise<PushReply> {
  return new Promise((resolve, reject) => {
    const sent = request(endpoint, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length) },
      signal: AbortSignal.timeout(timeout),
      ...(ca ? { ca } : {}),
    })
    sent.on('error', reject)
    sent.on('response', (reply) => {
      const seconds = Number(reply.headers['retry-after'])
      resolve({ status: reply.statusCode ?? 0, retryAfter: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined })
      reply.destroy()
    })
    sent.end(body)
  })
}
