import { secondFactor } from '../../../contract/limits.ts'
import type { Passkey } from '../../../contract/second-factor.ts'
import type { Sql } from '../../../database/connect.ts'
import type { Fragment } from '../../../database/sql.ts'
import type { PendingSignIn } from '../../http/access.ts'
import { administers, hasRights } from '../../policy/policy.queries.ts'
import { type SsoColumns, ssoColumns, ssoSessionIn } from '../auth.queries.ts'

const { attempts: mostAttempts, pendingMinutes, challengeMinutes, confirmationMinutes } = secondFactor

/** Whether a row that lasts some minutes is fresh. A time ahead of the database's clock was written before the clock was set back. */
function isFresh(sql: Sql, at: Fragment, minutes: number) {
  return sql`${at} > now() - make_interval(mins => ${minutes}) and ${at} < now() + interval '1 minute'`
}

const isoMoment = 'YYYY-MM-DD"T"HH24:MI:SS"Z"'

/** The factors with which an account can take the second step. */
export interface Factors {
  is_administrator: boolean
  /** Whether the user has any right beyond being staff. */
  has_rights: boolean
  password_is_initial: boolean
  passkeys: number
  has_app: boolean
  recovery_codes_left: number
}

export function factors(sql: Sql) {
  return {
    async of(userId: number): Promise<Factors | undefined> {
      const [found] = await sql<Factors[]>`
        select ${administers(sql, 'u')} as is_administrator, ${hasRights(sql, 'u')} as has_rights, password_is_initial,
          (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys,
          exists (select from authenticators a where a.user_id = u.id and a.confirmed_at is not null) as has_app,
          (select count(*)::int from recovery_codes r where r.user_id = u.id and r.used_at is null) as recovery_codes_left
        from users u where id = ${userId} and removed_at is null`
      return found
    },

    /** Removes all factors, with the audit record and the e-mail. True if there was one. */
    async removeAll(userId: number): Promise<boolean> {
      const [row] = await sql<[{ removed: boolean }]>`select remove_factors(${userId}) as removed`
      return row.removed
    },
  }
}

export function pendingSignIns(sql: Sql) {
  return {
    async start(
      userId: number,
      tokenHash: Buffer,
      {
        passwordHash,
        purpose,
        sso,
        returnTo,
        stays,
      }: Pick<PendingSignIn, 'passwordHash' | 'purpose' | 'sso' | 'returnTo' | 'stays'>,
    ) {
      const why = { password_hash: passwordHash, purpose, return_to: returnTo, stays, ...ssoColumns(sso) }
      const row = { token_hash: tokenHash, user_id: userId, ...why }
      await sql`insert into pending_sign_ins ${sql.insert(row)}`
    },

    async find(tokenHash: Buffer): Promise<PendingSignIn | null> {
      type Found = PendingSignIn['user'] &
        SsoColumns & {
          password_hash: string | null
          password_is_initial: boolean
          purpose: PendingSignIn['purpose']
          return_to: string | null
          stays: boolean
        }
      const [found] = await sql<Found[]>`
        select u.id, u.role_id, u.username, u.name, p.password_hash, u.password_is_initial, p.purpose,
          p.sso_issuer, p.sso_subject, p.sso_session_id, p.return_to, p.stays
        from pending_sign_ins p join users u on u.id = p.user_id
        where p.token_hash = ${tokenHash} and u.removed_at is null and u.password_hash is not distinct from p.password_hash
          and p.attempts < ${mostAttempts} and ${isFresh(sql, sql`p.created_at`, pendingMinutes)}`
      if (!found) return null
      const { id, role_id, username, name, purpose } = found
      return {
        user: { id, role_id, username, name },
        tokenHash,
        passwordHash: found.password_hash,
        purpose,
        mustChangePassword: found.password_is_initial,
        sso: ssoSessionIn(found),
        returnTo: found.return_to,
        stays: found.stays,
      }
    },

    /** The number of the attempt; undefined if none is left. An attempt is counted before it is checked, so that many at once are many. */
    async countAttempt(tokenHash: Buffer): Promise<number | undefined> {
      const [found] = await sql<{ attempts: number }[]>`
        update pending_sign_ins set attempts = attempts + 1
        where token_hash = ${tokenHash} and attempts < ${mostAttempts} returning attempts`
      return found?.attempts
    },

    /** False if the pending sign-in was used, has ended or has expired: of two at the same time, one is first. */
    async use(tokenHash: Buffer, purpose: PendingSignIn['purpose']): Promise<boolean> {
      const used = await sql`delete from pending_sign_ins where token_hash = ${tokenHash} and purpose = ${purpose}
        and ${isFresh(sql, sql`created_at`, pendingMinutes)} returning user_id`
      return used.length > 0
    },

    async end(tokenHash: Buffer) {
      await sql`delete from pending_sign_ins where token_hash = ${tokenHash}`
    },

    async endAllOf(userId: number) {
      await sql`delete from pending_sign_ins where user_id = ${userId}`
    },

    async forgetExpired() {
      await sql`delete from pending_sign_ins where created_at < now() - make_interval(mins => ${pendingMinutes})`
      await sql`delete from authenticators where confirmed_at is null and created_at < now() - interval '1 day'`
    },
  }
}

