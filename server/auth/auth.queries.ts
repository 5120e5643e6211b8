import type { SignedInUser } from '../../contract/auth.ts'
import { roles } from '../../contract/codes.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { endReasonHours, knownNetworkDays } from '../../contract/limits.ts'
import { latinDigits } from '../../contract/numbers.ts'
import type { OwnSession } from '../../contract/own-sessions.ts'
import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import { type PolicySettings, type ViewerRow, viewerColumns, viewerFrom } from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'
import type { Settings } from '../settings.ts'
import type { SessionEndReason } from './session-end.ts'

export type SessionLimits = Pick<Settings, 'SESSION_IDLE_MINUTES' | 'SESSION_MAX_HOURS' | 'REQUIRE_SECOND_FACTOR'>

/** The method by which a session began. A second factor beside the password does not change it. */
export type SessionMethod = 'password' | 'passkey' | 'sso'

export interface Account extends SignedInUser {
  /** Null for a user who has no password yet. */
  password_hash: string | null
}

/** A session that began at the provider, by the provider's names. */
export interface SsoSession {
  issuer: string
  subject: string
  sessionId: string | undefined
}

/** The proof by which a session was started. */
export interface SessionProof {
  method: SessionMethod
  sso?: SsoSession | undefined
  /** Whether a second factor was given, here or at the provider. */
  secondFactor: boolean
  /** The browser and the system, for the owner of the session. */
  device: string | null
}

interface SessionPreferences {
  language: Language | null
  opens_with: string | null
  must_change_password: boolean
  newest_notice: number | null
}

export interface AccountWithNetworks extends Account {
  /** The networks from which the user signed in within the last 30 days. */
  known_networks: string[]
}

export function accounts(sql: Sql) {
  return {
    /** False if the portal has never been started on this database. */
    async tableExists(): Promise<boolean> {
      const [row] = await sql<[{ found: boolean }]>`select to_regclass('users') is not null as found`
      return row.found
    },

    /** The account with the username as it was typed or, because digits are stored as Latin ones, with these. */
    async byUsername(username: string): Promise<AccountWithNetworks | undefined> {
      const [account] = await sql<AccountWithNetworks[]>`
        select id, role_id, username, name, password_hash, array(
          select address from sign_in_addresses where user_id = users.id and last_signed_in_at > now() - make_interval(days => ${knownNetworkDays})
        ) as known_networks from users
        where lower(username) in (lower(${username} collate name_order), lower(${latinDigits(username)} collate name_order)) and removed_at is null
        order by lower(username) = lower(${username} collate name_order) desc limit 1`
      return account
    },

    /** The account, locked until the end of the transaction: a change of its password or its removal was before that, or comes after it. */
    async lockById(id: number): Promise<Account | undefined> {
      const [account] = await sql<Account[]>`
        select id, role_id, username, name, password_hash from users where id = ${id} and removed_at is null for update`
      return account
    },

    /** Whether the user has a password. Without one they sign in by other means. */
    async hasPassword(id: number): Promise<boolean> {
      const found = await sql`select from users where id = ${id} and password_hash is not null`
      return found.length > 0
    },

    /** Whether another person chose the password, and may have written it down. */
    async hasInitialPassword(id: number): Promise<boolean> {
      const found = await sql`select from users where id = ${id} and password_is_initial`
      return found.length > 0
    },

    async administrators(): Promise<string[]> {
      const found = await sql<{ username: string }[]>`
        select username from users where role_id = ${roles.admin} and removed_at is null order by username`
      return found.map(({ username }) => username)
    },

    /** Sets a password, without an actor on the machine itself. A password that the member did not choose is an initial one. */
    async setPassword(id: number, passwordHash: string, by: number | null) {
      await sql`update users set password_hash = ${passwordHash}, password_is_initial = ${by !== id}, updated_by = ${by} where id = ${id}`
    },
  }
}

