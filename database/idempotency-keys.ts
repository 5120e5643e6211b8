import { outboxMarginDays } from '../contract/limits.ts'
import type { Sql } from './connect.ts'
import { IdempotencyKeyReused } from './errors.ts'

/** The key that a client sent with a change, and the hash of that change. */
export interface IdempotencyKey {
  keyHash: Buffer
  requestHash: Buffer
  /** Called if the change was done before, and its first result is returned. */
  onReplay?: () => void
}

export function idempotencyKeys(sql: Sql) {
  return {
    /**
     * Does the work of a key once, in the transaction of `sql`; the second time its first result is returned. Of two at the same moment, the
     * insert of the second waits for the end of the first.
     */
    async once<T>(userId: number, { keyHash, requestHash, onReplay }: IdempotencyKey, work: () => Promise<T>): Promise<T> {
      const row = { user_id: userId, key_hash: keyHash, request_hash: requestHash }
      const inserted = await sql`insert into idempotency_keys ${sql.insert(row)} on conflict do nothing returning user_id`
      const isKey = sql`user_id = ${userId} and key_hash = ${keyHash}`
      if (inserted.length === 0) {
        const [first] = await sql<{ request_hash: Buffer; reply: T }[]>`
          select request_hash, reply from idempotency_keys where ${isKey}`
        if (!first?.request_hash.equals(requestHash)) throw new IdempotencyKeyReused()
        onReplay?.()
        return first.reply
      }
      const result = await work()
      await sql`update idempotency_keys set reply = ${JSON.stringify(result ?? null)} where ${isKey}`
      return result
    },

    /** Whether the change is done: false also for a change that is still being made. */
    async isDone(userId: number, keyHash: Buffer): Promise<boolean> {
      const rows = await sql`select from idempotency_keys where user_id = ${userId} and key_hash = ${keyHash}`
      return rows.length > 0
    },

    /** Keys are kept longer than the oldest entry of an outbox that is still sent: with a forgotten key it would be done twice. */
    async forgetOld(outboxDays: number) {
      const days = outboxDays + outboxMarginDays
      await sql`delete from idempotency_keys where created_at < now() - make_interval(days => ${days})`
    },
  }
}
