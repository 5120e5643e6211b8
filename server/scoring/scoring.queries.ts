import type { Sql } from '../../database/connect.ts'

export function scores(sql: Sql) {
  return {
    /** Who is scored; locked, so that they are not removed or promoted meanwhile. */
    async member(userId: number): Promise<{ role_id: number; is_removed: boolean } | undefined> {
      const [member] = await sql<{ role_id: number; is_removed: boolean }[]>`
        select role_id, removed_at is not null as is_removed from users where id = ${userId} for share`
      return member
    },

    /** What is there now; locked, so that two who score the same member follow each other. */
    async lock(userId: number, termId: number, column: 'tp' | 'fb'): Promise<number> {
      await sql`insert into term_scores (user_id, term_id) values (${userId}, ${termId}) on conflict do nothing`
      const [row] = await sql<[{ value: number }]>`
        select ${sql.identifier(column)} as value from term_scores where user_id = ${userId} and term_id = ${termId} for update`
      return row.value
    },

    /** The audit record and the member's notice follow by themselves: database/functions/audit.sql, notices.sql. */
    async set(userId: number, termId: number, column: 'tp' | 'fb', value: number) {
      await sql`update term_scores set ${sql.identifier(column)} = ${value} where user_id = ${userId} and term_id = ${termId}`
    },
  }
}
