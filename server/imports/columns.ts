import type { FileReading, ImportReading } from '../../contract/import-reading.ts'
import { type ImportKind, importDeclarations } from '../../contract/imports.ts'
import { listOf, type Message, messages, type Value } from '../../contract/languages/catalogue.ts'
import { table as most } from '../../contract/limits.ts'
import { BadRequest } from '../errors/errors.ts'
import { excerpt } from './checked-row.ts'
import { corrector } from './corrections.ts'
import type { FileColumns } from './declaration.ts'
import { findHeaderRow, titlesOf } from './header-row.ts'
import { type Heading, headingKey, headingReader, isNotImported, reasonColumn } from './headings.ts'
import { pauses } from './pauses.ts'
import type { Table, TableRow } from './table.ts'

export interface NamedRow {
  row: number
  /** The cells by column name; columns that the file lacks are missing. */
  cells: ReadonlyMap<string, string>
  /** The error of a row with more or fewer cells than the header, so that its columns cannot be trusted. */
  columnCountError: Message | undefined
  /** The cells in the order of the file, to be corrected and imported again. */
  source: string[]
}

export interface NamedTable {
  rows: NamedRow[]
  /** The headings of each row's `source`. */
  header: string[]
  /** Columns that are known and not imported. */
  ignored: string[]
  /** The columns that are not known. One without a heading has a message instead of a name. */
  unknown: Value[]
  /** How the columns were found. */
  found: FoundColumns
  /** The number of rows that the reader left out. */
  leftOut: number
}

export interface FoundColumns {
  headerRow: number
  /** The first rows of the file, for choosing another header. */
  firstRows: TableRow[]
  /** Whether two rows could be the header, and none was chosen. */
  asksHeader: boolean
  columns: { heading: string; example: string; column: string | null; is_ignored: boolean }[]
  /** Columns of which one has to be there and none is. */
  missing: (readonly string[])[]
  filled: FileReading['filled']
  isRemembered: boolean
  /** The headings by which the columns are remembered. */
  headings: string[]
}

interface Choices {
  /** The choices of the reader. Without them, what would have to be asked is refused. */
  reading?: ImportReading | undefined
  /** The columns that were chosen for an earlier file with these headings. */
  rememberedFor?: (headings: readonly string[]) => Promise<readonly string[] | undefined>
}

/**
 * The rows with their cells by name; unknown columns are listed. A header with missing or repeated columns is refused, unless the reader can
 * choose: then there are no rows until the choice is made.
 */
export async function byColumn(table: Table, declared: FileColumns, choices: Choices = {}): Promise<NamedTable> {
  const { reading } = choices
  const labels: Readonly<Record<string, Message>> = importDeclarations[declared.kind].columns
  const read = headingReader(declared)
  const { index, isUnclear, titles, headerRow } = headerOf(table, read, reading)
  const headings = titles.map(headingKey)
  const remembered = reading?.columns ? undefined : await choices.rememberedFor?.(headings)
  const chosen = reading?.columns ?? remembered
  const columns = chosen
    ? titles.map((_, at) => Object.keys(labels).find((column) => column === chosen[at]))
    : recognised(titles.map(read), labels, !reading)
  const twice = columns.find((column, at) => column && columns.indexOf(column) !== at)
  if (twice) throw new BadRequest(messages.imports.columnTwice({ row: String(headerRow), name: labels[twice] ?? twice }), 'file')
  const missing = declared.neededColumns.filter((either) => !either.some((column) => columns.includes(column)))
  if (missing[0] && !reading) {
    const name = eitherOf(missing[0].map((column) => labels[column] ?? column))
    throw new BadRequest(messages.imports.missingColumn({ row: String(headerRow), name }), 'file')
  }
  const below = table.rows.slice(index + 1)
  if (below.length === 0) throw new BadRequest(messages.imports.noRows, 'file')

  const ignored: string[] = []
  const unknown: Value[] = []
  const shown = titles.map((heading, at) => {
    const example = below.find(({ cells }) => cells[at]?.trim())?.cells[at]?.trim() ?? ''
    const column = columns[at] ?? null
    const own = read(heading).column
    // A column that is empty from top to bottom, such as a margin, is no column.
    const isEmpty = heading === '' && example === ''
    const is_ignored = !column && (isEmpty || chosen?.[at] === '' || (!!own && isNotImported(own, declared.notImported)))
    if (is_ignored && !isEmpty) ignored.push(heading)
    if (!column && !is_ignored) unknown.push(heading || messages.imports.unnamedColumn({ number: at + 1 }))
    return { heading, example: column === 'password' ? '' : excerpt(example), column, is_ignored }
  })
  const found: FoundColumns = {
    headerRow,
    firstRows: withoutPasswords(table.rows.slice(0, most.headerRows), columns, read),
    asksHeader: isUnclear && reading !== undefined && reading.header_row === undefined,
    columns: shown,
    missing,
    filled: filledIn(below, titles, columns),
    isRemembered: remembered !== undefined,
    headings,
  }
  const kept = titles.flatMap((title, at) => (read(title).column === reasonColumn ? [] : at))
  const header = kept.map((at) => titles[at] ?? '')
  if (found.asksHeader || missing.length > 0) return { rows: [], header, ignored, unknown, found, leftOut: 0 }
  const correct = corrector(reading, (name) => Object.hasOwn(labels, name))
  const pause = pauses()
  const rows: NamedRow[] = []
  for (const row of below) {
    await pause()
    const corrected = correct({
      ...named(row, columns, table.format),
      source: sourceOf(row, titles.length, kept, columns),
    })
    if (corrected) rows.push(corrected)
  }
  return { rows, header, ignored, unknown, found, leftOut: below.length - rows.length }
}

