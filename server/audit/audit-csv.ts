import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { AuditQuery, AuditRecord } from '../../contract/audit.ts'
import type { audit } from './audit.queries.ts'

const columns = ['at', 'actor_name', 'address', 'subject', 'kind', 'subject_name', 'subject_id', 'person_id', 'before', 'after']
const rowsAtATime = 1000

function toRow(record: AuditRecord) {
  const { before, after } = record
  return { ...record, before: before && JSON.stringify(before), after: after && JSON.stringify(after) }
}

/** Page after page, so that a million records need no more memory than a thousand. A cell that a spreadsheet would run is defused. */
export function auditCsv(records: ReturnType<typeof audit>, query: AuditQuery): Readable {
  async function* lines() {
    // Excel takes a file for UTF-8 only with this mark.
    yield `\uFEFF${stringify([columns])}`
    let { before } = query
    for (;;) {
      const page = await records.page({ ...query, before }, rowsAtATime)
      if (page.length > 0) yield stringify(page.map(toRow), { columns, escape_formulas: true })
      if (page.length < rowsAtATime) return
      before = page.at(-1)?.id
    }
  }
  return Readable.from(lines())
}
