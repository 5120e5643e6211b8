import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'

/**
 * Whether a user `u` signs in with a password that nobody else knows, or at the provider. It is unknown who chose the password of a user
 * who never signed in, so that one does not count.
 */
export function hasOwnPassword(sql: Sql): Fragment {
  return sql`(exists (select from identities where identities.user_id = u.id)
    or (u.password_hash is not null and not u.password_is_initial
      and exists (select from first_sign_ins where first_sign_ins.user_id = u.id)))`
}

export function ownPasswords(sql: Sql) {
  return {
    /** The number of users in the list who have none. */
    async missing(): Promise<number> {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from users u where u.removed_at is null and not ${hasOwnPassword(sql)}`
      return row.count
    },
  }
}
