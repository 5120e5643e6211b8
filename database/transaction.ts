import { database as limits } from '../contract/limits.ts'
import type { Database, Sql, TransactionOptions } from './connect.ts'
import { isRetryable, SessionEnded } from './errors.ts'
import { type IdempotencyKey, idempotencyKeys } from './idempotency-keys.ts'

/** The person who acts, and their address. */
export interface Actor {
  id: number
  address: string
  /** The hash of the session's token. None if the portal itself acts, or a session is only being started. */
  session?: Buffer
  /** The key of a change that is done once; a repetition gets the result of the first time. */
  idempotencyKey?: IdempotencyKey | undefined
}

/** Retries after a serialization failure or a deadlock. */
export async function retry<T>(work: () => Promise<T>, attempts = limits.attempts): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isRetryable(error) || attempt === attempts) throw error
    }
  }
}

const settingsOf = (tx: Sql, id: number | undefined, address: string, capacity: object | null) => tx`
  select set_config('portal.actor_id', ${id === undefined ? '' : String(id)}, true),
    set_config('portal.address', ${address}, true), set_config('portal.capacity', ${capacity ? JSON.stringify(capacity) : ''}, true)`

/** Sets the actor of this transaction and their capacity, for the audit records that triggers write (functions/audit.sql). */
export async function actAs(
  tx: Sql,
  { id, address, capacity = null }: { id: number | undefined; address: string; capacity?: object | null },
) {
  await settingsOf(tx, id, address, capacity)
}

/**
 * Sets the actor, and locks their session in the same statement, because the rights that a request began with may have ended since: a body
 * may take seconds to arrive, and work may wait in a queue. Whatever ends them (logout, another role, removal, a new password) deletes the
 * session, and waits for the lock that is taken here.
 */
async function actInSession(tx: Sql, { id, address, session }: Actor) {
  if (!session) return actAs(tx, { id, address })
  const rows =
    await tx`${settingsOf(tx, id, address, null)} from sessions where token_hash = ${session} and user_id = ${id} for key share`
  if (rows.length === 0) throw new SessionEnded()
}

/**
 * Every change goes through this: a transaction that knows its actor, and that is retried after a serialization failure or a deadlock. The
 * result is stored with the actor's idempotency key, if there is one: it must not contain a secret.
 */
export function auditedTransaction<T>(
  database: Database,
  actor: Actor,
  work: (tx: Sql, by: number) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  return authorizedTransaction(database, actor, async () => undefined, work, options)
}

/**
 * The same for rights that may end while the session goes on. They are read and locked in the transaction, before the work and also before
 * the result of a repeated request is returned: it may concern a user whom the actor may not see any more.
 */
export function authorizedTransaction<T, Granted>(
  database: Database,
  actor: Actor,
  authorize: (tx: Sql) => Promise<Granted>,
  work: (tx: Sql, by: number, granted: Granted) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  return retry(() =>
    database.begin(async (tx) => {
      await actInSession(tx, actor)
      const granted = await authorize(tx)
      const { id, idempotencyKey } = actor
      return idempotencyKey ? idempotencyKeys(tx).once(id, idempotencyKey, () => work(tx, id, granted)) : work(tx, id, granted)
    }, options),
  )
}
