import { Readable } from 'node:stream'
import { writeXlsxStream } from 'hucre/xlsx'
import type { AuditQuery } from '../../contract/audit.ts'
import { auditHeaders, auditRows } from '../../contract/audit-table.ts'
import type { Names } from '../../contract/audit-values.ts'
import { csvLine, csvMark } from '../../contract/csv.ts'
import { isoMomentsIn } from '../../contract/dates.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { audit } from './audit.queries.ts'

/** The records, the names for the ids in them, and the language of the reader. */
type Trail = { records: ReturnType<typeof audit>; names: Names; say: Say }

const rowsAtATime = 1000

const columns = ['when', 'who', 'what', 'from', 'note', 'changes'] as const

/**
 * The table that the panel shows: the same words, and the times of the same clock in ISO form. Page after page, so that a million records
 * need no more memory than a thousand.
 */
async function* pagesOf({ records, names, say }: Trail, query: AuditQuery) {
  const rowOf = auditRows(say, names, query.zone)
  const when = isoMomentsIn(query.zone)
  yield [columns.map((column) => say(auditHeaders[column]))]
  let { before } = query
  for (;;) {
    const page = await records.page({ ...query, before }, rowsAtATime)
    yield page.map((record) => {
      const row = { ...rowOf(record), when: when(record.at) }
      return columns.map((column) => row[column])
    })
    if (page.length < rowsAtATime) return
    before = page.at(-1)?.id
  }
}

/** A cell that a spreadsheet would run is defused. */
export function auditCsv(trail: Trail, query: AuditQuery): Readable {
  async function* lines() {
    yield csvMark
    for await (const page of pagesOf(trail, query)) if (page.length > 0) yield page.map(csvLine).join('')
  }
  return Readable.from(lines())
}

/** Here a text is marked as one, and is never run. */
export function auditXlsx(trail: Trail, query: AuditQuery): Readable {
  async function* rows() {
    for await (const page of pagesOf(trail, query)) yield* page
  }
  return Readable.fromWeb(writeXlsxStream(rows(), { name: trail.say(messages.audit.sheet), freezePane: { rows: 1 } }) as never)
}

/** audit-2026-11-15: of the day it is where the file is read. */
export function auditFileName(say: Say, { zone }: AuditQuery): string {
  // The Swedish write their days as the other files do: year, month, day.
  return say(messages.audit.file({ day: new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format() }))
}
