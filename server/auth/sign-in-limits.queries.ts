import type { Sql } from '../../database/connect.ts'
import type { Account } from './auth.queries.ts'
import { limits } from './sign-in-limits.ts'

export interface SignInAttempt {
  /** None where nobody is called so. */
  account: Account | undefined
  pairKey: string
  otherKeys: string[]
  /** 0: go on. */
  waitSeconds: number
  isFirstRefusal: boolean
}

type BegunSignIn = { [Field in keyof Account]: Account[Field] | null } & {
  pair_key: string
  other_keys: string[]
  wait_seconds: number
  is_first_refusal: boolean
}

export function signInLimits(sql: Sql) {
  return {
    /** Counted before the password is looked at, so that a hundred attempts at once are a hundred attempts. */
    async begin(username: string, network: string): Promise<SignInAttempt> {
      const [begun] = await sql<[BegunSignIn]>`select * from begin_sign_in(${username}, ${network}, ${sql.json(limits)})`
      const { pair_key, other_keys, wait_seconds, is_first_refusal, ...account } = begun
      return {
        account: account.id === null ? undefined : (account as Account),
        pairKey: pair_key,
        otherKeys: other_keys,
        waitSeconds: wait_seconds,
        isFirstRefusal: is_first_refusal,
      }
    },

    /** A sign-in that went well was no failure. */
    async giveBack(keys: string[]) {
      await sql`update sign_in_attempts set attempts = greatest(attempts - 1, 0) where key in ${sql(keys.toSorted())}`
    },

    async clear(key: string) {
      await sql`delete from sign_in_attempts where key = ${key}`
    },

    async forgetExpired() {
      await sql`delete from sign_in_attempts where window_ends_at <= now()`
      await sql`delete from sign_in_addresses where last_signed_in_at <= now() - interval '30 days'`
    },
  }
}
