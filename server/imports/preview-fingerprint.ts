import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ImportKind, ImportPreview } from '../../contract/imports.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import { BadRequest, Conflict } from '../http/errors.ts'
import { type CheckedRow, rowInWords } from './checked-row.ts'
import type { NamedRow, NamedTable } from './columns.ts'
import type { ImportFile } from './import-file.ts'

/** Shared by all imports: rows are checked in slices, previewed, and written only if they match the preview. */

const rowsAtATime = 250

/** In slices, so that the event loop serves other requests in between. */
export async function checkAll<T>(rows: readonly NamedRow[], check: (row: NamedRow) => T): Promise<T[]> {
  const checked: T[] = []
  for (const [index, row] of rows.entries()) {
    checked.push(check(row))
    if (index % rowsAtATime === 0) await setImmediate()
  }
  return checked
}

/** A hash of the preview: the file, its target, and the outcome of each row. The same in every language. */
function fingerprintOf({ digest }: ImportFile, target: string, rows: readonly CheckedRow[]): string {
  return createHash('sha256')
    .update(JSON.stringify([digest, target, rows]))
    .digest('base64url')
}

export function previewOf(
  say: Say,
  kind: ImportKind,
  file: ImportFile,
  { header, ignored, unknown, rows: named }: NamedTable,
  target: string,
  rows: CheckedRow[],
  { passwords = 0, missing = [] }: { passwords?: number; missing?: ImportPreview['missing_departments'] } = {},
): ImportPreview {
  const counts = { new: 0, changed: 0, same: 0, wrong: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  const { format, encoding, delimiter } = file.table
  return {
    read: { format, encoding, delimiter },
    header,
    ignored,
    unknown: unknown.map((name) => (typeof name === 'string' ? name : say(name as Message))),
    // Row by row as in the file.
    rows: rows.map((row, index) => ({
      ...rowInWords(say, kind, row),
      ...(row.outcome === 'wrong' ? { cells: named[index]?.source ?? [] } : {}),
    })),
    counts,
    passwords,
    missing_departments: missing,
    fingerprint: fingerprintOf(file, target, rows),
  }
}

/** Also for rows with errors: if the outcome changed, the errors may differ from those shown. */
export function assertSameAsPreview(file: ImportFile, target: string, rows: readonly CheckedRow[]) {
  if (fingerprintOf(file, target, rows) !== file.fingerprint) throw new Conflict(messages.imports.movedOn)
  if (!file.skipWrong && wrongCount(rows) > 0) throw new BadRequest(messages.imports.hasErrors, 'file')
}

/** What was done, as the reply says it. */
export function importedMessage(counts: { added: number; changed: number; skipped: number }): Message {
  const { imported, importedInPart, importedNothing, importedNothingInPart } = messages.imports
  const { added, changed, skipped } = counts
  if (added + changed === 0) return skipped === 0 ? importedNothing : importedNothingInPart({ skipped })
  return skipped === 0 ? imported({ added, changed }) : importedInPart({ added, changed, skipped })
}

export function wrongCount(rows: readonly CheckedRow[]): number {
  return rows.filter(({ outcome }) => outcome === 'wrong').length
}

/** The timeout of each statement of an import: thousands of rows take longer than the default allows. */
export const importTime = { timeLimitMs: 60_000 }

export function* slices<T>(rows: readonly T[]) {
  for (let start = 0; start < rows.length; start += rowsAtATime) yield rows.slice(start, start + rowsAtATime)
}
