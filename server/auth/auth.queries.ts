import type { SignedInUser } from '../../contract/auth.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { endReasonHours, knownDeviceDays, knownNetworkDays, passkeyOfferedFrom } from '../../contract/limits.ts'
import { latinDigits } from '../../contract/numbers.ts'
import type { OwnSession } from '../../contract/own-sessions.ts'
import type { Dashboard } from '../../contract/rights.ts'
import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import {
  administers,
  hasRights,
  type PolicySettings,
  type ViewerRow,
  viewerColumns,
  viewerFrom,
} from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'
import type { Settings } from '../settings.ts'
import { deviceOf, isSameDevice } from './device.ts'
import type { SessionEndReason } from './session-end.ts'
import { stayingHours } from './staying.ts'

export type SessionLimits = Pick<
  Settings,
  'SESSION_IDLE_MINUTES' | 'SESSION_MAX_HOURS' | 'STAY_SIGNED_IN_DAYS' | 'REQUIRE_SECOND_FACTOR'
>

/** The method by which a session began. A second factor beside the password does not change it. */
export type SessionMethod = 'password' | 'passkey' | 'sso'

export interface Account extends SignedInUser {
  /** By the role, or by a right beside being scored. */
  is_administrator: boolean
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
  /** Whether the user chose to stay signed in on the device. */
  stays?: boolean
}

interface SessionPreferences {
  language: Language | null
  opens_with: string | null
  must_change_password: boolean
  newest_notice: number | null
  /** Whether this is a moment to offer a passkey, which the user does not have. */
  offers_passkey: boolean
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
        select id, role_id, username, name, password_hash, ${administers(sql, 'users')} as is_administrator, array(
          select address from sign_in_addresses where user_id = users.id and last_signed_in_at > now() - make_interval(days => ${knownNetworkDays})
        ) as known_networks from users
        where lower(username) in (lower(${username} collate name_order), lower(${latinDigits(username)} collate name_order)) and removed_at is null
        order by lower(username) = lower(${username} collate name_order) desc limit 1`
      return account
    },

    /** The account, locked until the end of the transaction: a change of its password or its removal was before that, or comes after it. */
    async lockById(id: number): Promise<Account | undefined> {
      const [account] = await sql<Account[]>`
        select id, role_id, username, name, password_hash, ${administers(sql, 'users')} as is_administrator from users where id = ${id} and removed_at is null for update`
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
        select username from users where removed_at is null and ${administers(sql, 'users')} order by username`
      return found.map(({ username }) => username)
    },

    /** Sets a password, without an actor on the machine itself. A password that the member did not choose is an initial one. */
    async setPassword(id: number, passwordHash: string, by: number | null) {
      await sql`update users set password_hash = ${passwordHash}, password_is_initial = ${by !== id}, updated_by = ${by} where id = ${id}`
    },
  }
}

const offerColumns = { passkey: 'passkey_offered_at', 'home-screen': 'home_screen_offered_at' } as const

export function preferences(sql: Sql) {
  return {
    /** Notes that something was offered to the user. False if it was before: of two devices at the same time, one is first. */
    async noteOffer(userId: number, offer: keyof typeof offerColumns): Promise<boolean> {
      const column = sql.identifier(offerColumns[offer])
      const noted = await sql`insert into user_preferences as p (user_id, ${column}) values (${userId}, now())
        on conflict (user_id) do update set ${column} = now() where p.${column} is null returning user_id`
      return noted.length > 0
    },

    async setLanguage(userId: number, language: Language) {
      await sql`insert into user_preferences (user_id, language) values (${userId}, ${language})
        on conflict (user_id) do update set language = excluded.language`
    },

    async setDashboard(userId: number, dashboard: Dashboard) {
      await sql`insert into user_preferences (user_id, dashboard) values (${userId}, ${dashboard})
        on conflict (user_id) do update set dashboard = excluded.dashboard`
    },

    /** Null for the default panel. */
    async setOpeningPanel(userId: number, panel: string | null) {
      await sql`insert into user_preferences (user_id, opens_with) values (${userId}, ${panel})
        on conflict (user_id) do update set opens_with = excluded.opens_with`
    },
  }
}

/** Whether a session `s` is one that stays. Where the setting offers that no longer, none is. */
function doesStay(sql: Sql, { STAY_SIGNED_IN_DAYS }: SessionLimits) {
  return STAY_SIGNED_IN_DAYS > 0 ? sql`s.stays` : sql`false`
}

/** The latest end of a session `s`, by the settings of today: a shorter time ends those that began before it was set, too. */
function endOf(sql: Sql, limits: SessionLimits) {
  return sql`(s.created_at + make_interval(hours => case when ${doesStay(sql, limits)}
    then ${stayingHours(limits)}::int else ${limits.SESSION_MAX_HOURS}::int end))`
}

/**
 * Whether a session `s` of its user `u` is valid. One that stays may be unused for long. All times are the database's own; one that lies
 * ahead of its clock was written before the clock was set back, and would make the session last longer than it may.
 */
function isAlive(sql: Sql, limits: SessionLimits) {
  return sql`u.removed_at is null
    and greatest(s.created_at, s.last_seen_at) < now() + interval '5 minutes'
    and (${doesStay(sql, limits)} or s.last_seen_at > now() - make_interval(mins => ${limits.SESSION_IDLE_MINUTES}))
    and ${endOf(sql, limits)} > now()`
}

