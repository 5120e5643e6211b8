import type { Message } from '../../contract/languages/catalogue.ts'

/** What is put into the outbox without a network. Nothing else is ever sent later by itself (docs/decisions/0086-outbox.md). */
export type OutboxRoute = 'POST /posted-activities' | 'PUT /posted-activities/:id' | 'POST /questions' | MessageRoute

/** A further message, about an own posting or to an own question. Its body is JSON; the others are forms with files. */
export type MessageRoute = 'POST /posted-activities/:id/messages' | 'POST /questions/messages/:id'
export function isMessageRoute(route: OutboxRoute): route is MessageRoute {
  return route === 'POST /posted-activities/:id/messages' || route === 'POST /questions/messages/:id'
}

/** A file as bytes: a File of an input is a reference, and what it refers to may be gone. */
export type OutboxFile = { field: string; name: string; type: string; lastModified: number; bytes: ArrayBuffer }

/** Why the server does not take an entry: the reason, and those of single fields. */
export type Refusal = { reason: Message; errors: readonly { field: string; message: Message }[] }

/** An entry of the outbox, without its files, which are stored beside it. */
export type OutboxEntry<Form = unknown> = {
  /** The idempotency key: with it, the server does what is sent several times once. */
  key: string
  userId: number
  route: OutboxRoute
  /** The id in the address. */
  id?: number | undefined
  fields: readonly (readonly [string, string])[]
  fileCount: number
  /** What the form needs to show the entry again, and the list to name it. */
  form: Form
  storedAt: number
  /** When it first left this device: from then on the server may have it. */
  leftAt?: number | undefined
  refusal?: Refusal | undefined
  /** Its person has not been told of the refusal yet: it was sent with all pages closed. */
  isUntold?: boolean | undefined
  /** When it was taken back into its form: it is not sent in that moment. */
  takenAt?: number | undefined
}

/**
 * `waiting` and `sending` are sent by themselves. What has left the device cannot be changed until it is known whether it arrived:
 * something else under another key could be done beside it. After some days the server has forgotten the key, and the person decides.
 */
export type EntryState = 'waiting' | 'sending' | 'refused' | 'too-old' | 'lost-track'

const dayMs = 24 * 60 * 60 * 1000

/** The state of an entry; `days` is how long entries are sent, undefined as long as the server has not said it. */
export function stateOf({ refusal, storedAt, leftAt }: OutboxEntry, now: number, days: number | undefined): EntryState {
  if (refusal) return 'refused'
  const isOld = days !== undefined && now - storedAt >= days * dayMs
  if (leftAt === undefined) return isOld ? 'too-old' : 'waiting'
  return isOld ? 'lost-track' : 'sending'
}

/** The time in which a form has an entry that was taken back for it, or its page was closed meanwhile. */
const takingMs = 60_000

export function maySend(entry: OutboxEntry, now: number, days: number): boolean {
  if (entry.takenAt !== undefined && now - entry.takenAt < takingMs) return false
  return ['waiting', 'sending'].includes(stateOf(entry, now, days))
}

/** Whether an entry may be opened and discarded. */
export function mayChange(state: EntryState): boolean {
  return state !== 'sending'
}
