import type { Sql } from '../../database/connect.ts'

export interface Limit {
  key: string
  most: number
  windowSeconds: number
}

export function signInLimits(sql: Sql) {
  return {
    /** Counted before the password is looked at, so that a hundred attempts at once are a hundred attempts. */
    async take(limits: Limit[]): Promise<{ waitSeconds: number; isFirstRefusal: boolean }> {
      const [taken] = await sql<[{ wait_seconds: number; is_first_refusal: boolean }]>`
        select * from take_sign_in_attempts(${sql.json(limits as never)})`
      return { waitSeconds: taken.wait_seconds, isFirstRefusal: taken.is_first_refusal }
    },

    /** A sign-in that went well was no failure. */
    async giveBack(keys: string[]) {
      await sql`update sign_in_attempts set attempts = greatest(attempts - 1, 0) where key in ${sql(keys.toSorted())}`
    },

    async clear(key: string) {
      await sql`delete from sign_in_attempts where key = ${key}`
    },

    async isKnownAddress(userId: number, address: string): Promise<boolean> {
      const [row] = await sql`
        select from sign_in_addresses
        where user_id = ${userId} and address = ${address} and last_signed_in_at > now() - interval '30 days'`
      return row !== undefined
    },

    async forgetExpired() {
      await sql`delete from sign_in_attempts where window_ends_at <= now()`
      await sql`delete from sign_in_addresses where last_signed_in_at <= now() - interval '30 days'`
    },
  }
}
