import { ActivityInput } from '../../contract/activities.ts'
import { activityTypes, typeName } from '../../contract/codes.ts'
import { DepartmentInput } from '../../contract/departments.ts'
import { type ActivityColumn, type DepartmentColumn, importColumns } from '../../contract/imports.ts'
import { decode, listOf, type Message, messages, type Value } from '../../contract/languages/catalogue.ts'
import { lazy } from '../../contract/lazy.ts'
import { readNumber } from '../../contract/numbers.ts'
import { type CheckedRow, excerpt, type RowChange, type RowError } from './checked-row.ts'
import { wordsFor } from './code-words.ts'
import { lettersOf, type NamedRow } from './columns.ts'
import { RepeatedRows } from './repeated-rows.ts'

/** Departments and activities: rows that their name identifies, in any language. */
export type NamedKind = 'departments' | 'activities'
type NamedColumn = DepartmentColumn | ActivityColumn
type Fields = Partial<Record<NamedColumn, string | number>>

/** One department or activity in the file; empty cells are missing. */
export interface CatalogueRow {
  row: number
  who: string
  fields: Fields
  errors: RowError<NamedColumn>[]
}

export type KnownRow = { id: number; name: string } & Partial<Record<NamedColumn, string | number | null>>

/** What of the database a row of the file refers to. */
export interface NamedMatch {
  name_key: string
  /** The one with this name in any language; where two have it, the English name wins. */
  known: KnownRow | null
  /** Who has the translated names now. */
  name_ckb_owner: number | null
  name_ar_owner: number | null
}

export interface NamedDecision {
  rows: CheckedRow[]
  add: Record<string, string | number | null>[]
  edit: ({ id: number } & Record<string, string | number | null>)[]
}

const schemas = { departments: DepartmentInput.shape, activities: ActivityInput.shape }
const translatedNames = ['name_ckb', 'name_ar'] as const
const requiredColumns: Readonly<Record<NamedKind, readonly NamedColumn[]>> = {
  departments: ['name'],
  activities: ['name', 'description', 'score', 'type'],
}
const types = lazy(() => wordsFor(activityTypes, typeName))

export function columnsOf(kind: NamedKind): NamedColumn[] {
  return Object.keys(importColumns[kind]) as NamedColumn[]
}

/** The checks that need no database. */
export function checkNamed(kind: NamedKind, { row, cells, columnCountError }: NamedRow): CatalogueRow {
  const errors: RowError<NamedColumn>[] = columnCountError ? [{ column: null, message: columnCountError }] : []
  const schema: Readonly<
    Record<string, { safeParse: (value: unknown) => { data?: unknown; error?: { issues: { message: string }[] } } }>
  > = schemas[kind]
  const fields: Fields = {}
  for (const column of columnsOf(kind)) {
    const given = cells.get(column)?.trim() ?? ''
    if (given === '') continue
    const value = column === 'score' ? readNumber(given, 2) : column === 'type' ? types().get(lettersOf(given)) : given
    if (column === 'type' && value === undefined) {
      const names = activityTypes.map(typeName)
      const message = messages.imports.wrongChoice({
        value: excerpt(given),
        choices: listOf(names.slice(0, -1)),
        last: names.at(-1) ?? '',
      })
      errors.push({ column, message })
      continue
    }
    const parsed = schema[column]?.safeParse(value)
    const [issue] = parsed?.error?.issues ?? []
    if (issue)
      errors.push({ column, message: messages.imports.wrongValue({ value: excerpt(given), rule: decode(issue.message) }) })
    // A cell of invisible characters is as good as empty.
    else if (parsed?.data !== null && parsed?.data !== undefined) fields[column] = parsed.data as string | number
  }
  if (!cells.get('name')?.trim()) errors.push({ column: 'name', message: messages.imports.nothingNamed })
  return { row, who: (cells.get('name')?.trim() ?? '').slice(0, 200), fields, errors }
}