/** A session from before the setting, or before its user got the right, has no second factor. A passkey counts as both. */
function isStrongEnough(sql: Sql, { REQUIRE_SECOND_FACTOR }: SessionLimits) {
  if (REQUIRE_SECOND_FACTOR === 'none') return sql`true`
  const mustHave = REQUIRE_SECOND_FACTOR === 'admins' ? administers(sql, 'u') : hasRights(sql, 'u')
  return sql`(s.second_factor or s.method = 'passkey' or not ${mustHave})`
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

/** The reasons of a session that somebody ended from a list. */
type EndedBySomebody = Extract<SessionEndReason, 'signed out elsewhere' | 'signed out by administrator'>

export function sessions(sql: Sql) {
  return {
    async start(userId: number, tokenHash: Buffer, { method, sso, secondFactor, device, stays = false }: SessionProof) {
      const row = {
        token_hash: tokenHash,
        user_id: userId,
        method,
        second_factor: secondFactor,
        device,
        stays,
        ...ssoColumns(sso),
      }
      await sql`insert into sessions ${sql.insert(row)}`
    },

    async proofOf(tokenHash: Buffer): Promise<Required<SessionProof> | undefined> {
      const [found] = await sql<
        ({ method: SessionMethod; second_factor: boolean; device: string | null; stays: boolean } & SsoColumns)[]
      >`
        select method, second_factor, device, stays, sso_issuer, sso_subject, sso_session_id from sessions
        where token_hash = ${tokenHash}`
      if (!found) return undefined
      const { method, second_factor: secondFactor, device, stays } = found
      return { method, secondFactor, device, stays, sso: ssoSessionIn(found) }
    },

    /** The sessions of a user that are still valid. */
    async listOf(userId: number, current: Buffer, limits: SessionLimits): Promise<OwnSession[]> {
      const moment = (column: Fragment) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
      return sql<OwnSession[]>`
        select s.id, s.device, ${moment(sql`s.created_at`)} as signed_in_at, ${moment(sql`s.last_seen_at`)} as last_used_at,
          case when ${doesStay(sql, limits)} then ${moment(endOf(sql, limits))} end as stays_until, s.token_hash = ${current} as is_this
        from sessions s join users u on u.id = s.user_id where s.user_id = ${userId} and ${isAlive(sql, limits)}
        order by is_this desc, s.last_seen_at desc, s.created_at desc`
    },

    /** Ends all sessions of a user but one, and returns how many there were. */
    async endOthersOf(userId: number, current: Buffer, reason: EndedBySomebody): Promise<number> {
      const [ended] = await sql<[{ count: number }]>`
        select end_sessions_because(${userId}, ${reason}, ${current}) as count`
      return ended.count
    },

    /** Ends one session of a user. False if it is not there, or is the current one, which logging out ends. */
    async endOneOf(userId: number, id: number, current: Buffer, reason: EndedBySomebody): Promise<boolean> {
      const [ended] = await sql<[{ is_ended: boolean }]>`
        select end_session_because(${id}, ${userId}, ${reason}, ${current}) as is_ended`
      return ended.is_ended
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

    /** How often the user has signed in on the device. One without a name is not counted. */
    async countDevice(userId: number, device: string | null) {
      if (device === null) return
      await sql`
        insert into sign_in_devices (user_id, device) values (${userId}, ${device})
        on conflict (user_id, device) do update set sign_ins = sign_in_devices.sign_ins + 1, last_signed_in_at = now()`
    },

    /**
     * The user of a session. Every request reads it, so that ended sessions and rights are over on every server at once. A session that
     * stays is for the browser and the system in which it began: elsewhere its cookie is a copy.
     */
    async userOf(
      tokenHash: Buffer,
      settings: SessionLimits & PolicySettings,
      userAgent?: string | undefined,
    ): Promise<
      { user: SignedInUser; viewer: Viewer; endsAt: Date; stays: boolean } | 'second factor missing' | 'other device' | null
    > {
      type Found = SignedInUser &
        ViewerRow & {
          is_alive: boolean
          is_strong: boolean
          is_stale: boolean
          ends_at: Date
          stays: boolean
          device: string | null
        }
      const [found] = await sql<Found[]>`
        select u.username, u.name, ${viewerColumns(sql)}, ${isAlive(sql, settings)} as is_alive,
          ${isStrongEnough(sql, settings)} as is_strong, s.stays, s.device,
          ${endOf(sql, settings)} as ends_at,
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
      if (found.stays && !isSameDevice(found.device, deviceOf(userAgent))) return 'other device'
      // The session stays, so that every page of this browser says why; signing in replaces it.
      if (!found.is_strong) return 'second factor missing'
      // The time is written once a minute (or a tenth of the idle time), which is exact enough, and saves a write at every request.
      if (is_stale) await sql`update sessions set last_seen_at = now() where token_hash = ${tokenHash}`
      const user = { id, role_id, username, name }
      return { user, viewer: viewerFrom(found, settings), endsAt: ends_at, stays: found.stays }
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
          (select max(n.id)::int from notices n where n.user_id = u.id) as newest_notice,
          p.passkey_offered_at is null and u.password_hash is not null and not u.password_is_initial
            and not exists (select from passkeys k where k.user_id = u.id)
            and exists (select from sign_in_devices d
              where d.user_id = u.id and d.device = s.device and d.sign_ins >= ${passkeyOfferedFrom}) as offers_passkey
        from sessions s join users u on u.id = s.user_id left join user_preferences p on p.user_id = u.id
        where s.token_hash = ${tokenHash}`
      return (
        found ?? { language: null, opens_with: null, must_change_password: false, newest_notice: null, offers_passkey: false }
      )
    },

    async forgetExpired(limits: SessionLimits) {
      await sql`delete from sessions s using users u where u.id = s.user_id and not (${isAlive(sql, limits)})`
      await sql`delete from ended_sessions where ended_at < now() - make_interval(hours => ${endReasonHours})`
      await sql`delete from sign_in_devices where last_signed_in_at < now() - make_interval(days => ${knownDeviceDays})`
    },
  }
}
