import type { Scores } from '../../contract/scoring.ts'
import type { Sql } from '../../database/connect.ts'

export function scores(sql: Sql) {
  return {
    /** Who is scored; held, so that they are not removed or promoted meanwhile. */
    async member(userId: number): Promise<{ role_id: number; title: string | null } | undefined> {
      const [member] = await sql<{ role_id: number; title: string | null }[]>`
        select role_id, title from users where id = ${userId} and removed_at is null for share`
      return member
    },

    /** What is there now; held, so that two who score the same member follow each other. */
    async lock(userId: number, termId: number, column: 'tp' | 'fb'): Promise<number> {
      await sql`insert into term_scores (user_id, term_id) values (${userId}, ${termId}) on conflict do nothing`
      const [row] = await sql<[{ value: number }]>`
        select ${sql.identifier(column)} as value from term_scores where user_id = ${userId} and term_id = ${termId} for update`
      return row.value
    },

    async set(userId: number, termId: number, column: 'tp' | 'fb', value: number): Promise<Scores> {
      const [row] = await sql<[Scores]>`
        update term_scores set ${sql.identifier(column)} = ${value} where user_id = ${userId} and term_id = ${termId}
        returning tp, fb, atts, acts, escore, total_score`
      return row
    },
  }
}
