import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ImportPreview, ImportRow } from '../../contract/imports.ts'
import { importMessages } from '../../contract/messages-imports.ts'
import { BadRequest, Conflict } from '../http/errors.ts'
import type { NamedRow } from './columns.ts'
import type { ImportFile } from './import-file.ts'

/** What both imports share: rows are checked slice by slice, shown, and written only as they were seen. */

const rowsAtATime = 250

/** Slice by slice, so that others are answered in between. */
export async function checkAll<T>(rows: readonly NamedRow[], check: (row: NamedRow) => T): Promise<T[]> {
  const checked: T[] = []
  for (const [index, row] of rows.entries()) {
    checked.push(check(row))
    if (index % rowsAtATime === 0) await setImmediate()
  }
  return checked
}

/** What a person saw, in a few letters: the file, where it goes, and what would become of each row. */
function fingerprintOf({ digest }: ImportFile, target: string, rows: readonly ImportRow[]): string {
  return createHash('sha256')
    .update(JSON.stringify([digest, target, rows]))
    .digest('base64url')
}

export function previewOf(
  file: ImportFile,
  ignored: string[],
  target: string,
  rows: ImportRow[],
  passwords: number,
): ImportPreview {
  const counts = { new: 0, changed: 0, same: 0, wrong: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  const { format, encoding, delimiter } = file.table
  return {
    read: { format, encoding, delimiter },
    ignored,
    rows,
    counts,
    passwords,
    fingerprint: fingerprintOf(file, target, rows),
  }
}

/** Also where the rows have errors: with another outcome than the one that was seen, they may be others. */
export function assertSameAsPreview(file: ImportFile, target: string, rows: readonly ImportRow[]) {
  if (fingerprintOf(file, target, rows) !== file.fingerprint) throw new Conflict(importMessages.movedOn)
  if (rows.some(({ outcome }) => outcome === 'wrong')) throw new BadRequest(importMessages.hasErrors, 'file')
}

/** Thousands of rows take longer than a request usually may: for each statement of an import. */
export const importTime = { timeLimitMs: 60_000 }

export function* slices<T>(rows: readonly T[]) {
  for (let start = 0; start < rows.length; start += rowsAtATime) yield rows.slice(start, start + rowsAtATime)
}
