import { Readable } from 'node:stream'
import { writeXlsxStream } from 'hucre/xlsx'
import { csvLine, csvMark } from '../../contract/csv.ts'
import { type ImportKind, importColumns } from '../../contract/imports.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { terms } from '../terms/terms.queries.ts'
import { imports } from './imports.queries.ts'

type Rows = (string | number | null)[][]

/** For users only the header; for scores the members of the term with their scores, so that only numbers are typed. */
async function rowsOf(say: Say, database: Database, kind: ImportKind, termId: number | undefined): Promise<Rows> {
  if (kind === 'users') return [Object.values(importColumns.users).map(say)]
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
