import type { Sql } from '../../database/connect.ts'

export function scores(sql: Sql) {
  return {
    /** Who is scored; locked, so that they are not removed or promoted meanwhile. */
    async member(userId: number): Promise<{ role_id: number; is_removed: boolean } | undefined> {
      const [member] = await sql<{ role_id: number; is_removed: boolean }[]>`
        select role_id, removed_at is not null as is_removed from users where id = ${userId} for share`
      return member
    },

    /** What is there now, null if it is not set; locked, so that two who score the same member follow each other. */
    async lock(userId: number, termId: number, column: 'tp' | 'fb'): Promise<number | null> {
      await sql`insert into term_scores (user_id, term_id) values (${userId}, ${termId}) on conflict do nothing`
      const [row] = await sql<[{ value: number | null }]>`
        select ${sql.identifier(column)} as value from term_scores where user_id = ${userId} and term_id = ${termId} for update`
      return row.value
    },

    /** The last change: who made it, and what the score was before it. */
    async lastChange(userId: number, termId: number, column: 'tp' | 'fb') {
      const [change] = await sql<{ actor_id: number | null; before: number | null }[]>`
        select actor_id, (before ->> ${column})::numeric as before from audit
        where subject = 'score' and person_id = ${userId} and subject_id = ${termId} and after ? ${column}
        order by id desc limit 1`
      return change
    },

    /** The audit record and the member's notice follow by themselves: database/functions/audit.sql, notices.sql. */
    async set(userId: number, termId: number, column: 'tp' | 'fb', value: number | null) {
      await sql`update term_scores set ${sql.identifier(column)} = ${value} where user_id = ${userId} and term_id = ${termId}`
    },
  }
}
