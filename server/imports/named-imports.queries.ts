import type { Sql } from '../../database/connect.ts'
import { columnsOf, type KnownRow, type NamedDecision, type NamedKind, type NamedMatch } from './named-rows.ts'

/** Many departments or activities at once, as one JSON document. */
export function namedImports(sql: Sql, kind: NamedKind) {
  const table = sql.identifier(kind)
  const columns = columnsOf(kind)

  return {
    async match(
      rows: readonly { row: number; name: string; name_ckb: string | null; name_ar: string | null }[],
    ): Promise<Map<number, NamedMatch>> {
      const found = await sql<(NamedMatch & { row: number })[]>`
        select f.row, lower(f.name collate name_order) as name_key, k.known, c.id as name_ckb_owner, a.id as name_ar_owner
        from jsonb_to_recordset(${sql.json(rows)}) as f(row int, name text, name_ckb text, name_ar text)
        left join lateral (
          select to_jsonb(t) as known from ${table} t
          where t.removed_at is null and lower(f.name collate name_order) in (lower(t.name), lower(t.name_ckb), lower(t.name_ar))
          order by lower(t.name) = lower(f.name collate name_order) desc, lower(t.name_ckb) = lower(f.name collate name_order) desc nulls last, t.id
          limit 1) k on true
        left join ${table} c on c.removed_at is null and lower(c.name_ckb) = lower(f.name_ckb collate name_order)
        left join ${table} a on a.removed_at is null and lower(a.name_ar) = lower(f.name_ar collate name_order)`
      return new Map(found.map(({ row, ...match }) => [row, match]))
    },

    /** Locked until the end of the transaction, always in the same order. */
    async lock(ids: readonly number[]) {
      await sql`select from ${table} where id = any(${ids}) order by id for no key update`
    },

    async add(rows: NamedDecision['add'], by: number) {
      await sql`
        insert into ${table} (${sql.identifiers(columns)}, updated_by)
        select ${sql.identifiers(columns)}, ${by}::int from jsonb_populate_recordset(null::${table}, ${sql.json(rows)})`
    },

    async edit(rows: NamedDecision['edit'], by: number) {
      const values = Object.fromEntries(columns.map((column) => [column, sql`n.${sql.identifier(column)}`]))
      await sql`
        update ${table} t set ${sql.set(values)}, updated_by = ${by}
        from jsonb_populate_recordset(null::${table}, ${sql.json(rows)}) n where t.id = n.id`
    },

    /** For a template in which only the missing values are filled in. */
    async all(): Promise<KnownRow[]> {
      return sql<KnownRow[]>`select id, ${sql.identifiers(columns)} from ${table} where removed_at is null order by name, id`
    },
  }
}
