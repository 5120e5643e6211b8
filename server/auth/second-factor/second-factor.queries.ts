import type { Passkey } from '../../../contract/second-factor.ts'
import type { Sql } from '../../../database/connect.ts'
import type { Fragment } from '../../../database/sql.ts'
import type { PendingSignIn } from '../../http/access.ts'

export const pendingMinutes = 10
const challengeMinutes = 5
const confirmationMinutes = 5
/** Wrong ones end a pending sign-in. */
export const mostAttempts = 5

/** Of a row that lasts some minutes. A time ahead of the database's clock was written before the clock was set back. */
function isFresh(sql: Sql, at: Fragment, minutes: number) {
  return sql`${at} > now() - make_interval(mins => ${minutes}) and ${at} < now() + interval '1 minute'`
}

const isoMoment = 'YYYY-MM-DD"T"HH24:MI:SS"Z"'

/** What an account can take the second step with. */
export interface Factors {
  role_id: number
  passkeys: number
  has_app: boolean
  recovery_codes_left: number
}

export function factors(sql: Sql) {
  return {
    async of(userId: number): Promise<Factors | undefined> {
      const [found] = await sql<Factors[]>`
        select role_id,
          (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys,
          exists (select from authenticators a where a.user_id = u.id and a.confirmed_at is not null) as has_app,
          (select count(*)::int from recovery_codes r where r.user_id = u.id and r.used_at is null) as recovery_codes_left
        from users u where id = ${userId} and removed_at is null`
      return found
    },

    /** True if there was one. */
    async removeAll(userId: number): Promise<boolean> {
      const removed = await sql`delete from passkeys where user_id = ${userId} returning id`
      const apps = await sql`delete from authenticators where user_id = ${userId} and confirmed_at is not null returning user_id`
      await recoveryCodes(sql).removeAll(userId)
      return removed.length + apps.length > 0
    },
  }
}

export function pendingSignIns(sql: Sql) {
  return {
    async start(userId: number, tokenHash: Buffer, passwordHash: string, purpose: PendingSignIn['purpose']) {
      await sql`insert into pending_sign_ins (token_hash, user_id, password_hash, purpose)
        values (${tokenHash}, ${userId}, ${passwordHash}, ${purpose})`
    },

    async find(tokenHash: Buffer): Promise<PendingSignIn | null> {
      const [found] = await sql<(PendingSignIn['user'] & { password_hash: string; purpose: PendingSignIn['purpose'] })[]>`
        select u.id, u.role_id, u.username, u.name, p.password_hash, p.purpose
        from pending_sign_ins p join users u on u.id = p.user_id
        where p.token_hash = ${tokenHash} and u.removed_at is null and u.password_hash = p.password_hash
          and p.attempts < ${mostAttempts} and ${isFresh(sql, sql`p.created_at`, pendingMinutes)}`
      if (!found) return null
      const { password_hash: passwordHash, purpose, ...user } = found
      return { user, tokenHash, passwordHash, purpose }
    },

    /** The number of the attempt; undefined if none is left. Counted before it is looked at, so that many at once are many. */
    async countAttempt(tokenHash: Buffer): Promise<number | undefined> {
      const [found] = await sql<{ attempts: number }[]>`
        update pending_sign_ins set attempts = attempts + 1
        where token_hash = ${tokenHash} and attempts < ${mostAttempts} returning attempts`
      return found?.attempts
    },

    /** False if it was used, has ended or has expired: of two at the same time, one is first. */
    async use(tokenHash: Buffer, purpose: PendingSignIn['purpose']): Promise<boolean> {
      const used = await sql`delete from pending_sign_ins where token_hash = ${tokenHash} and purpose = ${purpose}
        and ${isFresh(sql, sql`created_at`, pendingMinutes)} returning user_id`
      return used.length > 0
    },

    async end(tokenHash: Buffer) {
      await sql`delete from pending_sign_ins where token_hash = ${tokenHash}`
    },

    async forgetExpired() {
      await sql`delete from pending_sign_ins where created_at < now() - make_interval(mins => ${pendingMinutes})`
      await sql`delete from authenticators where confirmed_at is null and created_at < now() - interval '1 day'`
    },
  }
}

/** What a challenge was sent for. */
export type Purpose = 'sign in' | 'add' | 'confirm'

export function challenges(sql: Sql) {
  return {
    /** For one use. Without a user where it is not known yet who signs in. */
    async remember(challenge: string, purpose: Purpose, userId: number | null) {
      await sql`delete from passkey_challenges where created_at < now() - make_interval(mins => ${challengeMinutes})`
      await sql`insert into passkey_challenges (challenge, purpose, user_id) values (${challenge}, ${purpose}, ${userId})`
    },

    /** False if it was not sent for that, to that user, or was used before. */
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

    /** False if another account, or this one, has it already. */
    async add(userId: number, name: string, key: Omit<StoredPasskey, 'id' | 'user_id'>): Promise<boolean> {
      const { credential_id, public_key, counter, transports } = key
      const added = await sql`
        insert into passkeys (credential_id, user_id, public_key, counter, transports, name)
        values (${credential_id}, ${userId}, ${public_key}, ${counter}, ${transports}, ${name})
        on conflict do nothing returning id`
      return added.length > 0
    },

    /** False if it was removed meanwhile, or its counter went back: then there is a copy of it. Some authenticators do not count: always 0. */
    async markUsed(id: number, counter: number): Promise<boolean> {
      const used = await sql`update passkeys set counter = ${counter}, last_used_at = now()
        where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning id`
      return used.length > 0
    },

    /** The name before. */
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
  /** The database's clock, which all servers share. */
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

    /** Replaces one that was never confirmed; false if there is one in use. */
    async start(userId: number, secret: Buffer): Promise<boolean> {
      const started = await sql`
        insert into authenticators as a (user_id, secret) values (${userId}, ${secret})
        on conflict (user_id) do update set secret = excluded.secret, created_at = now() where a.confirmed_at is null
        returning user_id`
      return started.length > 0
    },

    /** The first right code puts it into use; that code does not sign in any more. False if it was replaced or confirmed meanwhile. */
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

    /** False if there is none like that, or it was used before. */
    async use(userId: number, codeHash: Buffer): Promise<boolean> {
      const used = await sql`update recovery_codes set used_at = now()
        where user_id = ${userId} and code_hash = ${codeHash} and used_at is null returning user_id`
      return used.length > 0
    },
  }
}

/** Giving the password or a passkey again, in a session. */
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