/** The outcome of each row, given the contents of the database. */
export function decideNamed(
  kind: NamedKind,
  rows: readonly CatalogueRow[],
  matches: ReadonlyMap<number, NamedMatch>,
): NamedDecision {
  const decision: NamedDecision = { rows: [], add: [], edit: [] }
  const repeated = repeatedNames(rows, matches)

  for (const given of rows) {
    const match = matches.get(given.row)
    const known = match?.known ?? null
    const errors: RowError<NamedColumn>[] = [...given.errors, ...nameErrors(kind, given, match, repeated)]
    const missing = known
      ? []
      : requiredColumns[kind].filter(
          (column) => given.fields[column] === undefined && !errors.some((error) => error.column === column),
        )
    if (missing.length > 0 && given.fields.name !== undefined) {
      const labels: Readonly<Record<string, Message>> = importColumns[kind]
      errors.push({
        column: null,
        message: messages.imports.missing({ columns: listOf(missing.map((column) => labels[column] ?? column)) }),
      })
    }
    const changes = changesOf(kind, given, known)
    const outcome = errors.length > 0 ? 'wrong' : !known ? 'new' : changes.length > 0 ? 'changed' : 'same'
    const name = known && known.name !== given.who ? known.name : null
    decision.rows.push({ row: given.row, who: given.who, name, outcome, changes, errors })
    const all = columnsOf(kind)
    if (outcome === 'new') decision.add.push(Object.fromEntries(all.map((column) => [column, given.fields[column] ?? null])))
    if (outcome === 'changed' && known) {
      const changed = new Set(changes.map(({ column }) => column))
      const value = (column: NamedColumn) => (changed.has(column) ? given.fields[column] : known[column]) ?? null
      decision.edit.push({ ...Object.fromEntries(all.map((column) => [column, value(column)])), id: known.id })
    }
  }
  return decision
}

type Repeated = Readonly<Record<'name' | (typeof translatedNames)[number], RepeatedRows<string>>>

/** Names that stand in the file twice; two names of the same department or activity are the same. */
function repeatedNames(rows: readonly CatalogueRow[], matches: ReadonlyMap<number, NamedMatch>): Repeated {
  const repeated: Repeated = { name: new RepeatedRows(), name_ckb: new RepeatedRows(), name_ar: new RepeatedRows() }
  for (const { row, fields } of rows) {
    const match = matches.get(row)
    if (match) repeated.name.add(identityOf(match), row)
    for (const column of translatedNames) {
      const name = fields[column]
      if (name !== undefined) repeated[column].add(String(name).toLowerCase(), row)
    }
  }
  return repeated
}

const identityOf = ({ known, name_key }: NamedMatch) => (known ? `id ${known.id}` : `name ${name_key}`)

function nameErrors(
  kind: NamedKind,
  { row, who, fields }: CatalogueRow,
  match: NamedMatch | undefined,
  repeated: Repeated,
): RowError<NamedColumn>[] {
  const errors: RowError<NamedColumn>[] = []
  const wrong = (column: NamedColumn, value: string, rule: Message) =>
    void errors.push({ column, message: messages.imports.wrongValue({ value: excerpt(value), rule }) })
  const same = match && repeated.name.otherThan(row, identityOf(match))
  if (same) wrong('name', who, messages.imports.sameNameInRow({ row: String(same) }))
  for (const column of translatedNames) {
    const name = fields[column]
    if (name === undefined) continue
    const other = repeated[column].otherThan(row, String(name).toLowerCase())
    const owner = match?.[`${column}_owner`]
    if (other) wrong(column, String(name), messages.imports.sameNameInRow({ row: String(other) }))
    // Also if the same file gives its owner another name: the database checks row by row.
    else if (owner && owner !== match?.known?.id) wrong(column, String(name), messages[kind].nameTaken)
  }
  return errors
}

function changesOf(kind: NamedKind, { fields }: CatalogueRow, known: KnownRow | null): RowChange<NamedColumn>[] {
  return columnsOf(kind).flatMap((column) => {
    const to = fields[column]
    if (to === undefined) return []
    const shown = (value: string | number): Value => (column === 'type' ? typeName(String(value)) : excerpt(String(value)))
    if (!known) return column === 'name' ? [] : [{ column, from: null, to: shown(to) }]
    // The name only says which one it is. An exported file has the description in the language of who exported it.
    if (column === 'name') return []
    const ofAllLanguages =
      column === 'description' ? [known.description, known.description_ckb, known.description_ar] : [known[column]]
    if (ofAllLanguages.includes(to)) return []
    const from = known[column]
    return [{ column, from: from === null || from === undefined ? null : shown(from), to: shown(to) }]
  })
}
