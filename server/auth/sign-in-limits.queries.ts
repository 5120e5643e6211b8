import type { Sql } from '../../database/connect.ts'
import type { Account } from './auth.queries.ts'
import { limits } from './sign-in-limits.ts'

export interface SignInAttempt {
  /** None where nobody is called so. */
  account: Account | undefined
  /** The limits it was taken from: the tight one of this account from this network first, then the wide ones. */
  takenKeys: string[]
  /** Whether they signed in from there within the last day. */
  isNetworkRemembered: boolean
  /** 0: go on. */
  waitSeconds: number
  isFirstRefusal: boolean
}

type BegunSignIn = { [Field in keyof Account]: Account[Field] | null } & {
  taken_keys: string[]
  is_network_remembered: boolean
  wait_seconds: number
  is_first_refusal: boolean
}

export function signInLimits(sql: Sql) {
  return {
    /** Counted before the password is looked at, so that a hundred attempts at once are a hundred attempts. */
    async begin(username: string, network: string): Promise<SignInAttempt> {
      const [begun] = await sql<[BegunSignIn]>`select * from begin_sign_in(${username}, ${network}, ${sql.json(limits)})`
      const { taken_keys, is_network_remembered, wait_seconds, is_first_refusal, ...account } = begun
      return {
        account: account.id === null ? undefined : (account as Account),
        takenKeys: taken_keys,
        isNetworkRemembered: is_network_remembered,
        waitSeconds: wait_seconds,
        isFirstRefusal: is_first_refusal,
      }
    },

    /** A password that was right was no failure: as after a sign-in, but without one. */
    async giveBack(keys: string[]) {
      for (const key of keys) await sql`update sign_in_attempts set attempts = greatest(attempts - 1, 0) where key = ${key}`
    },

    async clear(key: string) {
      await sql`delete from sign_in_attempts where key = ${key}`
    },

    /** Of that account, from everywhere. */
    async forget(username: string) {
      await sql`
        delete from sign_in_attempts where split_part(key, ':', 1) in ('pair', 'account')
          and split_part(key, ':', 2) = encode(sha256(convert_to(lower(${username}), 'UTF8')), 'hex')`
    },

    async forgetExpired() {
      await sql`delete from sign_in_attempts where window_ends_at <= now()`
      await sql`delete from sign_in_addresses where last_signed_in_at <= now() - interval '30 days'`
    },
  }
}
