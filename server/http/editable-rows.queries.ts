import type { Message } from '../../contract/languages/catalogue.ts'
import type { Sql } from '../../database/connect.ts'
import { jsonList } from '../../database/json.ts'
import type { Fragment } from '../../database/sql.ts'
import { conflictOrNotFound } from './edit-conflict.queries.ts'
import { NotFound } from './errors.ts'

interface Options<Row, Input> {
  table: string
  /** The columns that a form sends. */
  columns: readonly (keyof Row & keyof Input & string)[]
  /** SQL for further columns, each preceded by a comma. */
  derived?: Fragment
  notFound: Message
}

/** The queries of a table whose rows have a name and a version, and are removed by `removed_at` so that they can be restored. */
export function editableRows<Row extends { id: number; version: number }, Input extends { version?: number | undefined }>(
  sql: Sql,
  { table, columns, derived = sql``, notFound }: Options<Row, Input>,
) {
  const name = sql.identifier(table)
  const shown = sql`${sql.identifiers(['id', ...columns, 'version'])} ${derived}`
  /** A field that the request leaves out keeps its value: a client of the specification knows no translations. */
  const valuesOf = (input: Input, by: number) => ({
    ...Object.fromEntries(columns.flatMap((column) => (input[column] === undefined ? [] : [[column, input[column]]]))),
    updated_by: by,
  })

  return {
    async list(as = table): Promise<string> {
      return jsonList(sql, as, sql`select ${shown} from ${name} where removed_at is null order by name, id`)
    },

    async add(input: Input, by: number): Promise<Row> {
      const [added] = await sql<[Row]>`insert into ${name} ${sql.insert(valuesOf(input, by))} returning ${shown}`
      return added
    },

    async edit(id: number, input: Input, by: number): Promise<Row> {
      const version = input.version ?? null
      const [edited] = await sql<Row[]>`
        update ${name} set ${sql.set(valuesOf(input, by))}
        where id = ${id} and removed_at is null and (${version}::int is null or version = ${version})
        returning ${shown}`
      if (!edited) throw await conflictOrNotFound(sql, table, id, notFound)
      return edited
    },

    async remove(id: number, by: number) {
      const rows = await sql`update ${name} set removed_at = now(), updated_by = ${by}
        where id = ${id} and removed_at is null returning id`
      if (rows.length === 0) throw new NotFound(notFound)
    },

    /** A row that is not removed keeps its version: it must not cause an edit conflict. */
    async restore(id: number, by: number): Promise<Row> {
      await sql`update ${name} set removed_at = null, updated_by = ${by} where id = ${id} and removed_at is not null`
      const [restored] = await sql<Row[]>`select ${shown} from ${name} where id = ${id}`
      if (!restored) throw new NotFound(notFound)
      return restored
    },
  }
}
