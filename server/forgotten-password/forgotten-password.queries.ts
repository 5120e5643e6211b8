import { latinDigits } from '../../contract/numbers.ts'
import type { Sql } from '../../database/connect.ts'
import { administers } from '../policy/policy.queries.ts'

export interface LinkAccount {
  id: number
  is_administrator: boolean
  username: string
}

export function passwordLinks(sql: Sql) {
  /** Whether a link `r` of its user `u` is valid, by the database's clock. A time ahead of it was written before the clock was set back. */
  const isValid = sql`u.removed_at is null and r.created_at < now() + interval '5 minutes'
    and r.created_at > now() - make_interval(mins => r.valid_minutes)`

  return {
    /** The account with a username or e-mail address; where one person's username is another's address, the username counts. */
    async accountOf(typed: string): Promise<LinkAccount | undefined> {
      const [account] = await sql<LinkAccount[]>`
        select id, ${administers(sql, 'users')} as is_administrator, username from users
        where removed_at is null and (lower(username) in (lower(${typed} collate name_order), lower(${latinDigits(typed)} collate name_order))
          or lower(email) = lower(${typed} collate name_order))
        order by lower(username) = lower(${typed} collate name_order) desc, lower(email) is distinct from lower(${typed} collate name_order) desc limit 1`
      return account
    },

    /**
     * The lock is held until the end of the transaction, and always comes first: so no two transactions about one account wait for each
     * other.
     */
    async lockAccount(userId: number | null) {
      await sql`select from users where id = ${userId} for no key update`
    },

    async hasSignedIn(userId: number): Promise<boolean> {
      return (await sql`select from first_sign_ins where user_id = ${userId}`).length > 0
    },

    async voidAll(userId: number | null) {
      await sql`delete from password_resets where user_id = ${userId}`
    },

    async add(userId: number, tokenHash: Buffer, validMinutes: number) {
      await sql`insert into password_resets (token_hash, user_id, valid_minutes) values (${tokenHash}, ${userId}, ${validMinutes})`
    },

    /** The account of a link; undefined if the link is not valid. */
    async accountOfLink(tokenHash: Buffer): Promise<LinkAccount | undefined> {
      const [account] = await sql<LinkAccount[]>`
        select u.id, ${administers(sql, 'u')} as is_administrator, u.username from password_resets r join users u on u.id = r.user_id
        where r.token_hash = ${tokenHash} and ${isValid}`
      return account
    },

    /** True for the one transaction that uses the link. */
    async use(tokenHash: Buffer): Promise<boolean> {
      const used = await sql`delete from password_resets r using users u
        where r.token_hash = ${tokenHash} and u.id = r.user_id and ${isValid} returning r.user_id`
      return used.length > 0
    },

    async forgetExpired() {
      await sql`delete from password_resets where created_at <= now() - make_interval(mins => valid_minutes)`
    },
  }
}
