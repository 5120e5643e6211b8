import type { ImportPreview, ImportReply } from '../../contract/imports.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { Conflict } from '../http/errors.ts'
import { rules } from '../rules/rules.queries.ts'
import { terms } from '../terms/terms.queries.ts'
import { byColumn, refuseUnknownColumns } from './columns.ts'
import type { ImportFile } from './import-file.ts'
import { imports } from './imports.queries.ts'
import { assertSameAsPreview, checkAll, importTime, previewOf, slices, wrongCount } from './preview-fingerprint.ts'
import { checkScore, decideScores, type ScoreRow, type ScoresDecision } from './score-rows.ts'

async function checkedScores(sql: Sql, { table }: ImportFile, termId: number | undefined) {
  const named = byColumn(table, 'scores')
  const most = await rules(sql).mostScores(await terms(sql).idOrCurrent(termId))
  return { scores: await checkAll(named.rows, (row) => checkScore(row, most)), named }
}

async function decideScoresWith(sql: Sql, scores: readonly ScoreRow[], termId: number): Promise<ScoresDecision> {
  const named = scores.map(({ row, username, email }) => ({ row, username, email }))
  return decideScores(scores, await imports(sql).matchMembers(named, termId), await rules(sql).mostScores(termId))
}

async function openTerm(sql: Sql, termId: number | undefined): Promise<number> {
  const id = await terms(sql).idOrCurrent(termId)
  if ((await imports(sql).holdTerm(id)) === 'closed') throw new Conflict(messages.terms.closed)
  return id
}

export async function previewScores(
  say: Say,
  database: Database,
  termId: number | undefined,
  file: ImportFile,
): Promise<ImportPreview> {
  const term = await openTerm(database, termId)
  const { scores, named } = await checkedScores(database, file, term)
  const { rows } = await database.begin((tx) => decideScoresWith(tx, scores, term), importTime)
  return previewOf(say, 'scores', file, named, `scores ${term}`, rows)
}

export async function importScores(
  database: Database,
  actor: Actor,
  termId: number | undefined,
  file: ImportFile,
): Promise<Omit<ImportReply, 'message'>> {
  const { scores, named } = await checkedScores(database, file, termId)
  refuseUnknownColumns(named, 'scores', file.ignoreUnknown)
  return auditedTransaction(
    database,
    actor,
    async (tx) => {
      const tables = imports(tx)
      await tables.oneAtATime()
      const term = await openTerm(tx, termId)
      // The rows that would change are locked and read again, so that the check stays valid.
      const { edit: likely } = await decideScoresWith(tx, scores, term)
      await tables.lockScores(
        likely.map(({ id }) => id),
        term,
      )
      const { rows, edit } = await decideScoresWith(tx, scores, term)
      assertSameAsPreview(file, `scores ${term}`, rows)
      for (const slice of slices(edit)) await tables.setScores(slice, term)
      return {
        added: 0,
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
