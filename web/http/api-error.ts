import type { Message } from '../../contract/languages/catalogue.ts'
import type { ErrorReply } from '../../contract/replies.ts'

/* The errors of a request. The service worker has them, too: this module knows no session and no words. */

/** The error of a reply with an error status. `reason` is the server's own; a proxy's error page has none. */
export class ApiError extends Error {
  readonly status: number
  readonly reason: Message | undefined
  readonly errors: readonly { field: string; message: Message }[]
  readonly conflict: ErrorReply['conflict']
  /** The reason with who changed what it conflicts with, and when, in words. */
  readonly explanation: string | undefined
  readonly retryAfterSeconds: number

  constructor(status: number, reply: Partial<ErrorReply>, retryAfterSeconds = 0) {
    super(reply.code ?? String(status))
    this.name = 'ApiError'
    this.status = status
    this.reason = messageIn(reply)
    this.errors = (reply.errors ?? []).map((error) => ({ field: error.field, message: messageIn(error) }))
    this.conflict = reply.conflict
    this.explanation = reply.explanation
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The error of a request that timed out, or whose server could not be reached. */
export class NoResponse extends Error {
  constructor(cause: unknown) {
    super('no response', { cause })
    this.name = 'NoResponse'
  }
}

/**
 * The error of a change that was sent and has no response: it is not known whether the server has it. A change that was made offline has
 * certainly not left, and is a plain `NoResponse`.
 */
export class ReplyLost extends NoResponse {
  constructor(cause: unknown) {
    super(cause)
    this.name = 'ReplyLost'
  }
}

type Coded = Pick<ErrorReply, 'message' | 'code' | 'params'>
export function messageIn(reply: Coded): Message
export function messageIn(reply: Partial<Coded>): Message | undefined
export function messageIn({ code = '', params, message }: Partial<Coded>): Message | undefined {
  // A server of the release before the codes sends only words.
  return code || message ? { key: code, values: params, words: message } : undefined
}
