import { type ImportReply, importDeclarations } from '../../contract/imports.ts'
import type { Say } from '../../contract/languages/catalogue.ts'
import { database as limits } from '../../contract/limits.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import type { Viewer } from '../policy/policy.ts'
import { batches } from './batches/batches.queries.ts'
import { recordedImport } from './batches/recorded-import.ts'
import { inWords } from './checked-row.ts'
import { byColumn, type NamedTable, refuseUnknownColumns } from './columns.ts'
import { correctionsOf } from './corrections-in-words.ts'
import { deciderOf } from './decide.ts'
import type { Declaration, FileRow, MatchOf } from './declaration.ts'
import { fileColumns } from './file-columns.queries.ts'
import type { ImportFile } from './import-file.ts'
import { imports } from './imports.queries.ts'
import { assertSameAsPreview, previewOf, wrongCount } from './preview-fingerprint.ts'

/** The timeout of each statement of an import: thousands of rows take longer than the default allows. */
const importTime = { timeLimitMs: limits.import }

type TermId = number | undefined

/** The preview and import of files of a kind: the same for all kinds, by their declaration. */
export function importOf<Values extends object, Match extends MatchOf<Values>, Scope>(
  declared: Declaration<Values, Match, Scope>,
) {
  const { kind, targetOf, open, hashPasswords } = declared

  async function decideIn(tx: Sql, checked: readonly FileRow<Values>[], scope: Scope, { reading }: ImportFile) {
    const { decide, filled } = deciderOf(declared, scope)
    let rows = checked
    let found = await declared.match(tx, rows, scope)
    if (reading?.defaults) {
      // Only new rows get the defaults, and what they get is matched as what stands in the file.
      rows = filled(checked, found.matches, reading.defaults)
      found = await declared.match(tx, rows, scope)
    }
    const { matches, missing_departments = [] } = found
    return { ...(await decide(rows, matches)), missing_departments }
  }

  /** The file by its columns: as the reader chose them, or as they were chosen for an earlier file. */
  const read = (sql: Sql, { table, reading }: ImportFile) =>
    byColumn(table, declared, { reading, rememberedFor: (headings) => fileColumns(sql).remembered(kind, headings) })
  const check = ({ rows }: NamedTable, scope: Scope) => deciderOf(declared, scope).checkRows(rows)
  /** What the reader chose for the columns holds for the next file with the same headings. */
  async function remember(tx: Sql, { reading }: ImportFile, { found, unknown }: NamedTable, by: number) {
    if (!reading || (!reading.columns && unknown.length === 0)) return
    const chosen = found.columns.map(({ column }) => column ?? '')
    await fileColumns(tx).remember(kind, found.headings, chosen, by)
  }
  const decide = (database: Database, rows: readonly FileRow<Values>[], scope: Scope, file: ImportFile) =>
    database.begin((tx) => decideIn(tx, rows, scope, file), importTime)

  return {
    /** The preview as JSON. */
    async preview(say: Say, database: Database, termId: TermId, file: ImportFile): Promise<string> {
      const scope = await open(database, termId, file)
      const named = await read(database, file)
      const decision = await decide(database, await check(named, scope), scope, file)
      const passwords = declared.countPasswords?.(decision.right) ?? 0
      const corrections =
        file.reading &&
        (await correctionsOf(say, declared, named, decision, {
          columns: declared.columns(scope),
          choices: await declared.choices?.(database, scope),
        }))
      const imported_before = await batches(database).lastOf(kind, file.digest, declared.termOf?.(scope) ?? null)
      const more = { ...decision, passwords, corrections, imported_before }
      return previewOf(say, kind, file, named, targetOf(scope), decision.rows, more)
    },

    async import(database: Database, actor: Actor, termId: TermId, file: ImportFile): Promise<Omit<ImportReply, 'message'>> {
      const named = await read(database, file)
      refuseUnknownColumns(named, kind, file.ignoreUnknown)
      const before = await open(database, termId, file)
      const rows = await check(named, before)
      let hashes = new Map<number, string>()
      if (hashPasswords) {
        const likely = await decide(database, rows, before, file)
        await assertSameAsPreview(file, targetOf(before), likely.rows)
        hashes = await hashPasswords(likely.right)
      }
      return auditedTransaction(
        database,
        actor,
        async (tx, by) => {
          await imports(tx).oneAtATime()
          const scope = await open(tx, termId, file)
          // The rows are locked and read again, so that the check stays valid.
          const idsToChange = async () => (await decideIn(tx, rows, scope, file)).changed.flatMap(({ known }) => known?.id ?? [])
          await declared.lock(tx, rows, idsToChange, scope)
          const decision = await decideIn(tx, rows, scope, file)
          await assertSameAsPreview(file, targetOf(scope), decision.rows)
          await remember(tx, file, named, by)
          const counts = {
            added: decision.added.length,
            changed: decision.changed.length,
            skipped: wrongCount(decision.rows),
          }
          const batch = { kind, file, termId: declared.termOf?.(scope) ?? null, counts }
          const { import_id, reply } = await recordedImport(tx, actor, batch, decision.rows, () =>
            declared.write(tx, decision, { by, scope, hashes }),
          )
          return { ...counts, departments_created: 0, passwords_left: 0, without_password: [], ...reply, import_id }
        },
        importTime,
      )
    },

    /** The rows of an imported file without errors, as they would be decided now. */
    async rightRows(database: Database, file: ImportFile, scope: Scope) {
      return (await decide(database, await check(await read(database, file), scope), scope, file)).right
    },

    async template(say: Say, database: Database, viewer: Viewer, termId: TermId): Promise<(string | number | null)[][]> {
      const { header, rows = [] } = (await declared.template?.(database, viewer, termId)) ?? {}
      const all = [header ?? Object.values(importDeclarations[kind].columns), ...rows]
      return all.map((row) => row.map((cell) => (cell === null ? null : inWords(say, cell))))
    },
  }
}
