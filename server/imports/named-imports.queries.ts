import { importDeclarations } from '../../contract/imports.ts'
import type { Sql } from '../../database/connect.ts'
import type { KnownNamed, NamedColumn, NamedKind, NamedMatch } from './named.ts'

type Row = Readonly<Record<string, string | number | null | undefined>>
type Stored = Record<string, string | number | null | Record<string, string>>

/** The columns as stored: `names.ckb` of a file is `ckb` in the column `names`. */
function toStored(row: Row): Stored {
  const stored: Stored = {}
  for (const [column, value] of Object.entries(row)) {
    const [field = '', language] = column.split('.')
    if (language === undefined) stored[field] = value ?? null
    else stored[field] = { ...Object(stored[field]), ...(value == null ? {} : { [language]: value }) }
  }
  return stored
}

function fromStored(row: Stored): KnownNamed {
  return Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).map(([language, text]) => [`${column}.${language}`, text])
        : [[column, value]],
    ),
  ) as KnownNamed
}

/** The queries take many departments or activities at once, as one JSON document. */
export function namedImports(sql: Sql, kind: NamedKind) {
  const table = sql.identifier(kind)
  const columns = Object.keys(importDeclarations[kind].columns) as NamedColumn[]
  /** A department names its faculty, and has its id. */
  const faculty =
    kind === 'departments'
      ? sql`(select f.name from faculties f where f.id = t.faculty_id and f.removed_at is null)`
      : sql`null::text`
  /** The stored columns: `names` in place of `names.ckb` and `names.ar`. */
  const stored = [...new Set(columns.map((column) => (column === 'faculty' ? 'faculty_id' : column.replace(/\..+$/, ''))))]
  const isTranslated = (column: string) => columns.some((one) => one.startsWith(`${column}.`))
  /** A file without columns of a text in other languages changes none of them. */
  const withoutTranslations = Object.fromEntries(stored.filter(isTranslated).map((column) => [column, {}]))
  const toRecords = (rows: readonly Row[]) => sql.json(rows.map((row) => ({ ...withoutTranslations, ...toStored(row) })))

  return {
    columns,

    async match(
      rows: readonly { row: number; name: string; names: Readonly<Record<string, string | number | undefined>> }[],
    ): Promise<Map<number, NamedMatch>> {
      const found = await sql<{ row: number; name_key: string; known: Stored | null; owners: NamedMatch['owners'] }[]>`
        with f as (
          select row, lower(name collate name_order) as name_key, names
          from jsonb_to_recordset(${sql.json(rows)}) as f(row int, name text, names jsonb)),
        known as (
          select distinct on (f.row) f.row, to_jsonb(t) || jsonb_build_object('faculty', ${faculty}) as known
          from f join (${table} t cross join lateral name_keys(t.name, t.names) k) on k.key = f.name_key and t.removed_at is null
          order by f.row, k.place, t.id),
        owners as (
          select f.row, jsonb_object_agg(g.language, t.id) as owners
          from f cross join lateral jsonb_each_text(f.names) as g(language, name)
          join (${table} t cross join lateral jsonb_each_text(t.names) as o(language, name))
            on o.language = g.language and lower(o.name collate name_order) = lower(g.name collate name_order) and t.removed_at is null
          group by f.row)
        select f.row, f.name_key, known.known, owners.owners from f left join known using (row) left join owners using (row)`
      return new Map(found.map(({ row, known, ...match }) => [row, { ...match, known: known && fromStored(known) }]))
    },

    /** Locks the rows until the end of the transaction, always in the same order. */
    async lock(ids: readonly number[]) {
      await sql`select from ${table} where id = any(${ids}) order by id for no key update`
    },

    async add(rows: readonly Row[], by: number) {
      return sql<{ id: number; name: string }[]>`
        insert into ${table} (${sql.identifiers(stored)}, updated_by)
        select ${sql.identifiers(stored)}, ${by}::int from jsonb_populate_recordset(null::${table}, ${toRecords(rows)})
        returning id, name`
    },

    async edit(rows: readonly Row[], by: number) {
      const assigned = (column: string) => {
        const name = sql.identifier(column)
        return isTranslated(column) ? sql`t.${name} || n.${name}` : sql`n.${name}`
      }
      const values = Object.fromEntries(stored.map((column) => [column, assigned(column)]))
      return sql`
        update ${table} t set ${sql.set(values)}, updated_by = ${by}
        from jsonb_populate_recordset(null::${table}, ${toRecords(rows)}) n where t.id = n.id`
    },

    /** The rows of a template in which only the missing values are filled in. */
    async all(): Promise<KnownNamed[]> {
      const rows = await sql<Stored[]>`
        select id, ${sql.identifiers(stored)}, ${faculty} as faculty from ${table} t where removed_at is null order by name, id`
      return rows.map(fromStored)
    },
  }
}
