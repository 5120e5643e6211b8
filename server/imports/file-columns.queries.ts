import { createHash } from 'node:crypto'
import type { ImportKind } from '../../contract/imports.ts'
import type { Sql } from '../../database/connect.ts'

/** The columns of files, as they were chosen, by the headings of the file. */
export function fileColumns(sql: Sql) {
  const hashOf = (headings: readonly string[]) => createHash('sha256').update(JSON.stringify(headings)).digest('hex')

  return {
    async remembered(kind: ImportKind, headings: readonly string[]): Promise<string[] | undefined> {
      const [found] = await sql<{ columns: string[] }[]>`
        select columns from import_columns where kind = ${kind} and headings_hash = ${hashOf(headings)}`
      return found?.columns
    },

    async remember(kind: ImportKind, headings: readonly string[], columns: readonly string[], by: number) {
      await sql`
        insert into import_columns (kind, headings_hash, columns, updated_by)
        values (${kind}, ${hashOf(headings)}, ${columns}, ${by})
        on conflict (kind, headings_hash) do update set columns = excluded.columns, updated_by = excluded.updated_by, updated_at = now()`
    },
  }
}