export function preferences(sql: Sql) {
  return {
    async setLanguage(userId: number, language: Language) {
      await sql`insert into user_preferences (user_id, language) values (${userId}, ${language})
        on conflict (user_id) do update set language = excluded.language`
    },

    /** Null for the default panel. */
    async setOpeningPanel(userId: number, panel: string | null) {
      await sql`insert into user_preferences (user_id, opens_with) values (${userId}, ${panel})
        on conflict (user_id) do update set opens_with = excluded.opens_with`
    },
  }
}

/**
 * Whether a session `s` of its user `u` is valid. All times are the database's own; one that lies ahead of its clock was written before the
 * clock was set back, and would make the session last longer than it may.
 */
function isAlive(sql: Sql, limits: SessionLimits) {
  return sql`u.removed_at is null
    and greatest(s.created_at, s.last_seen_at) < now() + interval '5 minutes'
    and s.last_seen_at > now() - make_interval(mins => ${limits.SESSION_IDLE_MINUTES})
    and s.created_at > now() - make_interval(hours => ${limits.SESSION_MAX_HOURS})`
}

/** A session from before the setting, or before its user got the role, has no second factor. A passkey counts as both. */
function isStrongEnough(sql: Sql, { REQUIRE_SECOND_FACTOR }: SessionLimits) {
  if (REQUIRE_SECOND_FACTOR === 'none') return sql`true`
  return sql`(u.role_id <> ${roles.admin} or s.second_factor or s.method = 'passkey')`
}

/** The names of the provider's session, as columns. */
export function ssoColumns(sso: SsoSession | undefined) {
  return sso && { sso_issuer: sso.issuer, sso_subject: sso.subject, sso_session_id: sso.sessionId ?? null }
}

export interface SsoColumns {
  sso_issuer: string | null
  sso_subject: string | null
  sso_session_id: string | null
}

export function ssoSessionIn({ sso_issuer: issuer, sso_subject: subject, sso_session_id }: SsoColumns): SsoSession | undefined {
  return issuer !== null && subject !== null ? { issuer, subject, sessionId: sso_session_id ?? undefined } : undefined
}

