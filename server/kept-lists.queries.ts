import type { PendingQuery, Row } from 'postgres'
import type { Sql } from '../database/connect.ts'

/** The rows of a query as the database itself writes them: half the work of reading them and writing them again. */
export async function asJson(sql: Sql, name: string, rows: PendingQuery<Row[]>): Promise<Buffer> {
  const answer = await bytesOf(
    sql`select json_build_object(${name}::text, coalesce(json_agg(line), '[]'))::text from (${rows}) as line`,
  )
  return answer as Buffer
}

/** The same for a query that gives one row, or none. */
export async function oneAsJson(sql: Sql, name: string, row: PendingQuery<Row[]>): Promise<Buffer | undefined> {
  return bytesOf(sql`select json_build_object(${name}::text, line)::text from (${row}) as line`)
}

/** The only value of a query as it came over the line: most of the long answers are never looked at here. */
async function bytesOf(query: PendingQuery<Row[]>): Promise<Buffer | undefined> {
  const [row] = await query.raw()
  return row?.[0]
}

export function listChanges(sql: Sql) {
  return {
    /** Moves with every change of what a list shows, before the change is there. */
    async count(): Promise<string> {
      const [row] = await sql<[{ last_value: string }]>`select last_value::text from list_changes`
      return row.last_value
    },

    /** Whether no change is under way anywhere: then everything counted so far is there. Who changes something holds such a lock. */
    async areSettled(): Promise<boolean> {
      const [row] = await sql<[{ settled: boolean }]>`
        select not exists (select from pg_locks where locktype = 'transactionid' and mode = 'ExclusiveLock') as settled`
      return row.settled
    },
  }
}
