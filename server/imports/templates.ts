import { Readable } from 'node:stream'
import { writeXlsxStream } from 'hucre/xlsx'
import { typeName } from '../../contract/codes.ts'
import { csvLine, csvMark } from '../../contract/csv.ts'
import { type ImportKind, importColumns } from '../../contract/imports.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { terms } from '../terms/terms.queries.ts'
import { imports } from './imports.queries.ts'
import { namedImports } from './named-imports.queries.ts'
import { columnsOf, type KnownRow } from './named-rows.ts'

type Rows = (string | number | null)[][]

/**
 * For users only the header; for scores the members of the term with their scores, so that only numbers are typed; for departments and
 * activities those that are there, so that only translations are typed.
 */
async function rowsOf(say: Say, database: Database, kind: ImportKind, termId: number | undefined): Promise<Rows> {
  if (kind === 'users') return [Object.values(importColumns.users).map(say)]
  if (kind !== 'scores') {
    const columns = columnsOf(kind)
    const labels: Readonly<Record<string, Message>> = importColumns[kind]
    const cell = (row: KnownRow, column: (typeof columns)[number]) =>
      column === 'type' ? say(typeName(String(row[column]))) : (row[column] ?? null)
    const known = await namedImports(database, kind).all()
    const header = columns.map((column) => (labels[column] ? say(labels[column]) : column))
    return [header, ...known.map((row) => columns.map((column) => cell(row, column)))]
  }
  const { username, tp, fb } = importColumns.scores
  const members = await imports(database).membersToScore(await terms(database).idOrCurrent(termId))
  const header = [username, messages.fields.name, tp, fb].map(say)
  return [header, ...members.map((member) => [member.username, member.name, member.tp, member.fb])]
}

export async function templateFile(
  say: Say,
  database: Database,
  kind: ImportKind,
  format: 'csv' | 'xlsx',
  termId: number | undefined,
) {
  const rows = await rowsOf(say, database, kind, termId)
  if (format === 'csv') return csvMark + rows.map(csvLine).join('')
  return Readable.fromWeb(writeXlsxStream(rows, { name: say(messages.imports.sheet[kind]), freezePane: { rows: 1 } }) as never)
}
