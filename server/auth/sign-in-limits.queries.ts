import { knownNetworkDays } from '../../contract/limits.ts'
import type { Sql } from '../../database/connect.ts'
import { hashUsername, type Limit } from './sign-in-limits.ts'

export interface Counted {
  attempts: number
  /** The seconds until the window ends. */
  secondsLeft: number
}

export function signInLimits(sql: Sql) {
  return {
    /** Attempts beyond the limit do not extend its window, and no window is longer than a new one, even if the clock was set back. */
    async count({ key, windowSeconds }: Limit): Promise<Counted> {
      const [counted] = await sql<[{ attempts: number; seconds_left: number }]>`
        insert into sign_in_attempts as a (key, attempts, window_ends_at)
        values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
        on conflict (key) do update set
          attempts = case when a.window_ends_at <= now() then 1 else a.attempts + 1 end,
          window_ends_at = case when a.window_ends_at <= now() then excluded.window_ends_at
            else least(a.window_ends_at, excluded.window_ends_at) end
        returning attempts, ceil(extract(epoch from window_ends_at - now()))::integer as seconds_left`
      return { attempts: counted.attempts, secondsLeft: counted.seconds_left }
    },

    /** Resets the limits after the right password: the tight one starts over, the wide ones get their attempt back. */
    async succeed([tight, ...wide]: Limit[]) {
      if (tight) await sql`delete from sign_in_attempts where key = ${tight.key}`
      await this.giveBack(wide)
    },

    /** The attempts are given back in the order in which they were counted, so that no two transactions wait for each other. */
    async giveBack(limits: Limit[]) {
      for (const { key } of limits) await sql`update sign_in_attempts set attempts = greatest(attempts - 1, 0) where key = ${key}`
    },

    async rememberNetwork(accountId: number, network: string) {
      await sql`
        insert into sign_in_addresses (user_id, address) values (${accountId}, ${network})
        on conflict (user_id, address) do update set last_signed_in_at = now()`
    },

    /** Forgets the attempts at that account, from everywhere. */
    async forget(username: string) {
      const hash = hashUsername(username)
      await sql`delete from sign_in_attempts where key like ${`%:${hash}`} or key like ${`%pair:${hash}:%`}`
    },

    async forgetExpired() {
      await sql`delete from sign_in_attempts where window_ends_at <= now()`
      await sql`delete from sign_in_addresses where last_signed_in_at <= now() - make_interval(days => ${knownNetworkDays})`
    },
  }
}
