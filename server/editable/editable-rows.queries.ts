import type { Message } from '../../contract/languages/catalogue.ts'
import type { Sql } from '../../database/connect.ts'
import { jsonList } from '../../database/json.ts'
import type { Fragment } from '../../database/sql.ts'
import { changedTranslations, newTranslations } from '../../database/translations.ts'
import { NotFound } from '../errors/errors.ts'
import { conflictOrNotFound } from '../http/edit-conflict.queries.ts'

interface Options<Row, Input> {
  table: string
  /** The columns that a form sends. */
  columns: readonly (keyof Row & keyof Input & string)[]
  /** The columns with translations of others. */
  translations?: readonly (keyof Row & keyof Input & string)[]
  /** SQL for further columns, each preceded by a comma. */
  derived?: Fragment
  /** The columns in the list of removed rows beside the id, and when and by whom each was removed. */
  removed: { columns: readonly (keyof Row & string)[]; derived?: Fragment }
  notFound: Message
}

export type EditableRows = ReturnType<typeof editableRows<{ id: number; version: number }, { version?: number | undefined }>>

/** The queries of a table whose rows have a name and a version, and are removed by `removed_at` so that they can be restored. */
export function editableRows<Row extends { id: number; version: number }, Input extends { version?: number | undefined }>(
  sql: Sql,
  { table, columns, translations = [], derived = sql``, removed, notFound }: Options<Row, Input>,
) {
  const name = sql.identifier(table)
  const shown = sql`${sql.identifiers(['id', ...columns, ...translations, 'version'])} ${derived}`
  /** A field that the request leaves out keeps its value: a client of the specification knows no translations. */
  const valuesOf = (input: Input, by: number, translated: (column: string, given: object) => Fragment) => ({
    ...Object.fromEntries(columns.flatMap((column) => (input[column] === undefined ? [] : [[column, input[column]]]))),
    ...Object.fromEntries(
      translations.flatMap((column) =>
        input[column] === undefined ? [] : [[column, translated(column, Object(input[column]))]],
      ),
    ),
    updated_by: by,
  })
  const added = (input: Input, by: number) => valuesOf(input, by, (_, given) => newTranslations(sql, { ...given }))
  const edited = (input: Input, by: number) =>
    valuesOf(input, by, (column, given) => changedTranslations(sql, column, { ...given }))

  return {
    async list(as = table): Promise<string> {
      return jsonList(sql, as, sql`select ${shown} from ${name} where removed_at is null order by name, id`)
    },

    async listRemoved(): Promise<string> {
      const values = sql`${sql.identifiers(['id', ...removed.columns])} ${removed.derived ?? sql``} ${removalOf(sql, table)}`
      return jsonList(sql, table, sql`select ${values} from ${name} ${latestRemovedFirst(sql, table)}`)
    },

    async add(input: Input, by: number): Promise<Row> {
      const [row] = await sql<[Row]>`insert into ${name} ${sql.insert(added(input, by))} returning ${shown}`
      return row
    },

    async edit(id: number, input: Input, by: number): Promise<Row> {
      const version = input.version ?? null
      const [row] = await sql<Row[]>`
        update ${name} set ${sql.set(edited(input, by))}
        where id = ${id} and removed_at is null and (${version}::int is null or version = ${version})
        returning ${shown}`
      if (!row) throw await conflictOrNotFound(sql, table, id, notFound)
      return row
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

/** Further columns: when a row was removed, and by whom. Only its restoration changes a removed row, so its last editor removed it. */
export function removalOf(sql: Sql, table: string): Fragment {
  const name = sql.identifier(table)
  return sql`, to_char(${name}.removed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as removed_at,
    (select remover.name from users remover where remover.id = ${name}.updated_by) as removed_by`
}

export function latestRemovedFirst(sql: Sql, table: string): Fragment {
  const name = sql.identifier(table)
  return sql`where ${name}.removed_at is not null order by ${name}.removed_at desc, ${name}.id desc`
}