export function sessions(sql: Sql) {
  return {
    async start(userId: number, tokenHash: Buffer, { method, sso, secondFactor, device }: SessionProof) {
      const row = { token_hash: tokenHash, user_id: userId, method, second_factor: secondFactor, device, ...ssoColumns(sso) }
      await sql`insert into sessions ${sql.insert(row)}`
    },

    async proofOf(tokenHash: Buffer): Promise<SessionProof | undefined> {
      const [found] = await sql<({ method: SessionMethod; second_factor: boolean; device: string | null } & SsoColumns)[]>`
        select method, second_factor, device, sso_issuer, sso_subject, sso_session_id from sessions where token_hash = ${tokenHash}`
      return found && { method: found.method, secondFactor: found.second_factor, device: found.device, sso: ssoSessionIn(found) }
    },

    /** The sessions of a user that are still valid. */
    async listOf(userId: number, current: Buffer, limits: SessionLimits): Promise<OwnSession[]> {
      const moment = (column: Fragment) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
      return sql<OwnSession[]>`
        select s.device, ${moment(sql`s.created_at`)} as signed_in_at, ${moment(sql`s.last_seen_at`)} as last_used_at,
          s.token_hash = ${current} as is_this
        from sessions s join users u on u.id = s.user_id where s.user_id = ${userId} and ${isAlive(sql, limits)}
        order by is_this desc, s.last_seen_at desc, s.created_at desc`
    },

    /** Ends all sessions of a user but one, and returns how many there were. */
    async endOthersOf(userId: number, current: Buffer): Promise<number> {
      const [ended] = await sql<[{ count: number }]>`
        select end_sessions_because(${userId}, 'signed out elsewhere', ${current}) as count`
      return ended.count
    },

    /** Ends all sessions of a user whose second factors an administrator removed. */
    async endAllWithoutFactors(userId: number) {
      await sql`select end_sessions_because(${userId}, 'factors removed')`
    },

    /** Why the session ended, for the browser that has it; undefined if it was not ended by somebody, or long ago. */
    async reasonOfEnd(tokenHash: Buffer): Promise<SessionEndReason | undefined> {
      const [ended] = await sql<{ reason: SessionEndReason }[]>`
        select reason from ended_sessions
        where token_hash = ${tokenHash} and ended_at > now() - make_interval(hours => ${endReasonHours})`
      return ended?.reason
    },

    async rememberFirst(userId: number) {
      await sql`insert into first_sign_ins (user_id) values (${userId}) on conflict do nothing`
    },

    /** Ends a session, and returns how it had begun; undefined if it had ended before. */
    async end(tokenHash: Buffer): Promise<string | undefined> {
      const [ended] = await sql<{ method: string }[]>`delete from sessions where token_hash = ${tokenHash} returning method`
      return ended?.method
    },

    /** The user of a session. Every request reads it, so that ended sessions and rights are over on every server at once. */
    async userOf(
      tokenHash: Buffer,
      settings: SessionLimits & PolicySettings,
    ): Promise<{ user: SignedInUser; viewer: Viewer; endsAt: Date } | 'second factor missing' | null> {
      type Found = SignedInUser & ViewerRow & { is_alive: boolean; is_strong: boolean; is_stale: boolean; ends_at: Date }
      const [found] = await sql<Found[]>`
        select u.username, u.name, ${viewerColumns(sql)}, ${isAlive(sql, settings)} as is_alive,
          ${isStrongEnough(sql, settings)} as is_strong,
          s.created_at + make_interval(hours => ${settings.SESSION_MAX_HOURS}) as ends_at,
          s.last_seen_at < now() - make_interval(secs => least(60, ${settings.SESSION_IDLE_MINUTES} * 6)) as is_stale
        from sessions s join users u on u.id = s.user_id
        where s.token_hash = ${tokenHash}`
      if (!found) return null
      const { is_alive, is_stale, ends_at, id, role_id, username, name } = found
      if (!is_alive) {
        // A session that has expired once stays ended, also when the clock goes back.
        await this.end(tokenHash)
        return null
      }
      // The session stays, so that every page of this browser says why; signing in replaces it.
      if (!found.is_strong) return 'second factor missing'
      // The time is written once a minute (or a tenth of the idle time), which is exact enough, and saves a write at every request.
      if (is_stale) await sql`update sessions set last_seen_at = now() where token_hash = ${tokenHash}`
      return { user: { id, role_id, username, name }, viewer: viewerFrom(found, settings), endsAt: ends_at }
    },

    /** The sessions that are still valid. This does not count as use: the idle time of a page that is only open keeps running. */
    async stillAlive(tokenHashes: Buffer[], limits: SessionLimits): Promise<Buffer[]> {
      const found = await sql<{ token_hash: Buffer }[]>`
        select s.token_hash from sessions s join users u on u.id = s.user_id
        where s.token_hash = any(${tokenHashes}) and ${isAlive(sql, limits)} and ${isStrongEnough(sql, limits)}`
      return found.map(({ token_hash }) => token_hash)
    },

    /**
     * What a page reads when it opens, in one query: the language of the account, the panel that it opens with, and whether the session began with a password that another
     * person chose. A member who signed in without a password is not asked to replace it.
     */
    async preferencesOf(tokenHash: Buffer): Promise<SessionPreferences> {
      const [found] = await sql<SessionPreferences[]>`
        select p.language, p.opens_with, s.method = 'password' and u.password_is_initial as must_change_password,
          (select max(n.id)::int from notices n where n.user_id = u.id) as newest_notice
        from sessions s join users u on u.id = s.user_id left join user_preferences p on p.user_id = u.id
        where s.token_hash = ${tokenHash}`
      return found ?? { language: null, opens_with: null, must_change_password: false, newest_notice: null }
    },

    async forgetExpired(limits: SessionLimits) {
      await sql`delete from sessions s using users u where u.id = s.user_id and not (${isAlive(sql, limits)})`
      await sql`delete from ended_sessions where ended_at < now() - make_interval(hours => ${endReasonHours})`
    },
  }
}