/** The purpose of a challenge. */
export type Purpose = 'sign in' | 'add' | 'confirm'

export function challenges(sql: Sql) {
  return {
    /** A challenge is for one use. It has no user if it is not known yet who signs in. */
    async remember(challenge: string, purpose: Purpose, userId: number | null) {
      await sql`delete from passkey_challenges where created_at < now() - make_interval(mins => ${challengeMinutes})`
      await sql`insert into passkey_challenges (challenge, purpose, user_id) values (${challenge}, ${purpose}, ${userId})`
    },

    /** False if the challenge was not sent for that purpose, to that user, or was used before. */
    async use(challenge: string, purpose: Purpose, userId: number | null): Promise<boolean> {
      const used = await sql`delete from passkey_challenges where challenge = ${challenge} and purpose = ${purpose}
        and user_id is not distinct from ${userId}::integer and ${isFresh(sql, sql`created_at`, challengeMinutes)} returning challenge`
      return used.length > 0
    },
  }
}

export interface StoredPasskey {
  id: number
  credential_id: string
  user_id: number
  public_key: Buffer
  counter: number
  transports: string[]
}

export function passkeys(sql: Sql) {
  return {
    async list(userId: number): Promise<Passkey[]> {
      return sql<Passkey[]>`
        select id, name, to_char(created_at at time zone 'UTC', ${isoMoment}) as created_at,
          to_char(last_used_at at time zone 'UTC', ${isoMoment}) as last_used_at
        from passkeys where user_id = ${userId} order by id`
    },

    async credentials(userId: number): Promise<{ id: string; transports: string[] }[]> {
      return sql<{ id: string; transports: string[] }[]>`
        select credential_id as id, transports from passkeys where user_id = ${userId} order by id`
    },

    async byCredential(credentialId: string): Promise<StoredPasskey | undefined> {
      const [found] = await sql<StoredPasskey[]>`
        select p.id, p.credential_id, p.user_id, p.public_key, p.counter::float8 as counter, p.transports
        from passkeys p join users u on u.id = p.user_id and u.removed_at is null where p.credential_id = ${credentialId}`
      return found
    },

    /** False if another account, or this one, has the passkey already. */
    async add(userId: number, name: string, key: Omit<StoredPasskey, 'id' | 'user_id'>): Promise<boolean> {
      const { credential_id, public_key, counter, transports } = key
      const added = await sql`
        insert into passkeys (credential_id, user_id, public_key, counter, transports, name)
        values (${credential_id}, ${userId}, ${public_key}, ${counter}, ${transports}, ${name})
        on conflict do nothing returning id`
      return added.length > 0
    },

    /**
     * False if the passkey was removed meanwhile, or its counter went back: there is a copy of it. Some authenticators do not count: always
     * 0.
     */
    async markUsed(id: number, counter: number): Promise<boolean> {
      const used = await sql`update passkeys set counter = ${counter}, last_used_at = now()
        where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning id`
      return used.length > 0
    },

    /** Renames a passkey, and returns its former name. */
    async rename(userId: number, id: number, name: string): Promise<string | undefined> {
      const [renamed] = await sql<{ name: string }[]>`
        update passkeys p set name = ${name} from passkeys old
        where p.id = ${id} and p.user_id = ${userId} and old.id = p.id returning old.name`
      return renamed?.name
    },

    async remove(userId: number, id: number): Promise<string | undefined> {
      const [removed] = await sql<{ name: string }[]>`
        delete from passkeys where id = ${id} and user_id = ${userId} returning name`
      return removed?.name
    },
  }
}

