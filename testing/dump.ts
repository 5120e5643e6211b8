import { readFileSync } from 'node:fs'
import type { Sql } from '../database/connect.ts'
import { knownFunctions, knownMigrations } from '../database/migrate.ts'

/** A database as one plain SQL script: the migrations and functions of today, and every row. Run on an empty database it makes the same. */
export async function dumpDatabase(sql: Sql): Promise<string> {
  const folder = new URL('../database/migrations/', import.meta.url)
  const migrations = knownMigrations().map((name) => readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n'))
  const bookkeeping = ['schema_migrations', 'schema_functions'].map(
    (table) =>
      `create table ${table} (name text primary key, checksum text not null, applied_at timestamptz not null default now());`,
  )
  const tables = await sql<{ table: string; columns: string }[]>`
    select c.relname as table, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1 order by 1`
  const rows: string[] = []
  for (const { table, columns } of tables) {
    const found = await sql.unsafe<{ row: string }[]>(`select to_jsonb(t)::text as row from ${table} t order by 1`)
    if (found.length === 0) continue
    const list = found.map(({ row }) => `  ${row}`).join(',\n')
    // The table is emptied first, because a migration may have inserted some of the rows.
    rows.push(
      `delete from ${table};\ninsert into ${table} (${columns}) overriding system value\nselect ${columns} from jsonb_populate_recordset(null::${table}, $json$[\n${list}\n]$json$);`,
    )
  }
  const sequences = await sql<{ statement: string }[]>`
    select format('select setval(%L, greatest((select max(id) from %I), 1));', pg_get_serial_sequence(c.relname, 'id'), c.relname) as statement
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and a.attidentity <> '' order by c.relname`
  return [
    ...migrations,
    ...knownFunctions().map(({ text }) => text),
    ...bookkeeping,
    // The rows are complete: no trigger adds to them.
    "set session_replication_role = 'replica';",
    ...rows,
    "set session_replication_role = 'origin';",
    ...sequences.map(({ statement }) => statement),
    '',
  ].join('\n')
}
