import type { Fragment, Sql } from './sql.ts'

type Given = Readonly<Record<string, string | null | undefined>>

/** The translations of a new row. */
export function newTranslations(sql: Sql, given: Given): Fragment {
  return sql`jsonb_strip_nulls(${sql.json(given)})`
}

/** The translations of a row with the changes of a request: null deletes one, and a language that the request leaves out stays. */
export function changedTranslations(sql: Sql, column: string, given: Given): Fragment {
  return sql`jsonb_strip_nulls(${sql.identifier(column)} || ${sql.json(given)})`
}
