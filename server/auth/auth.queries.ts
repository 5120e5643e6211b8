import type { SignedInUser } from '../../contract/auth.ts'
import { roles } from '../../contract/codes.ts'
import type { Sql } from '../../database/connect.ts'
import type { Settings } from '../settings.ts'

export type SessionLimits = Pick<Settings, 'SESSION_IDLE_MINUTES' | 'SESSION_MAX_HOURS'>

export interface Account extends SignedInUser {
  /** None where nobody has given them a password yet. */
  password_hash: string | null
}

export interface NewSession {
  tokenHash: Buffer
  oldTokenHash: Buffer | undefined
  address: string
  network: string
  isNetworkRemembered: boolean
  /** A good sign-in empties the first of these limits, and gives the others their attempt back. */
  takenKeys: string[]
}

export function accounts(sql: Sql) {
  return {
    async byUsername(username: string): Promise<Account | undefined> {
      const [account] = await sql<Account[]>`
        select id, role_id, username, name, password_hash from users
        where lower(username) = lower(${username}) and removed_at is null`
      return account
    },

    /** Held until the end of the transaction, so that two changes of one password follow each other. */
    async lockById(id: number): Promise<Account | undefined> {
      const [account] = await sql<Account[]>`
        select id, role_id, username, name, password_hash from users where id = ${id} and removed_at is null for update`
      return account
    },

    async administrators(): Promise<string[]> {
      const found = await sql<{ username: string }[]>`
        select username from users where role_id = ${roles.admin} and removed_at is null order by lower(username)`
      return found.map(({ username }) => username)
    },

    /** By nobody of the portal where it is done on its machine. */
    async setPassword(id: number, passwordHash: string, by: number | null) {
      await sql`update users set password_hash = ${passwordHash}, updated_by = ${by} where id = ${id}`
    },
  }
}

export function sessions(sql: Sql) {
  return {
    /** All that follows a right password, in one step. False when the account changed meanwhile. */
    async startAfterSignIn(account: Account, given: NewSession): Promise<boolean> {
      const { tokenHash, oldTokenHash, address, network, isNetworkRemembered, takenKeys } = given
      const [row] = await sql<[{ started: boolean }]>`
        select start_session(${account.id}, ${account.password_hash}, ${tokenHash}, ${oldTokenHash ?? null}::bytea, ${address}, ${network},
          ${isNetworkRemembered}, ${sql.json(takenKeys)}) as started`
      return row.started
    },

    async start(userId: number, tokenHash: Buffer) {
      await sql`insert into sessions (token_hash, user_id) values (${tokenHash}, ${userId})`
    },

    async end(tokenHash: Buffer) {
      await sql`delete from sessions where token_hash = ${tokenHash}`
    },

    /** A look that is no use of the session, such as one of an open line, leaves its idle time running. */
    async userOf(tokenHash: Buffer, limits: SessionLimits, isUse = true): Promise<SignedInUser | null> {
      const [found] = await sql<(SignedInUser & { is_stale: boolean })[]>`
        select u.id, u.role_id, u.username, u.name, s.last_seen_at < now() - make_interval(secs => least(60, ${limits.SESSION_IDLE_MINUTES} * 6)) as is_stale
        from sessions s join users u on u.id = s.user_id
        where s.token_hash = ${tokenHash} and u.removed_at is null
          and s.last_seen_at > now() - make_interval(mins => ${limits.SESSION_IDLE_MINUTES})
          and s.created_at > now() - make_interval(hours => ${limits.SESSION_MAX_HOURS})`
      if (!found) return null
      const { is_stale, ...user } = found
      // Once a minute (or a tenth of the idle time) is exact enough, and spares a write at every request.
      if (is_stale && isUse) await sql`update sessions set last_seen_at = now() where token_hash = ${tokenHash}`
      return user
    },

    async forgetExpired(limits: SessionLimits) {
      await sql`delete from sessions
        where last_seen_at <= now() - make_interval(mins => ${limits.SESSION_IDLE_MINUTES})
           or created_at <= now() - make_interval(hours => ${limits.SESSION_MAX_HOURS})`
    },
  }
}
