import { ApiError } from '../http/api-error.ts'
import { fateAfter, mayHaveArrived } from './fate.ts'
import { maySend, type OutboxEntry, type OutboxRoute } from './outbox-entry.ts'
import { changeEntry, filesOf, readEntries, removeEntry } from './outbox-store.ts'

/*
 * Sends what waits in the outbox. Pages and the service worker use the same code: it knows no window, no session and no words
 * (docs/decisions/0086-outbox.md).
 */

/** The name of the channel on which tabs and worker tell each other of changes, of the lock, and of the `sync` event. */
export const outboxName = 'outbox'

/** Where the code runs: how it reaches the server, and whom it tells. */
export type Surroundings = {
  /** Whether this person is still the one who is signed in, as far as is known here. */
  isFor: (userId: number) => boolean
  /** Sends an entry once. Throws the errors of http/api-error.ts. */
  send: (entry: OutboxEntry, body: FormData) => Promise<void>
  /** Whether the server has done a change with this key. */
  hasArrived: (key: string) => Promise<boolean>
  /** An entry has changed, or was sent. */
  changed: (what: 'changed' | 'sent') => Promise<void>
}

export type Result = { sent: OutboxRoute[]; isWaiting: boolean }
export const nothing: Result = { sent: [], isWaiting: false }

/** One sender at a time in all tabs and the worker. It only saves uploads: the key alone makes a change once, also where there are no locks (http). */
export function alone<Result>(run: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request(outboxName, run) : run()
}

/** What waits: an entry that was refused waits for its person. */
export async function waitingEntries(userId: number): Promise<OutboxEntry[]> {
  return (await readEntries(userId)).filter(({ refusal }) => !refusal)
}

/** Sends the entries of a person, the oldest first. */
export async function sendEntries(userId: number, days: number, surroundings: Surroundings): Promise<Result> {
  const result: Result = { ...nothing, sent: [] }
  for (const entry of await waitingEntries(userId)) {
    const fate = await sendOne(entry, days, surroundings)
    if (fate === 'later') return { ...result, isWaiting: true }
    if (fate === 'failed') result.isWaiting = true
    if (fate === 'sent') result.sent.push(entry.route)
  }
  return result
}

/** `later` ends this attempt for all entries; one that failed does not keep those after it. */
type Outcome = 'sent' | 'refused' | 'failed' | 'later'

/** Sends an entry, unless it was changed, discarded or sent meanwhile, perhaps by another tab. */
async function sendOne({ userId, key }: OutboxEntry, days: number, on: Surroundings): Promise<Outcome | undefined> {
  if (!on.isFor(userId)) return 'later'
  let leftBefore: number | undefined
  // It is marked before it leaves: from then on it cannot be changed, in any tab, also if this page is closed before the reply comes.
  const entry = await changeEntry({ userId, key }, (now) => {
    if (!maySend(now, Date.now(), days)) return undefined
    leftBefore = now.leftAt
    return { ...now, leftAt: now.leftAt ?? Date.now() }
  })
  if (!entry) return undefined
  await on.changed('changed')
  try {
    await on.send(entry, await bodyOf(entry))
  } catch (error) {
    const fate = fateAfter(error)
    if (fate === 'later') {
      if (!mayHaveArrived(error)) await changeEntry(entry, (now) => ({ ...now, leftAt: leftBefore }))
      await on.changed('changed')
      return error instanceof ApiError && error.status === 500 ? 'failed' : 'later'
    }
    // What an earlier attempt stored may be why this one is refused.
    if (fate !== 'done' && !(leftBefore !== undefined && (await on.hasArrived(key)))) {
      await changeEntry(entry, (now) => ({ ...now, refusal: fate, isUntold: true }))
      await on.changed('changed')
      return 'refused'
    }
  }
  await removeEntry(entry)
  await on.changed('sent')
  return 'sent'
}

async function bodyOf(entry: OutboxEntry): Promise<FormData> {
  const body = new FormData()
  for (const [name, value] of entry.fields) body.set(name, value)
  for (const { field, file } of await filesOf(entry)) body.append(field, file)
  return body
}

/** Marks refusals as told, and returns how many there were. */
export async function tellRefusals(userId: number): Promise<number> {
  let count = 0
  for (const entry of await readEntries(userId)) {
    if (!entry.isUntold) continue
    // Another tab may have told it meanwhile.
    const told = await changeEntry(entry, (now) => (now.isUntold ? { ...now, isUntold: undefined } : undefined))
    if (told) count += 1
  }
  return count
}
