import type { Sql } from '../../database/connect.ts'

export function postingMessages(sql: Sql) {
  return {
    /** Writes a message. The rules about it, its audit record and its notices are in database/functions/posting-messages.sql. */
    async write(postingId: number, authorId: number, text: string): Promise<number> {
      const row = { posted_activity_id: postingId, author_id: authorId, text }
      const [written] = await sql<[{ id: number }]>`insert into posting_messages ${sql.insert(row)} returning id`
      return written.id
    },
  }
}
