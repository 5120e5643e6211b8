import { createHash } from 'node:crypto'
import type { CellToCorrect, Corrections, FileReading } from '../../contract/import-reading.ts'
import { type ImportKind, type ImportPreview, type ImportRow, importDeclarations } from '../../contract/imports.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import { BadRequest, Conflict } from '../errors/errors.ts'
import { type CheckedRow, excerpt, rowInWords } from './checked-row.ts'
import type { FoundColumns, NamedTable } from './columns.ts'
import type { ImportFile } from './import-file.ts'
import { pauses } from './pauses.ts'

/** The text of a JSON array, made row by row: 20,000 rows at once would take a second. */
export async function jsonOf<T>(rows: readonly T[], asJson: (row: T, index: number) => string): Promise<string> {
  const pause = pauses()
  const texts: string[] = []
  for (const [index, row] of rows.entries()) {
    await pause(texts.at(-1)?.length)
    texts.push(asJson(row, index))
  }
  return `[${texts.join(',')}]`
}

/** A hash of the preview: the file and the choices of its reader, its target, and the outcome of each row. It is the same in every language. */
async function fingerprintOf({ digest, reading }: ImportFile, target: string, rows: readonly CheckedRow[]): Promise<string> {
  const source = Object.keys(reading ?? {}).length > 0 ? { digest, reading } : digest
  const outcomes = await jsonOf(rows, (row) => JSON.stringify(row))
  return createHash('sha256')
    .update(`[${JSON.stringify(source)},${JSON.stringify(target)},${outcomes}]`)
    .digest('base64url')
}

interface RowCorrections {
  corrections: Corrections
  toCorrect: ReadonlyMap<number, CellToCorrect[]>
}

/** The preview as JSON: the contract's `ImportPreview`. */
export async function previewOf(
  say: Say,
  kind: ImportKind,
  file: ImportFile,
  { header, ignored, unknown, rows: named, found }: NamedTable,
  target: string,
  rows: CheckedRow[],
  more: Partial<Pick<ImportPreview, 'passwords' | 'missing_departments' | 'imported_before'>> & {
    corrections?: RowCorrections | undefined
  } = {},
): Promise<string> {
  const counts = { new: 0, changed: 0, same: 0, wrong: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  const { format, encoding, delimiter } = file.table
  // The rows are in the order of the file.
  const inWords = await jsonOf(rows, (row, index) => {
    const shown: ImportRow = {
      ...rowInWords(say, kind, row),
      ...(row.outcome === 'wrong' ? { cells: named[index]?.source ?? [] } : {}),
      ...(more.corrections?.toCorrect.has(row.row) ? { to_correct: more.corrections.toCorrect.get(row.row) } : {}),
    }
    return JSON.stringify(shown)
  })
  const others: Omit<ImportPreview, 'rows'> = {
    read: { format, encoding, delimiter },
    header,
    ignored,
    unknown: unknown.map((name) => (typeof name === 'string' ? name : say(name as Message))),
    counts,
    passwords: more.passwords ?? 0,
    missing_departments: more.missing_departments ?? [],
    reading: readingInWords(say, kind, found),
    ...(more.corrections && { corrections: more.corrections.corrections }),
    // A file whose columns are asked for cannot be imported as it is.
    fingerprint: found.asksHeader || found.missing.length > 0 ? '' : await fingerprintOf(file, target, rows),
    imported_before: more.imported_before ?? null,
  }
  return `{"rows":${inWords},${JSON.stringify(others).slice(1)}`
}

/** How the file was read, with the headings of the portal in words. */
function readingInWords(say: Say, kind: ImportKind, found: FoundColumns): FileReading {
  const labels: Readonly<Record<string, Message>> = importDeclarations[kind].columns
  return {
    header_row: found.headerRow,
    first_rows: found.firstRows.map(({ row, cells }) => ({ row, cells: cells.slice(0, 12).map(excerpt) })),
    asks_header: found.asksHeader,
    columns: found.columns,
    choices: Object.entries(labels).map(([column, label]) => ({ column, label: say(label) })),
    missing: found.missing.map((either) => either.map((column) => (labels[column] ? say(labels[column]) : column))),
    filled: found.filled,
    is_remembered: found.isRemembered,
  }
}

/** The fingerprint is compared also for rows with errors: if the outcome changed, the errors may differ from those shown. */
export async function assertSameAsPreview(file: ImportFile, target: string, rows: readonly CheckedRow[]) {
  if ((await fingerprintOf(file, target, rows)) !== file.fingerprint) throw new Conflict(messages.imports.movedOn)
  if (!file.skipWrong && wrongCount(rows) > 0) throw new BadRequest(messages.imports.hasErrors, 'file')
}

export function wrongCount(rows: readonly CheckedRow[]): number {
  return rows.filter(({ outcome }) => outcome === 'wrong').length
}
