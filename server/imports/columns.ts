import { type ImportKind, importColumns } from '../../contract/imports.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { BadRequest } from '../http/errors.ts'
import type { Table, TableRow } from './table.ts'

/** Aliases of the columns, as letters only: the headings of our own export and of other programs. */
const otherNames: Readonly<Record<string, string>> = {
  emailaddress: 'email',
  departmentname: 'department',
  teacherpoints: 'tp',
  feedback: 'fb',
}

/** The last column of downloaded rows with errors. */
const reasonColumn = 'reason'

/** Columns of our own files that are not imported. */
const notImported: Readonly<Record<ImportKind, readonly string[]>> = {
  users: [reasonColumn],
  scores: ['name', 'degree', 'title', 'department', 'atts', 'acts', 'es', 'total', 'grade', 'review', reasonColumn],
}

const required: Readonly<Record<ImportKind, readonly (readonly string[])[]>> = {
  users: [['username']],
  scores: [
    ['username', 'email'],
    ['tp', 'fb'],
  ],
}

export interface NamedRow {
  row: number
  /** By column name; columns that the file lacks are missing. */
  cells: ReadonlyMap<string, string>
  /** It has more or fewer cells than the header, so its columns cannot be trusted. */
  columnCountError: string | undefined
  /** In the order of the file, to be corrected and imported again. */
  source: string[]
}

export interface NamedTable {
  rows: NamedRow[]
  /** The headings of each row's `source`. */
  header: string[]
  /** Columns that are known and not imported. */
  ignored: string[]
  unknown: string[]
}

/** The rows with their cells by name. A header with missing or repeated columns is refused; unknown ones are listed. */
export function byColumn(table: Table, kind: ImportKind): NamedTable {
  const labels: Readonly<Record<string, string>> = importColumns[kind]
  const header = withoutEmptyEnd(table.header).map((title) => title.trim())
  if (header.length === 0) throw new BadRequest(messages.imports.emptyFile, 'file')
  const ignored: string[] = []
  const unknown: string[] = []
  const columns = header.map((title, index) => {
    const column = columnOf(title)
    if (Object.hasOwn(labels, column)) return column
    if (notImported[kind].includes(column)) ignored.push(title)
    else unknown.push(title || messages.imports.unnamedColumn(index + 1))
    return undefined
  })
  const twice = columns.find((column, index) => column && columns.indexOf(column) !== index)
  if (twice) throw new BadRequest(messages.imports.columnTwice(labels[twice] ?? twice), 'file')
  for (const either of required[kind])
    if (!either.some((column) => columns.includes(column)))
      throw new BadRequest(messages.imports.missingColumn(either.map((column) => labels[column]).join(' / ')), 'file')
  if (table.rows.length === 0) throw new BadRequest(messages.imports.noRows, 'file')
  const kept = header.flatMap((title, index) => (columnOf(title) === reasonColumn ? [] : index))
  const rows = table.rows.map((row) => ({
    ...named(row, columns, table.format),
    source: sourceOf(row, header.length, kept, columns),
  }))
  return { rows, header: kept.map((index) => header[index] ?? ''), ignored, unknown }
}

/** The import names none of them, or agrees to leave them out. */
export function refuseUnknownColumns({ unknown }: NamedTable, kind: ImportKind, isAgreed: boolean) {
  if (unknown.length === 0 || isAgreed) return
  throw new BadRequest(messages.imports.unknownColumns(unknown, Object.values(importColumns[kind]).join(', ')), 'file')
}

/** Passwords are never sent back. More cells than the header has stay, or the row would look right. */
function sourceOf(
  { cells }: TableRow,
  width: number,
  kept: readonly number[],
  columns: readonly (string | undefined)[],
): string[] {
  const inColumns = kept.map((index) => (columns[index] === 'password' ? '' : (cells[index] ?? '')))
  return [...inColumns, ...withoutEmptyEnd(cells.slice(width))]
}

/** "UserName", "User name" and "user_name" are one; "T P." is tp. */
function columnOf(title: string): string {
  const letters = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return otherNames[letters] ?? letters
}

function named(
  { row, cells }: TableRow,
  columns: readonly (string | undefined)[],
  format: Table['format'],
): Omit<NamedRow, 'source'> {
  const count = withoutEmptyEnd(cells).length
  // XLSX omits trailing empty cells; a CSV row with fewer cells has lost one.
  const isRagged = count > columns.length || (format === 'csv' && cells.length < columns.length)
  const found = columns.flatMap((column, index) => (column ? [[column, cells[index] ?? ''] as const] : []))
  const length = count > columns.length ? count : cells.length
  return {
    row,
    cells: new Map(found),
    columnCountError: isRagged ? messages.imports.cellCount(length, columns.length) : undefined,
  }
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, last + 1)
}
