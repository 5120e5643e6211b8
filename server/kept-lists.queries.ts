import type { Sql } from '../database/connect.ts'
import type { Query } from '../database/sql.ts'

/** The rows of a query as the database itself writes them: half the work of reading them and writing them again. */
export async function asJson(sql: Sql, name: string, rows: Query): Promise<Buffer> {
  const [answer] = await sql<[{ text: string }]>`
    select json_build_object(${name}::text, coalesce(json_agg(line), '[]'))::text as text from (${rows}) as line`
  return Buffer.from(answer.text)
}

/** The same for a query that gives one row, or none. */
export async function oneAsJson(sql: Sql, name: string, row: Query): Promise<Buffer | undefined> {
  const [answer] = await sql<{ text: string }[]>`
    select json_build_object(${name}::text, line)::text as text from (${row}) as line`
  return answer && Buffer.from(answer.text)
}

/** Moves with every change, before the change is there. */
export interface Changes {
  /** Of people, departments, the catalogue and terms. */
  lists: string
  /** Of anybody's scores. */
  scores: string
  /** Of the scores of those who were asked for: moves with all they post, and only when it is there. */
  members: Record<number, string>
}

export function listChanges(sql: Sql) {
  return {
    async count(members: Iterable<number>): Promise<Changes> {
      // Who wrote a row last, by PostgreSQL's own number of the transaction: no two ever write the same row under the same one.
      const [row] = await sql<[Changes]>`
        select l.last_value::text as lists, s.last_value::text as scores,
          (select coalesce(json_object_agg(member, (
             select string_agg(term_id || '.' || xmin, ' ' order by term_id) from term_scores where user_id = member::int)), '{}')
           from jsonb_array_elements_text(${sql.json([...members])}) as member) as members
        from list_changes l, score_changes s`
      return row
    },

    /**
     * Whether no change is under way in this database: then everything counted so far is there. Who changes something has a number
     * first, and loses it in the moment in which others see the change. Any role may see these numbers.
     */
    async areSettled(): Promise<boolean> {
      const [row] = await sql<[{ settled: boolean }]>`
        select not exists (
          select from pg_stat_activity where datname = current_database() and backend_xid is not null) as settled`
      return row.settled
    },
  }
}
