import type { Sql } from '../../database/connect.ts'

export interface Limit {
  key: string
  most: number
  windowSeconds: number
}

export function signInLimits(sql: Sql) {
  return {
    /**
     * Takes one attempt from each limit in turn, until one is used up: that one tells how long to wait, and the wider ones after
     * it are left alone, so that whoever is stopped by the tight net cannot use up everybody else's. Counted before the password
     * is looked at, so that a hundred attempts at once are a hundred attempts. Refused ones do not extend the window.
     */
    async take(limits: Limit[]): Promise<{ waitSeconds: number; isFirstRefusal: boolean }> {
      for (const { key, most, windowSeconds } of limits) {
        const [row] = await sql<{ attempts: number; seconds_left: number }[]>`
          insert into sign_in_attempts as a (key, attempts, window_ends_at)
          values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
          on conflict (key) do update set
            attempts = case when a.window_ends_at <= now() then 1 else a.attempts + 1 end,
            window_ends_at = case when a.window_ends_at <= now() then excluded.window_ends_at else a.window_ends_at end
          returning attempts, ceil(extract(epoch from window_ends_at - now()))::int as seconds_left`
        if (row && row.attempts > most)
          return { waitSeconds: Math.max(row.seconds_left, 1), isFirstRefusal: row.attempts === most + 1 }
      }
      return { waitSeconds: 0, isFirstRefusal: false }
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

    async rememberAddress(userId: number, address: string) {
      await sql`insert into sign_in_addresses (user_id, address) values (${userId}, ${address})
        on conflict (user_id, address) do update set last_signed_in_at = now()`
    },

    async forgetExpired() {
      await sql`delete from sign_in_attempts where window_ends_at <= now()`
      await sql`delete from sign_in_addresses where last_signed_in_at <= now() - interval '30 days'`
    },
  }
}
