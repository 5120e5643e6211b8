import type { Sql } from './connect.ts'
import type { Fragment, Query } from './sql.ts'

/**
 * The rows of a query as JSON that PostgreSQL writes itself, `{ name: [rows] }`: half the work of reading rows and writing them again. Other
 * fields of the reply are subqueries that return JSON.
 */
export async function jsonList(sql: Sql, name: string, rows: Query, others: Record<string, Fragment> = {}): Promise<string> {
  const fields = Object.entries(others).map(([field, value]) => sql`, ${field}::text, ${value}`)
  const all = fields.reduce((before, field) => sql`${before}${field}`, sql``)
  const [reply] = await sql<[{ json: string }]>`
    select json_build_object(${name}::text, coalesce(json_agg(row), '[]')${all})::text as json from (${rows}) as row`
  return reply.json
}

/** The same for a query with one row, or none. */
export async function jsonObject(sql: Sql, name: string, row: Query): Promise<string | undefined> {
  const [reply] = await sql<{ json: string }[]>`
    select json_build_object(${name}::text, row)::text as json from (${row}) as row`
  return reply?.json
}