export interface Authenticator {
  secret: Buffer
  is_confirmed: boolean
  /** The time of the database's clock, which all servers share. */
  now_ms: number
}

export function authenticators(sql: Sql) {
  return {
    async of(userId: number): Promise<Authenticator | undefined> {
      const [found] = await sql<Authenticator[]>`
        select secret, confirmed_at is not null as is_confirmed, (extract(epoch from now()) * 1000)::float8 as now_ms
        from authenticators where user_id = ${userId}`
      return found
    },

    async since(userId: number): Promise<string | null> {
      const [found] = await sql<{ since: string | null }[]>`
        select to_char(confirmed_at at time zone 'UTC', ${isoMoment}) as since from authenticators where user_id = ${userId}`
      return found?.since ?? null
    },

    /** Replaces an authenticator that was never confirmed; false if there is one in use. */
    async start(userId: number, secret: Buffer): Promise<boolean> {
      const started = await sql`
        insert into authenticators as a (user_id, secret) values (${userId}, ${secret})
        on conflict (user_id) do update set secret = excluded.secret, created_at = now() where a.confirmed_at is null
        returning user_id`
      return started.length > 0
    },

    /** The first right code puts the app into use, and does not sign in any more. False if the app was replaced or confirmed meanwhile. */
    async confirm(userId: number, secret: Buffer, step: number): Promise<boolean> {
      const confirmed = await sql`update authenticators set confirmed_at = now(), last_step = ${step}
        where user_id = ${userId} and secret = ${secret} and confirmed_at is null returning user_id`
      return confirmed.length > 0
    },

    /** False if a code of that time step, or of a later one, was accepted before. */
    async useStep(userId: number, secret: Buffer, step: number): Promise<boolean> {
      const used = await sql`update authenticators set last_step = ${step}
        where user_id = ${userId} and secret = ${secret} and confirmed_at is not null and last_step < ${step} returning user_id`
      return used.length > 0
    },

    async remove(userId: number): Promise<boolean> {
      const removed =
        await sql`delete from authenticators where user_id = ${userId} and confirmed_at is not null returning user_id`
      return removed.length > 0
    },
  }
}

export function recoveryCodes(sql: Sql) {
  return {
    async replace(userId: number, hashes: Buffer[]) {
      await this.removeAll(userId)
      await sql`insert into recovery_codes ${sql.insert(hashes.map((code_hash) => ({ user_id: userId, code_hash })))}`
    },

    async removeAll(userId: number) {
      await sql`delete from recovery_codes where user_id = ${userId}`
    },

    /** False if there is no such code, or it was used before. */
    async use(userId: number, codeHash: Buffer): Promise<boolean> {
      const used = await sql`update recovery_codes set used_at = now()
        where user_id = ${userId} and code_hash = ${codeHash} and used_at is null returning user_id`
      return used.length > 0
    },
  }
}

/** The confirmations of a session: giving the password or a passkey again. */
export function confirmations(sql: Sql) {
  return {
    async remember(tokenHash: Buffer) {
      await sql`update sessions set confirmed_at = now() where token_hash = ${tokenHash}`
    },

    async isFresh(tokenHash: Buffer): Promise<boolean> {
      const found =
        await sql`select from sessions where token_hash = ${tokenHash} and ${isFresh(sql, sql`confirmed_at`, confirmationMinutes)}`
      return found.length > 0
    },
  }
}
