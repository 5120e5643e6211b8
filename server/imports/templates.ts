import { Readable } from 'node:stream'
import { writeXlsxStream } from 'hucre/xlsx'
import { csvLine, csvMark } from '../../contract/csv.ts'
import { type ImportKind, importColumns } from '../../contract/imports.ts'
import type { Database } from '../../database/connect.ts'
import { terms } from '../terms/terms.queries.ts'
import { imports } from './imports.queries.ts'

type Rows = (string | number | null)[][]

/** For users only the header; for scores the members of the term with their scores, so that only numbers are typed. */
async function rowsOf(database: Database, kind: ImportKind, termId: number | undefined): Promise<Rows> {
  if (kind === 'users') return [Object.values(importColumns.users)]
  const { username, tp, fb } = importColumns.scores
  const members = await imports(database).membersToScore(await terms(database).idOrCurrent(termId))
  return [[username, 'Name', tp, fb], ...members.map((member) => [member.username, member.name, member.tp, member.fb])]
}

export async function templateFile(database: Database, kind: ImportKind, format: 'csv' | 'xlsx', termId: number | undefined) {
  const rows = await rowsOf(database, kind, termId)
  if (format === 'csv') return csvMark + rows.map(csvLine).join('')
  return Readable.fromWeb(writeXlsxStream(rows, { name: kind, freezePane: { rows: 1 } }) as never)
}
