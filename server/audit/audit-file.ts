import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { writeXlsxStream } from 'hucre/xlsx'
import type { AuditQuery, AuditRecord } from '../../contract/audit.ts'
import type { audit } from './audit.queries.ts'

const columns = [
  'at',
  'actor_name',
  'address',
  'subject',
  'kind',
  'subject_name',
  'subject_id',
  'person_id',
  'before',
  'after',
] as const
const rowsAtATime = 1000

function toRow(record: AuditRecord) {
  const text = (values: AuditRecord['before']) => values && JSON.stringify(values)
  const row = { ...record, before: text(record.before), after: text(record.after) }
  return columns.map((column) => row[column])
}

/** Page after page, so that a million records need no more memory than a thousand. */
async function* pagesOf(records: ReturnType<typeof audit>, query: AuditQuery) {
  let { before } = query
  for (;;) {
    const page = await records.page({ ...query, before }, rowsAtATime)
    if (page.length > 0) yield page.map(toRow)
    if (page.length < rowsAtATime) return
    before = page.at(-1)?.id
  }
}

/** A cell that a spreadsheet would run is defused. */
export function auditCsv(records: ReturnType<typeof audit>, query: AuditQuery): Readable {
  async function* lines() {
    // Excel takes a file for UTF-8 only with this mark.
    yield `\uFEFF${stringify([columns])}`
    for await (const page of pagesOf(records, query)) yield stringify(page, { escape_formulas: true })
  }
  return Readable.from(lines())
}

/** Here a text is marked as one, and is never run. */
export function auditXlsx(records: ReturnType<typeof audit>, query: AuditQuery): Readable {
  async function* rows() {
    yield [...columns]
    for await (const page of pagesOf(records, query)) yield* page
  }
  return Readable.fromWeb(writeXlsxStream(rows(), { name: 'Audit', freezePane: { rows: 1 } }) as never)
}
