import type { Sql } from '../../database/connect.ts'

/** As the sentences about it say. */
export const validMinutes = 30

export interface LinkAccount {
  id: number
  role_id: number
  username: string
}

export function passwordLinks(sql: Sql) {
  /** Of a link `r` and its user `u`, by the database's clock. A time ahead of it was written before the clock was set back. */
  const isValid = sql`u.removed_at is null and r.created_at < now() + interval '5 minutes'
    and r.created_at > now() - make_interval(mins => ${validMinutes})`

  return {
    /** By username or e-mail address; where one person's username is another's address, the username counts. */
    async accountOf(typed: string): Promise<LinkAccount | undefined> {
      const [account] = await sql<LinkAccount[]>`
        select id, role_id, username from users
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
        select u.id, u.role_id, u.username from password_resets r join users u on u.id = r.user_id
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
