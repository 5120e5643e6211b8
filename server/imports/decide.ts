import { importDeclarations } from '../../contract/imports.ts'
import { listOf, type Message, messages, type Value } from '../../contract/languages/catalogue.ts'
import type { RowChange, RowError } from './checked-row.ts'
import type { NamedRow } from './columns.ts'
import type { Column, Decision, Declaration, FileRow, MatchedRow, MatchOf, ValuesAfter } from './declaration.ts'
import { pauses } from './pauses.ts'
import { RepeatedRows } from './repeated-rows.ts'

/** Checks the rows of a file, and decides on each by its declaration. */
export function deciderOf<Values extends object, Match extends MatchOf<Values>, Scope>(
  declared: Declaration<Values, Match, Scope>,
  scope: Scope,
) {
  type Name = keyof Values & string
  const { kind, identity, newNeeds } = declared
  const declaredColumns = declared.columns(scope)
  const columns = Object.entries(declaredColumns) as [Name, Column<Values[Name]>][]

  /** The checks that need no database. */
  function checkRow({ row, cells, columnCountError }: NamedRow): FileRow<Values> {
    const text = (name: Name) => {
      const cell = cells.get(name)?.trim() ?? ''
      return declaredColumns[name]?.emptyLabels?.().includes(cell) ? '' : cell
    }
    const who = declared.whoOf(text)
    const errors: RowError[] = columnCountError ? [{ column: null, message: columnCountError }] : []
    if (!who && declared.unnamed) errors.push(declared.unnamed)
    const texts = columns.flatMap(([column, { isVerbatim }]): [Name, string][] => {
      const trimmed = text(column)
      return trimmed === '' ? [] : [[column, isVerbatim ? (cells.get(column) ?? '') : trimmed]]
    })
    const read = readCells(texts)
    return { row, who, values: read.values, errors: [...errors, ...read.errors] }
  }

  function readCells(texts: readonly (readonly [Name, string])[]) {
    const values: Partial<Values> = {}
    const errors: RowError[] = []
    for (const [column, text] of texts) {
      const reading = declaredColumns[column]?.read(text) ?? { value: undefined }
      if ('wrong' in reading) errors.push({ column, message: reading.wrong })
      else if (reading.value !== undefined) values[column] = reading.value
    }
    return { values, errors }
  }

  async function checkRows(rows: readonly NamedRow[]): Promise<FileRow<Values>[]> {
    const pause = pauses()
    const checked: FileRow<Values>[] = []
    for (const row of rows) {
      await pause(row.source.reduce((sum, { length }) => sum + length, 0))
      checked.push(checkRow(row))
    }
    return checked
  }

  /** The outcome of each row, by the contents of the database. */
  async function decide(rows: readonly FileRow<Values>[], matches: ReadonlyMap<number, Match>): Promise<Decision<Values, Match>> {
    const decision: Decision<Values, Match> = { rows: [], added: [], changed: [], right: [], lacks: new Map() }
    const matched = (row: FileRow<Values>): MatchedRow<Values, Match> => {
      const match = matches.get(row.row)
      return { ...row, match, known: match?.known ?? null }
    }
    const repeated = new RepeatedRows()
    const pause = pauses()
    for (const row of rows) {
      await pause()
      repeated.add(row.row, declared.uniqueOf(matched(row)))
    }
    for (const fileRow of rows) {
      await pause()
      const row = matched(fileRow)
      const { known } = row
      const ofRepeated = repeated.errorsOf(row.row, known?.id, declared.uniqueOf(row))
      const errors = [...row.errors, ...(declared.problems?.(row, ofRepeated) ?? ofRepeated)]
      const missing = missingOf(row, errors)
      if (missing.length > 0) {
        decision.lacks.set(row.row, missing)
        errors.push({ column: null, message: messages.imports.missing({ columns: listOf(missing.map(labelOf)) }) })
      }
      const changes = changesOf(row)
      errors.push(...(declared.objections?.(row, changes, scope) ?? []))

      const outcome = errors.length > 0 ? 'wrong' : !known ? 'new' : changes.length > 0 ? 'changed' : 'same'
      decision.rows.push({ row: row.row, who: row.who, name: declared.nameOf(row), outcome, changes, errors })
      if (outcome === 'wrong') continue
      const decided = { ...row, after: afterOf(row, changes) }
      decision.right.push(decided)
      if (outcome === 'new') decision.added.push(decided)
      if (outcome === 'changed') decision.changed.push(decided)
    }
    return decision
  }

  /** The columns that a new one needs and the file does not have. Invalid values are reported already. */
  function missingOf({ known, values }: MatchedRow<Values, Match>, errors: readonly RowError[]): Name[] {
    if (known || identity.some((name) => values[name] === undefined)) return []
    const needed = (newNeeds ?? []) as readonly Name[]
    return needed.filter((name) => values[name] === undefined && !errors.some(({ column }) => column === name))
  }

  function labelOf(column: string): Value {
    const labels: Readonly<Record<string, Message>> = importDeclarations[kind].columns
    return labels[column] ?? column
  }

  /** The new rows with the chosen defaults for what they need and do not have. */
  function filled(
    rows: readonly FileRow<Values>[],
    matches: ReadonlyMap<number, Match>,
    defaults: Readonly<Record<string, string>>,
  ): FileRow<Values>[] {
    return rows.map((row) => {
      const known = matches.get(row.row)?.known ?? null
      const missing = missingOf({ ...row, match: matches.get(row.row), known }, row.errors)
      const texts = missing.flatMap((column): [Name, string][] => {
        const text = declared.defaultOf?.(column, defaults[column] ?? '', row) ?? defaults[column]
        return text?.trim() ? [[column, text.trim()]] : []
      })
      const { values, errors } = readCells(texts)
      return texts.length === 0 ? row : { ...row, values: { ...row.values, ...values }, errors: [...row.errors, ...errors] }
    })
  }

  function changesOf(row: MatchedRow<Values, Match>): RowChange[] {
    const known: ValuesAfter<Values> | null = row.known
    if (!known && !newNeeds) return []
    return columns.flatMap(([column, { show = String }]) => {
      const to = row.values[column]
      if (to === undefined || identity.includes(column)) return []
      const ownChange = declared.changes?.[column]
      if (ownChange) {
        const change = ownChange(row)
        return change ? { column, ...change } : []
      }
      const from = known?.[column]
      if (to === from) return []
      return { column, from: from === null || from === undefined ? null : show(from), to: show(to) ?? '' }
    })
  }

  function afterOf({ known, values }: MatchedRow<Values, Match>, changes: readonly RowChange[]) {
    if (!known) return values
    const before: ValuesAfter<Values> = known
    const changed = new Set(changes.map(({ column }) => column))
    const after = columns.map(([column]) => [column, changed.has(column) ? values[column] : before[column]])
    return { ...Object.fromEntries(after), id: known.id }
  }

  return { checkRow, checkRows, decide, filled }
}
