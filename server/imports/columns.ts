import { type ImportKind, importColumns } from '../../contract/imports.ts'
import { importMessages } from '../../contract/messages-imports.ts'
import { BadRequest } from '../http/errors.ts'
import type { Table, TableRow } from './table.ts'

/** Aliases of the columns, as letters only: the headings of our own export and of other programs. */
const otherNames: Readonly<Record<string, string>> = {
  emailaddress: 'email',
  departmentname: 'department',
  teacherpoints: 'tp',
  feedback: 'fb',
}

/** Columns of the exported tables that are not imported. */
const notImported: Readonly<Record<ImportKind, readonly string[]>> = {
  users: [],
  scores: ['name', 'degree', 'title', 'department', 'atts', 'acts', 'es', 'total', 'grade', 'review'],
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
}

/** The rows with their cells by name. A header with unknown, missing or repeated columns is refused. */
export function byColumn(table: Table, kind: ImportKind): { rows: NamedRow[]; ignored: string[] } {
  const labels: Readonly<Record<string, string>> = importColumns[kind]
  const header = withoutEmptyEnd(table.header)
  const ignored: string[] = []
  const columns = header.map((title) => {
    const column = columnOf(title)
    if (Object.hasOwn(labels, column)) return column
    const known = Object.values(labels).join(', ')
    if (!notImported[kind].includes(column)) throw new BadRequest(importMessages.unknownColumn(title.trim(), known), 'file')
    ignored.push(title.trim())
    return undefined
  })
  const twice = columns.find((column, index) => column && columns.indexOf(column) !== index)
  if (twice) throw new BadRequest(importMessages.columnTwice(labels[twice] ?? twice), 'file')
  for (const either of required[kind])
    if (!either.some((column) => columns.includes(column)))
      throw new BadRequest(importMessages.missingColumn(either.map((column) => labels[column]).join(' / ')), 'file')
  if (table.rows.length === 0) throw new BadRequest(importMessages.noRows, 'file')
  return { rows: table.rows.map((row) => named(row, columns, table.format)), ignored }
}

/** "UserName", "User name" and "user_name" are one; "T P." is tp. */
function columnOf(title: string): string {
  const letters = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return otherNames[letters] ?? letters
}

function named({ row, cells }: TableRow, columns: readonly (string | undefined)[], format: Table['format']): NamedRow {
  const count = withoutEmptyEnd(cells).length
  // XLSX omits trailing empty cells; a CSV row with fewer cells has lost one.
  const isRagged = count > columns.length || (format === 'csv' && cells.length < columns.length)
  const found = columns.flatMap((column, index) => (column ? [[column, cells[index] ?? ''] as const] : []))
  const length = count > columns.length ? count : cells.length
  return { row, cells: new Map(found), columnCountError: isRagged ? importMessages.cellCount(length, columns.length) : undefined }
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, last + 1)
}