/** The cells of imported columns that were filled because they are merged with one above. */
function filledIn(rows: readonly TableRow[], titles: readonly string[], columns: readonly (string | undefined)[]) {
  const counts = titles.map((_, at) => (columns[at] ? rows.filter(({ filled }) => filled?.includes(at)).length : 0))
  return { count: counts.reduce((sum, count) => sum + count, 0), columns: titles.filter((_, at) => counts[at]) }
}

/** The first rows without passwords, which are never sent back: a heading of one may be in any of the rows. */
function withoutPasswords(rows: readonly TableRow[], columns: readonly (string | undefined)[], read: (title: string) => Heading) {
  const isHeading = (title: string) => read(title).column === 'password'
  const titles = rows.map(({ row, cells }) => ({ row, cells: titlesOf(cells) }))
  const hidden = new Set(titles.flatMap(({ cells }) => cells.flatMap((title, at) => (isHeading(title) ? at : []))))
  columns.forEach((column, at) => {
    if (column === 'password') hidden.add(at)
  })
  return titles.map(({ row, cells }) => ({
    row,
    cells: cells.map((title, at) => (hidden.has(at) && !isHeading(title) ? '' : title)),
  }))
}

function headerOf(table: Table, read: (title: string) => Heading, reading: ImportReading | undefined) {
  const wanted = table.rows.findIndex(({ row }) => row === reading?.header_row)
  const { index, isUnclear } = wanted >= 0 ? { index: wanted, isUnclear: false } : (findHeaderRow(table.rows, read) ?? noHeader)
  const { cells = [], row: headerRow = 1 } = table.rows[index] ?? {}
  const titles = titlesOf(cells)
  if (titles.length === 0) throw new BadRequest(messages.imports.emptyFile, 'file')
  return { index, isUnclear, titles, headerRow }
}
const noHeader = { index: 0, isUnclear: false }

/**
 * The column of each heading, the portal's own headings before all others. A second heading for the same column is not known; if both are
 * the portal's own and the reader cannot choose, the file is refused.
 */
function recognised(
  read: readonly Heading[],
  labels: Readonly<Record<string, Message>>,
  isStrict: boolean,
): (string | undefined)[] {
  const headings = read.map(({ column, isOwn }) => ({ column: Object.hasOwn(labels, column ?? '') ? column : undefined, isOwn }))
  return headings.map(({ column, isOwn }, at) => {
    const owner = headings.findIndex((other) => other.column === column && other.isOwn)
    const first = owner >= 0 ? owner : headings.findIndex((other) => other.column === column)
    return at === first || (isOwn && isStrict) ? column : undefined
  })
}

/** Refuses unknown columns, unless the import agrees to leave them out. */
export function refuseUnknownColumns({ unknown, found }: NamedTable, kind: ImportKind, isAgreed: boolean) {
  if (unknown.length === 0 || isAgreed) return
  const names = unknown.map((name) => messages.imports.quoted({ name: typeof name === 'string' ? excerpt(name) : name }))
  const known = listOf(Object.values(importDeclarations[kind].columns))
  throw new BadRequest(
    messages.imports.unknownColumns({ row: String(found.headerRow), count: names.length, names: listOf(names), known }),
    'file',
  )
}

function eitherOf([first = '', second]: readonly Value[]): Value {
  return second === undefined ? first : messages.imports.eitherColumn({ first, second })
}

/** The cells of a row as sent back. Passwords are never among them. More cells than the header has stay, or the row would look right. */
function sourceOf(
  { cells }: TableRow,
  width: number,
  kept: readonly number[],
  columns: readonly (string | undefined)[],
): string[] {
  const inColumns = kept.map((index) => (columns[index] === 'password' ? '' : (cells[index] ?? '')))
  return [...inColumns, ...withoutEmptyEnd(cells.slice(width))]
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
