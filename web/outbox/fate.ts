import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { ApiError, ReplyLost } from '../http/api-error.ts'
import type { Refusal } from './outbox-entry.ts'

/**
 * Whether an attempt that failed may have arrived. A browser that was offline has sent nothing, and who was refused at the door has done
 * nothing; a server that failed, or a proxy before it, has perhaps done it.
 */
export function mayHaveArrived(error: unknown): boolean {
  return error instanceof ReplyLost || (error instanceof ApiError && (error.status === 408 || error.status >= 500))
}

/** What follows from an attempt that failed: the entry is done, refused for good, or tried again later. */
type Fate = 'done' | 'later' | Refusal

export function fateAfter(error: unknown): Fate {
  if (!(error instanceof ApiError)) return 'later'
  const { status, reason, errors } = error
  // The first attempt arrived, and something around the entry has changed since, such as the role of its person.
  if (reason?.key === messages.general.idempotencyKeyReused.key) return 'done'
  // Nobody is signed in, or another person: the entry waits for its own one. The others are failures of the moment.
  if ([401, 408, 412, 429].includes(status) || status >= 500) return 'later'
  const explained = error.explanation === undefined ? reason : { key: '', words: error.explanation }
  return {
    reason: plain(explained ?? messages.postedActivities.saveFailed),
    errors: errors.map((one) => ({ ...one, message: plain(one.message) })),
  }
}

/** A message that can be stored: a reference to the catalogue is a function. */
function plain({ key, values, words }: Message): Message {
  return { key, values, words }
}
