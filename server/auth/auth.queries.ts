import type { SignedInUser } from '../../contract/auth.ts'
import { roles } from '../../contract/codes.ts'
import type { Language } from '../../contract/languages/languages.ts'
import type { Sql } from '../../database/connect.ts'
import { type PolicySettings, type ViewerRow, viewerColumns, viewerFrom } from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'
import type { Settings } from '../settings.ts'

export type SessionLimits = Pick<Settings, 'SESSION_IDLE_MINUTES' | 'SESSION_MAX_HOURS'>

/** How a session began. A second factor beside the password does not change it. */
export type SessionMethod = 'password' | 'passkey' | 'sso'

export interface Account extends SignedInUser {
  /** Null if they have no password yet. */
  password_hash: string | null
}

/** A session that began at the provider, by the provider's names. */
export interface SsoSession {
  issuer: string
  subject: string
  sessionId: string | undefined
}

export interface AccountWithNetworks extends Account {
  /** From where they signed in within the last 30 days. */
  known_networks: string[]
}

export function accounts(sql: Sql) {
  return {
    /** False where the portal has never been started on this database. */
    async tableExists(): Promise<boolean> {
      const [row] = await sql<[{ found: boolean }]>`select to_regclass('users') is not null as found`
      return row.found
    },

    async byUsername(username: string): Promise<AccountWithNetworks | undefined> {
      const [account] = await sql<AccountWithNetworks[]>`
        select id, role_id, username, name, password_hash, array(
          select address from sign_in_addresses where user_id = users.id and last_signed_in_at > now() - interval '30 days'
        ) as known_networks from users
        where lower(username) = lower(${username} collate name_order) and removed_at is null`
      return account
    },

    /** Locked until the end of the transaction: a change of its password or its removal was before that, or comes after it. */
    async lockById(id: number): Promise<Account | undefined> {
      const [account] = await sql<Account[]>`
        select id, role_id, username, name, password_hash from users where id = ${id} and removed_at is null for update`
      return account
    },

    /** Without one they sign in by other means. */
    async hasPassword(id: number): Promise<boolean> {
      const found = await sql`select from users where id = ${id} and password_hash is not null`
      return found.length > 0
    },

    async administrators(): Promise<string[]> {
      const found = await sql<{ username: string }[]>`
        select username from users where role_id = ${roles.admin} and removed_at is null order by username`
      return found.map(({ username }) => username)
    },

    /** Without an actor where it is done on the machine itself. A password that the member did not choose is an initial one. */
    async setPassword(id: number, passwordHash: string, by: number | null) {
      await sql`update users set password_hash = ${passwordHash}, password_is_initial = ${by !== id}, updated_by = ${by} where id = ${id}`
    },
  }
}

export function preferences(sql: Sql) {
  return {
    async language(userId: number): Promise<Language | undefined> {
      const [found] = await sql<{ language: Language | null }[]>`select language from user_preferences where user_id = ${userId}`
      return found?.language ?? undefined
    },

    async setLanguage(userId: number, language: Language) {
      await sql`insert into user_preferences (user_id, language) values (${userId}, ${language})
        on conflict (user_id) do update set language = excluded.language`
    },
  }
}

/**
 * Of a session `s` and its user `u`. All times are the database's own; one that lies ahead of its clock was written before the clock was
 * set back, and would make the session last longer than it may.
 */
function isAlive(sql: Sql, limits: SessionLimits) {
  return sql`u.removed_at is null
    and greatest(s.created_at, s.last_seen_at) < now() + interval '5 minutes'
    and s.last_seen_at > now() - make_interval(mins => ${limits.SESSION_IDLE_MINUTES})
    and s.created_at > now() - make_interval(hours => ${limits.SESSION_MAX_HOURS})`
}

export function sessions(sql: Sql) {
  return {
    async start(userId: number, tokenHash: Buffer, method: SessionMethod = 'password', sso?: SsoSession) {
      const atProvider = sso && { sso_issuer: sso.issuer, sso_subject: sso.subject, sso_session_id: sso.sessionId ?? null }
      await sql`insert into sessions ${sql.insert({ token_hash: tokenHash, user_id: userId, method, ...atProvider })}`
    },

    async rememberFirst(userId: number) {
      await sql`insert into first_sign_ins (user_id) values (${userId}) on conflict do nothing`
    },

    /** How it had begun; undefined if it had ended before. */
    async end(tokenHash: Buffer): Promise<string | undefined> {
      const [ended] = await sql<{ method: string }[]>`delete from sessions where token_hash = ${tokenHash} returning method`
      return ended?.method
    },

    /** Asked by every request, so that ended sessions and rights are over on every server at once. */
    async userOf(
      tokenHash: Buffer,
      settings: SessionLimits & PolicySettings,
    ): Promise<{ user: SignedInUser; viewer: Viewer; endsAt: Date } | null> {
      const [found] = await sql<(SignedInUser & ViewerRow & { is_alive: boolean; is_stale: boolean; ends_at: Date })[]>`
        select u.username, u.name, ${viewerColumns(sql)}, ${isAlive(sql, settings)} as is_alive,
          s.created_at + make_interval(hours => ${settings.SESSION_MAX_HOURS}) as ends_at,
          s.last_seen_at < now() - make_interval(secs => least(60, ${settings.SESSION_IDLE_MINUTES} * 6)) as is_stale
        from sessions s join users u on u.id = s.user_id
        where s.token_hash = ${tokenHash}`
      if (!found) return null
      const { is_alive, is_stale, ends_at, id, role_id, username, name } = found
      if (!is_alive) {
        // What has expired once stays ended, also when the clock goes back.
        await this.end(tokenHash)
        return null
      }
      // Once a minute (or a tenth of the idle time) is exact enough, and spares a write at every request.
      if (is_stale) await sql`update sessions set last_seen_at = now() where token_hash = ${tokenHash}`
      return { user: { id, role_id, username, name }, viewer: viewerFrom(found, settings), endsAt: ends_at }
    },

    /** Those that are still valid. Does not count as use: the idle time of a page that is only open keeps running. */
    async stillAlive(tokenHashes: Buffer[], limits: SessionLimits): Promise<Buffer[]> {
      const found = await sql<{ token_hash: Buffer }[]>`
        select s.token_hash from sessions s join users u on u.id = s.user_id
        where s.token_hash = any(${tokenHashes}) and ${isAlive(sql, limits)}`
      return found.map(({ token_hash }) => token_hash)
    },

    /** Whether it began with a password that another person chose for the member. Who signed in without a password is not asked. */
    async mustChangePassword(tokenHash: Buffer): Promise<boolean> {
      const found = await sql`select from sessions s join users u on u.id = s.user_id
        where s.token_hash = ${tokenHash} and s.method = 'password' and u.password_is_initial`
      return found.length > 0
    },

    async forgetExpired(limits: SessionLimits) {
      await sql`delete from sessions s using users u where u.id = s.user_id and not (${isAlive(sql, limits)})`
    },
  }
}
