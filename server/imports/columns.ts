import { type ImportKind, importColumns } from '../../contract/imports.ts'
import { listOf, type Message, messages, type Value } from '../../contract/languages/catalogue.ts'
import { lazy } from '../../contract/lazy.ts'
import { BadRequest } from '../http/errors.ts'
import { inEveryLanguage } from '../http/language.ts'
import { excerpt } from './checked-row.ts'
import type { Table, TableRow } from './table.ts'

/** Aliases of the columns, as letters only: the headings of our own export and of other programs. */
const otherNames: Readonly<Record<string, string>> = {
  emailaddress: 'email',
  departmentname: 'department',
  nameckb: 'name_ckb',
  namear: 'name_ar',
  descriptionckb: 'description_ckb',
  descriptionar: 'description_ar',
  teacherpoints: 'tp',
  feedback: 'fb',
}

/** The last column of downloaded rows with errors. */
const reasonColumn = 'reason'

/** The headings of our own files, in every language. */
const headings: Readonly<Record<string, Message>> = {
  ...importColumns.users,
  ...importColumns.scores,
  ...importColumns.departments,
  ...importColumns.activities,
  activity: messages.fields.activity,
  members: messages.fields.members,
  heads: messages.myDepartment.heads,
  atts: messages.scoring.columns.atts,
  acts: messages.scoring.columns.acts,
  es: messages.scoring.columns.escore,
  total: messages.fields.total,
  grade: messages.fields.grade,
  grade_with_feedback: messages.grading.withFeedback,
  review: messages.panels.review,
  [reasonColumn]: messages.fields.reason,
}

/** Columns of our own files that are not imported. */
const notImported: Readonly<Record<ImportKind, readonly string[]>> = {
  users: [reasonColumn],
  scores: [
    ...['name', 'degree', 'title', 'department', 'atts', 'acts', 'es', 'total', 'grade', 'grade_with_feedback', 'review'],
    reasonColumn,
  ],
  departments: ['members', 'heads', reasonColumn],
  activities: [reasonColumn],
}

/** A list of departments may call its names Department. */
const nameColumns: Readonly<Partial<Record<ImportKind, string>>> = { departments: 'department', activities: 'activity' }

const required: Readonly<Record<ImportKind, readonly (readonly string[])[]>> = {
  users: [['username']],
  scores: [
    ['username', 'email'],
    ['tp', 'fb'],
  ],
  departments: [['name']],
  activities: [['name']],
}

export interface NamedRow {
  row: number
  /** By column name; columns that the file lacks are missing. */
  cells: ReadonlyMap<string, string>
  /** It has more or fewer cells than the header, so its columns cannot be trusted. */
  columnCountError: Message | undefined
  /** In the order of the file, to be corrected and imported again. */
  source: string[]
}

export interface NamedTable {
  rows: NamedRow[]
  /** The headings of each row's `source`. */
  header: string[]
  /** Columns that are known and not imported. */
  ignored: string[]
  /** One without a heading has a message instead of a name. */
  unknown: Value[]
}

/** The rows with their cells by name. A header with missing or repeated columns is refused; unknown ones are listed. */
export function byColumn(table: Table, kind: ImportKind): NamedTable {
  const labels: Readonly<Record<string, Message>> = importColumns[kind]
  const header = withoutEmptyEnd(table.header).map((title) => title.trim())
  if (header.length === 0) throw new BadRequest(messages.imports.emptyFile, 'file')
  const ignored: string[] = []
  const unknown: Value[] = []
  const columns = header.map((title, index) => {
    const named = columnOf(title)
    const column = named === nameColumns[kind] ? 'name' : named
    if (Object.hasOwn(labels, column)) return column
    if (notImported[kind].includes(column)) ignored.push(title)
    else unknown.push(title || messages.imports.unnamedColumn({ number: index + 1 }))
    return undefined
  })
  const twice = columns.find((column, index) => column && columns.indexOf(column) !== index)
  if (twice) throw new BadRequest(messages.imports.columnTwice({ name: labels[twice] ?? twice }), 'file')
  for (const either of required[kind])
    if (!either.some((column) => columns.includes(column)))
      throw new BadRequest(
        messages.imports.missingColumn({ name: eitherOf(either.map((column) => labels[column] ?? column)) }),
        'file',
      )
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
  const names = unknown.map((name) => messages.imports.quoted({ name: typeof name === 'string' ? excerpt(name) : name }))
  const known = listOf(Object.values(importColumns[kind]))
  throw new BadRequest(messages.imports.unknownColumns({ count: names.length, names: listOf(names), known }), 'file')
}

function eitherOf([first = '', second]: readonly Value[]): Value {
  return second === undefined ? first : messages.imports.eitherColumn({ first, second })
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

/** "UserName", "User name" and "user_name" are one; "T P." is tp. In any language, because a colleague may have written the file. */
function columnOf(title: string): string {
  const letters = lettersOf(title)
  return otherNames[letters] ?? columnsByHeading().get(letters) ?? letters
}

const columnsByHeading = lazy(
  () =>
    new Map(
      Object.entries(headings).flatMap(([column, heading]) =>
        inEveryLanguage(heading).map((title) => [lettersOf(title), column] as const),
      ),
    ),
)

/** Letters and digits alone, in lower case: how headings and names of codes are compared. */
export function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
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
    columnCountError: isRagged ? messages.imports.cellCount({ count: length, wanted: columns.length }) : undefined,
  }
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, last + 1)
}
