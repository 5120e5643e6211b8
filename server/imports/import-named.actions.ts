import type { ImportPreview, ImportReply } from '../../contract/imports.ts'
import type { Say } from '../../contract/languages/catalogue.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { byColumn, refuseUnknownColumns } from './columns.ts'
import type { ImportFile } from './import-file.ts'
import { imports } from './imports.queries.ts'
import { namedImports } from './named-imports.queries.ts'
import { type CatalogueRow, checkNamed, decideNamed, type NamedDecision, type NamedKind } from './named-rows.ts'
import { assertSameAsPreview, checkAll, importTime, previewOf, slices, wrongCount } from './preview-fingerprint.ts'

async function checked(kind: NamedKind, { table }: ImportFile) {
  const named = byColumn(table, kind)
  return { given: await checkAll(named.rows, (row) => checkNamed(kind, row)), named }
}

async function decideWith(sql: Sql, kind: NamedKind, given: readonly CatalogueRow[]): Promise<NamedDecision> {
  const text = (value: string | number | undefined) => (value === undefined ? null : String(value))
  const named = given.flatMap(({ row, fields: { name, name_ckb, name_ar } }) =>
    name === undefined ? [] : [{ row, name: String(name), name_ckb: text(name_ckb), name_ar: text(name_ar) }],
  )
  return decideNamed(kind, given, await namedImports(sql, kind).match(named))
}

export async function previewNamed(say: Say, database: Database, kind: NamedKind, file: ImportFile): Promise<ImportPreview> {
  const { given, named } = await checked(kind, file)
  const { rows } = await database.begin((tx) => decideWith(tx, kind, given), importTime)
  return previewOf(say, kind, file, named, kind, rows)
}

export async function importNamed(
  database: Database,
  actor: Actor,
  kind: NamedKind,
  file: ImportFile,
): Promise<Omit<ImportReply, 'message'>> {
  const { given, named } = await checked(kind, file)
  refuseUnknownColumns(named, kind, file.ignoreUnknown)
  return auditedTransaction(
    database,
    actor,
    async (tx, by) => {
      const tables = namedImports(tx, kind)
      await imports(tx).oneAtATime()
      // The rows that would change are locked and read again, so that the check stays valid.
      const { edit: likely } = await decideWith(tx, kind, given)
      await tables.lock(likely.map(({ id }) => id))
      const { rows, add, edit } = await decideWith(tx, kind, given)
      assertSameAsPreview(file, kind, rows)
      for (const slice of slices(add)) await tables.add(slice, by)
      for (const slice of slices(edit)) await tables.edit(slice, by)
      return {
        added: add.length,
        changed: edit.length,
        skipped: wrongCount(rows),
        departments_created: 0,
        passwords_left: 0,
        without_password: [],
      }
    },
    importTime,
  )
}
