import type { ImportKind, ImportPreview, ImportReply } from '../../contract/imports.ts'
import type { Message, Value } from '../../contract/languages/catalogue.ts'
import type { Sql } from '../../database/connect.ts'
import type { Viewer } from '../policy/policy.ts'
import type { ImportChange } from './batches/import-change.ts'
import type { CheckedRow, RowChange, RowError } from './checked-row.ts'
import type { ImportFile } from './import-file.ts'
import type { Unique } from './repeated-rows.ts'

/** A kind of import in one object: imports.actions.ts previews and imports by it. */
export interface Declaration<Values extends object, Match extends MatchOf<Values>, Scope = undefined> extends FileColumns {
  /** The columns in the order of the errors and changes of a row. */
  columns: (scope: Scope) => { readonly [Name in keyof Values]?: Column<Values[Name]> }
  /** The columns that identify the row; they never change it. */
  identity: readonly (keyof Values)[]
  /** The columns that a row that is not known needs to be added; without this, nothing is ever added. */
  newNeeds?: readonly (keyof Values)[]
  /** The text that a default stands for in a row, if it is not the default itself. */
  defaultOf?: (column: keyof Values, chosen: string, row: FileRow<Values>) => string | undefined
  /** The name or account in the row, as it stands in the file. */
  whoOf: (text: (column: keyof Values & string) => string) => string
  /** The error of a row that names nothing, before those of its cells. */
  unnamed?: RowError
  /** A name to be shown beside the row. */
  nameOf: (row: MatchedRow<Values, Match>) => string | null
  /** The target to which the import writes; refused if it cannot be written. It is read again in the transaction, and locked there. */
  open: (sql: Sql, termId: number | undefined, file: ImportFile) => Promise<Scope>
  /** The target as a part of the fingerprint: a preview is valid for its target alone. */
  targetOf: (scope: Scope) => string
  /** The matches in the database for each row, by the number of the row. */
  match: (
    tx: Sql,
    rows: readonly FileRow<Values>[],
    scope: Scope,
  ) => Promise<{ matches: ReadonlyMap<number, Match>; missing_departments?: ImportPreview['missing_departments'] }>
  /** The values of columns whose lists are in the database. */
  choices?: (sql: Sql, scope: Scope) => Promise<Readonly<Record<string, readonly Choice[]>>>
  /** The values that only one row of the file may have. */
  uniqueOf: (row: MatchedRow<Values, Match>) => Unique[]
  /** The errors of the match, those of repeated rows among them. */
  problems?: (row: MatchedRow<Values, Match>, repeated: RowError[]) => RowError[]
  /** Changes of columns that are not found by comparing with the known value. */
  changes?: { [Name in keyof Values]?: (row: MatchedRow<Values, Match>) => Omit<RowChange, 'column'> | undefined }
  /** The errors that follow from the changes. */
  objections?: (row: MatchedRow<Values, Match>, changes: readonly RowChange[], scope: Scope) => RowError[]
  /** The number of passwords in the file that are to be set. */
  countPasswords?: (right: readonly DecidedRow<Values, Match>[]) => number
  /** The hashes of passwords by row. They are computed before the transaction: hashing is slow, and would hold its locks. */
  hashPasswords?: (right: readonly DecidedRow<Values, Match>[]) => Promise<Map<number, string>>
  /** Locks the rows that would change, or all that are named, until the end of the transaction and always in the same order. */
  lock: (tx: Sql, rows: readonly FileRow<Values>[], idsToChange: () => Promise<number[]>, scope: Scope) => Promise<void>
  write: (
    tx: Sql,
    decision: Decision<Values, Match>,
    more: { by: number; scope: Scope; hashes: ReadonlyMap<number, string> },
  ) => Promise<Written>
  /** The term to which the import writes. */
  termOf?: (scope: Scope) => number
  /** The rows of the template, with a header if it is not that of the columns. */
  template?: (sql: Sql, viewer: Viewer, termId: number | undefined) => Promise<{ header?: Message[]; rows: (Value | null)[][] }>
}

/** What was written: the changes of each row, and the part of the reply that only this kind has. */
export interface Written {
  changes: ImportChange[]
  reply?: Partial<ImportReply>
}

/** The columns that a file of the kind may have. Their headings stand in the contract. */
export interface FileColumns {
  kind: ImportKind
  /** One column of each of these lists has to be there. */
  neededColumns: readonly (readonly string[])[]
  /** Columns of the portal's own files that are not imported. */
  notImported?: Readonly<Record<string, Message>>
  /** Second headings of columns. */
  otherHeadings?: Readonly<Record<string, Message>>
}

/** A column: how its cells are read and shown. */
export interface Column<T> {
  /** Reads a cell. Not called for an empty cell, which changes nothing. */
  read: (text: string) => Reading<T>
  show?(value: T): Value | null
  /** Placeholders of the tables for empty values: an exported file is imported with them. */
  emptyLabels?: () => readonly string[]
  /** The names of the values, if there is a list of them. */
  choices?: readonly Value[]
  /** Whether the cell is not trimmed. */
  isVerbatim?: boolean
}

/** A value of a list: as an import reads it, and its translations. */
export interface Choice {
  value: string
  names: Record<string, string>
}

/** A value, undefined if the cell counts as empty; or the reason why it is wrong. */
export type Reading<T> = { value: T | undefined } | { wrong: Message }

/** A row with its cells read; empty cells are missing. */
export interface FileRow<Values> {
  row: number
  who: string
  values: Partial<Values>
  errors: RowError[]
}

export interface MatchOf<Values> {
  known: KnownOf<Values> | null
}
export type KnownOf<Values> = { id: number; name: string } & ValuesAfter<Values>
export type ValuesAfter<Values> = { [Name in keyof Values]?: Values[Name] | null }

export interface MatchedRow<Values, Match extends MatchOf<Values>> extends FileRow<Values> {
  match: Match | undefined
  known: Match['known']
}

/** A row without errors. */
export interface DecidedRow<Values, Match extends MatchOf<Values>> extends MatchedRow<Values, Match> {
  /** All values as the import would leave them, under the id of a known one. */
  after: { id?: number } & ValuesAfter<Values>
}

export interface Decision<Values, Match extends MatchOf<Values>> {
  rows: CheckedRow[]
  added: DecidedRow<Values, Match>[]
  changed: DecidedRow<Values, Match>[]
  /** The columns that a new row needs and does not have, by row. */
  lacks: Map<number, string[]>
  /** The rows of `added` and `changed`, and those that change nothing. */
  right: DecidedRow<Values, Match>[]
}
