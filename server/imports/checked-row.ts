import { type ImportKind, type ImportRow, importDeclarations } from '../../contract/imports.ts'
import type { Message, Say, Value } from '../../contract/languages/catalogue.ts'

/** A row of the file and its outcome, in no language: the same for the preview and for an import in another language. */
export interface CheckedRow extends Omit<ImportRow, 'changes' | 'errors' | 'cells'> {
  changes: RowChange[]
  errors: RowError[]
}

export interface RowError {
  column: string | null
  message: Message
}

export interface RowChange {
  column: string
  from: Value | null
  to: Value
}

export function rowInWords(say: Say, kind: ImportKind, { changes, errors, ...row }: CheckedRow): ImportRow {
  const labels: Readonly<Record<string, Message>> = importDeclarations[kind].columns
  const heading = (column: string) => (labels[column] ? say(labels[column]) : column)
  const text = (value: Value) => String(inWords(say, value))
  return {
    ...row,
    changes: changes.map(({ column, from, to }) => ({
      column: heading(column),
      from: from === null ? null : text(from),
      to: text(to),
    })),
    errors: errors.map(({ column, message }) => ({ column: column === null ? null : heading(column), message: say(message) })),
  }
}

export function inWords(say: Say, value: Value): string | number {
  return typeof value === 'object' || typeof value === 'function' ? say(value) : value
}

/** Shortens a text of the file, which may be of any length. */
export function excerpt(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
