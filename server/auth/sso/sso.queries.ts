import { roles } from '../../../contract/codes.ts'
import { sso as limits } from '../../../contract/limits.ts'
import type { Sql } from '../../../database/connect.ts'
import { administers } from '../../policy/policy.queries.ts'

/** The identity of a user at the provider. The address is no part of it: it may be given to another person. */
export interface Identity {
  issuer: string
  subject: string
}

interface NewRequest {
  state_hash: Buffer
  browser_hash: Buffer
  nonce: string
  code_verifier: string
  return_to: string
  session_hash: Buffer | null
  is_link: boolean
  stays: boolean
}

export interface SsoRequest extends NewRequest {
  is_fresh: boolean
}

export function ssoRequests(sql: Sql) {
  return {
    async add(request: NewRequest) {
      await sql`insert into sso_requests ${sql.insert({ ...request })}`
    },

    /** Deletes the request: each is for one use, also if its state was stolen. */
    async take(stateHash: Buffer): Promise<SsoRequest | undefined> {
      const [request] = await sql<SsoRequest[]>`
        delete from sso_requests where state_hash = ${stateHash}
        returning *, created_at between now() - make_interval(secs => ${limits.requestSeconds}) and now() + interval '1 minute' as is_fresh`
      return request
    },

    async forgetOld() {
      await sql`delete from sso_requests where created_at < now() - make_interval(secs => ${limits.requestSeconds})`
      await sql`delete from sso_logout_tokens where created_at < now() - interval '1 hour'`
    },
  }
}

interface Member {
  id: number
  is_administrator: boolean
}

export function identities(sql: Sql) {
  return {
    async find({ issuer, subject }: Identity): Promise<{ user_id: number; is_removed: boolean } | undefined> {
      const [found] = await sql<{ user_id: number; is_removed: boolean }[]>`
        select i.user_id, u.removed_at is not null as is_removed from identities i join users u on u.id = i.user_id
        where i.issuer = ${issuer} and i.subject = ${subject}`
      return found
    },

    /** False if that account is linked already, or this member is linked with another one of the same provider. */
    async add({ issuer, subject }: Identity, userId: number, email: string, how: 'by address' | 'by password'): Promise<boolean> {
      const added = await sql`
        insert into identities (issuer, subject, user_id, email, by_address)
        values (${issuer}, ${subject}, ${userId}, ${email}, ${how === 'by address'})
        on conflict do nothing returning user_id`
      return added.length > 0
    },

    /** False if the account is not linked with this member any more. */
    async noteSignIn({ issuer, subject }: Identity, userId: number): Promise<boolean> {
      const noted = await sql`
        update identities set last_signed_in_at = now()
        where issuer = ${issuer} and subject = ${subject} and user_id = ${userId} returning user_id`
      return noted.length > 0
    },

    async accountOf(userId: number): Promise<string | null> {
      const [found] = await sql<{ account: string }[]>`
        select coalesce(email, subject) as account from identities where user_id = ${userId} order by linked_at desc limit 1`
      return found?.account ?? null
    },

    /** Removes all links of a user, and also ends the sessions and sign-ins that began with the provider. */
    async removeAllOf(userId: number) {
      await sql`delete from identities where user_id = ${userId}`
      await sql`
        with ended as (delete from sessions where user_id = ${userId} and method = 'sso' returning token_hash)
        insert into ended_sessions (token_hash, user_id, reason) select token_hash, ${userId}, 'provider unlinked' from ended
        on conflict do nothing`
      await sql`delete from pending_sign_ins where user_id = ${userId} and sso_issuer is not null`
    },
  }
}

export function ssoMembers(sql: Sql) {
  return {
    /**
     * The member, locked until the end of the transaction: two first sign-ins of one member come one after the other. The address is
     * compared by plain ASCII letters: the KELVIN SIGN, for one, folds to a k, and is another letter.
     */
    async lockByEmail(email: string): Promise<Member | undefined> {
      const [member] = await sql<Member[]>`
        select id, ${administers(sql, 'users')} as is_administrator from users where lower(email) = lower(${email} collate name_order) and email ~ '^[!-~]+$'
          and removed_at is null for update`
      return member
    },

    /** The lock is held until the end of the transaction, so that two new members do not get the same username. */
    async lockProvisioning() {
      await sql`select pg_advisory_xact_lock(hashtext('staff-portal sso members'))`
    },

    /** Adds a staff member without a password and a department. Where the username is taken, a number makes it another one. */
    async add({ name, email, username }: { name: string; email: string; username: string }): Promise<number> {
      const [added] = await sql<[{ id: number }]>`
        insert into users (name, email, username, role_id)
        select ${name}, ${email}, free.username, ${roles.staff}
        from (
          select ${username} || case n when 1 then '' else n::text end as username from generate_series(1, 10000) n
        ) free
        where not exists (
          select from users u where lower(u.username) = lower(free.username collate name_order) and u.removed_at is null
        )
        order by length(free.username), free.username limit 1 returning id`
      return added.id
    },
  }
}

export function providerLogouts(sql: Sql) {
  return {
    /** False if the token was used before. */
    async use(idHash: Buffer): Promise<boolean> {
      const used = await sql`insert into sso_logout_tokens (id_hash) values (${idHash}) on conflict do nothing returning id_hash`
      return used.length > 0
    },

    /** Ends sessions, and returns their users, whose open pages are notified at once, through every server. */
    async endSessions(issuer: string, { subject, sessionId }: { subject: string | undefined; sessionId: string | undefined }) {
      const isEnded = sql`sso_issuer = ${issuer}
        ${subject === undefined ? sql`` : sql`and sso_subject = ${subject}`}
        ${sessionId === undefined ? sql`` : sql`and coalesce(sso_session_id, ${sessionId}) = ${sessionId}`}
        ${subject === undefined ? sql`and sso_session_id is not null` : sql``}`
      const ended = await sql<{ user_id: number }[]>`delete from sessions where ${isEnded} returning user_id`
      await sql`delete from pending_sign_ins where ${isEnded}`
      const people = [...new Set(ended.map(({ user_id }) => user_id))]
      for (const id of people) await sql`select pg_notify('notices', ${String(id)})`
      return people
    },
  }
}
