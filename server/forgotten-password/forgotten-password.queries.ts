import type { Language } from '../../contract/languages/languages.ts'
import type { Sql } from '../../database/connect.ts'

/** As the sentences about it say. */
const validMinutes = 30
/** An e-mail that was not sent by then is tried again. Sending one takes less. */
const tryAgainMinutes = 2

export interface LinkAccount {
  id: number
  username: string
}

/** An e-mail that is due, and its receiver. */
export interface DueMail {
  id: number
  kind: 'password link' | 'password changed'
  user_id: number
  username: string
  name: string
  email: string
  /** Null: never chosen. */
  language: Language | null
}

export function passwordLinks(sql: Sql) {
  /** Of a link `r` and its user `u`, by the database's clock. A time ahead of it was written before the clock was set back. */
  const isValid = sql`u.removed_at is null and r.created_at < now() + interval '5 minutes'
    and r.created_at > now() - make_interval(mins => ${validMinutes})`

  return {
    /** By username or e-mail address; where one person's username is another's address, the username counts. */
    async accountOf(typed: string): Promise<LinkAccount | undefined> {
      const [account] = await sql<LinkAccount[]>`
        select id, username from users
        where removed_at is null and (lower(username) = lower(${typed} collate name_order) or lower(email) = lower(${typed} collate name_order))
        order by lower(username) = lower(${typed} collate name_order) desc limit 1`
      return account
    },

    /** Held until the end of the transaction. Always first, so that no two transactions about one account wait for each other. */
    async lockAccount(userId: number | null) {
      await sql`select from users where id = ${userId} for no key update`
    },

    async voidAll(userId: number | null) {
      await sql`delete from password_resets where user_id = ${userId}`
    },

    async add(userId: number, tokenHash: Buffer) {
      await sql`insert into password_resets (token_hash, user_id) values (${tokenHash}, ${userId})`
    },

    /** Whose link it is; undefined if it is not valid. */
    async accountOfLink(tokenHash: Buffer): Promise<LinkAccount | undefined> {
      const [account] = await sql<LinkAccount[]>`
        select u.id, u.username from password_resets r join users u on u.id = r.user_id
        where r.token_hash = ${tokenHash} and ${isValid}`
      return account
    },

    /** True for the one transaction that uses it. */
    async use(tokenHash: Buffer): Promise<boolean> {
      const used = await sql`delete from password_resets r using users u
        where r.token_hash = ${tokenHash} and u.id = r.user_id and ${isValid} returning r.user_id`
      return used.length > 0
    },

    async forgetExpired() {
      await sql`delete from password_resets where created_at <= now() - make_interval(mins => ${validMinutes})`
    },
  }
}

export function accountMails(sql: Sql) {
  return {
    /** Without a user it is sent to nobody. */
    async add(kind: DueMail['kind'], userId: number | null) {
      await sql`insert into account_mails (user_id, kind) values (${userId}, ${kind})`
    },

    async remove(kind: DueMail['kind'], userId: number | null) {
      await sql`delete from account_mails where user_id = ${userId} and kind = ${kind}`
    },

    /** The oldest that is due; taken, so that no other server sends the same. Nobody waits for a link that is hours late. */
    async take(): Promise<DueMail | undefined> {
      const [mail] = await sql<DueMail[]>`
        with due as (
          select m.id, m.kind, u.id as user_id, u.username, u.name, u.email, p.language
          from account_mails m join users u on u.id = m.user_id left join user_preferences p on p.user_id = u.id
          where u.removed_at is null and u.email is not null
            and (m.taken_at is null or m.taken_at < now() - make_interval(mins => ${tryAgainMinutes}))
            and m.created_at > now() - case m.kind when 'password link' then make_interval(mins => ${validMinutes}) else interval '1 day' end
          order by m.id limit 1 for update of m skip locked)
        update account_mails m set taken_at = now() from due where m.id = due.id
        returning m.id::int as id, due.kind, due.user_id, due.username, due.name, due.email, due.language`
      return mail
    },

    async isThere(id: number): Promise<boolean> {
      return (await sql`select from account_mails where id = ${id}`).length > 0
    },

    async markSent(id: number) {
      await sql`delete from account_mails where id = ${id}`
    },

    async forgetOld() {
      await sql`delete from account_mails where created_at <= now() - interval '1 day'`
    },
  }
}
