import { Readable } from 'node:stream'
import { auditHeaders, auditRows } from '../../contract/audit-table.ts'
import type { Names } from '../../contract/audit-values.ts'
import { csvLine, csvMark } from '../../contract/csv.ts'
import { dayIn, isoMomentIn } from '../../contract/dates.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { withoutDirectionMarks } from '../../contract/languages/direction-marks.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { atATime } from '../../contract/limits.ts'
import { xlsxFile } from '../http/xlsx-file.ts'
import type { audit, ZonedQuery } from './audit.queries.ts'

/** The records, the names for the ids in them, and the language of the reader. */
type Trail = { records: ReturnType<typeof audit>; names: Names; say: Say; language: Language }

const columns = ['when', 'who', 'what', 'from', 'note', 'changes'] as const

/**
 * The table that the panel shows: the same words, and the times of the same clock in ISO form. It is read page after page, so that a
 * million records need no more memory than a thousand.
 */
async function* pagesOf({ records, names, say }: Trail, query: ZonedQuery) {
  const rowOf = auditRows(say, names, (moment) => isoMomentIn(query.zone, moment))
  yield [columns.map((column) => withoutDirectionMarks(say(auditHeaders[column])))]
  let { before } = query
  for (;;) {
    const page = await records.page({ ...query, before }, atATime.auditRows)
    yield page.map((record) => {
      const row = rowOf(record)
      return columns.map((column) => withoutDirectionMarks(row[column]))
    })
    if (page.length < atATime.auditRows) return
    before = page.at(-1)?.id
  }
}

/** The trail as CSV. A cell that a spreadsheet would run as a formula is made harmless. */
export function auditCsv(trail: Trail, query: ZonedQuery): Readable {
  async function* lines() {
    yield csvMark
    for await (const page of pagesOf(trail, query)) if (page.length > 0) yield page.map(csvLine).join('')
  }
  return Readable.from(lines())
}

/** The trail as XLSX, in which a text is marked as one, and is never run. */
export function auditXlsx(trail: Trail, query: ZonedQuery): Readable {
  async function* rows() {
    for await (const page of pagesOf(trail, query)) yield* page
  }
  return xlsxFile(rows(), trail.say(messages.audit.sheet), trail.language)
}

/** The name of the file, audit-2026-11-15. */
export function auditFileName(say: Say, { zone }: ZonedQuery): string {
  return say(messages.audit.file({ day: dayIn(zone, new Date()) }))
}
