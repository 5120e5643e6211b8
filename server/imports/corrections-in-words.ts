import type { CellToCorrect, Corrections } from '../../contract/import-reading.ts'
import { importDeclarations } from '../../contract/imports.ts'
import type { Message, Say } from '../../contract/languages/catalogue.ts'
import { table as most } from '../../contract/limits.ts'
import { inWords } from './checked-row.ts'
import type { NamedRow, NamedTable } from './columns.ts'
import type { Choice, Column, Decision, Declaration, MatchOf } from './declaration.ts'
import { nearName } from './near-name.ts'
import { pauses } from './pauses.ts'

interface Lists {
  columns: Readonly<Record<string, Pick<Column<never>, 'choices'> | undefined>>
  choices: Readonly<Record<string, readonly Choice[]>> | undefined
}

/** What can be corrected in the preview: for many rows at once, and in each row with an error. */
export async function correctionsOf<Values extends object, Match extends MatchOf<Values>, Scope>(
  say: Say,
  declared: Declaration<Values, Match, Scope>,
  { rows: named, leftOut, found }: NamedTable,
  { rows, lacks }: Decision<Values, Match>,
  lists: Lists,
): Promise<{ corrections: Corrections; toCorrect: ReadonlyMap<number, CellToCorrect[]> }> {
  const labels: Readonly<Record<string, Message>> = importDeclarations[declared.kind].columns
  const labelOf = (column: string) => (labels[column] ? say(labels[column]) : column)
  // Passwords are never sent back.
  const textOf = ({ cells }: NamedRow, column: string) => (column === 'password' ? '' : (cells.get(column)?.trim() ?? ''))
  const choices = choicesOf(say, lists)
  const inFile = new Set(found.columns.map(({ column }) => column))
  const identity = (declared.identity as readonly string[]).filter((column) => inFile.has(column))

  const wrong = new Map<string, Omit<Corrections['wrong_values'][number], 'near'>>()
  const lacking = new Map<string, Corrections['lacking'][number]>()
  const toCorrect = new Map<number, CellToCorrect[]>()
  const pause = pauses()
  for (const [index, { row, outcome, errors }] of rows.entries()) {
    await pause()
    const cells = named[index]
    if (outcome !== 'wrong' || !cells) continue
    const ofErrors = new Set(errors.flatMap(({ column }) => column ?? []))
    for (const column of ofErrors) {
      const value = textOf(cells, column)
      const key = `${column} ${value}`
      if (value === '' || identity.includes(column)) continue
      const same = wrong.get(key)
      if (same) same.rows += 1
      else wrong.set(key, { column, label: labelOf(column), value, rows: 1 })
    }
    for (const column of lacks.get(row) ?? []) {
      const of = lacking.get(column) ?? { column, label: labelOf(column), rows: [], count: 0 }
      of.count += 1
      if (of.rows.length < most.shownRows) of.rows.push(row)
      lacking.set(column, of)
    }
    const own = [...ofErrors, ...(lacks.get(row) ?? [])]
    const columns = own.length > 0 ? own : identity
    // A row with too few or too many cells does not say which of them is wrong.
    if (!cells.columnCountError)
      toCorrect.set(
        row,
        columns.map((column) => ({ column, label: labelOf(column), value: textOf(cells, column).slice(0, most.heading) })),
      )
  }

  /** Values of a list are worth correcting even once, others where several rows have them. */
  const worthwhile = [...wrong.values()].filter(({ column, rows: count }) => choices[column] || count > 1)
  const wrong_values = worthwhile
    .toSorted((a, b) => b.rows - a.rows)
    .slice(0, most.comparedDepartments)
    .map((one) => ({ ...one, near: nearOf(one.value, choices[one.column]) }))
  return { corrections: { wrong_values, lacking: [...lacking.values()], choices, left_out: leftOut }, toCorrect }
}

function choicesOf(say: Say, { columns, choices: stored = {} }: Lists): Corrections['choices'] {
  const ofColumns = Object.entries(columns).flatMap(([column, declared]) =>
    declared?.choices
      ? [[column, declared.choices.map((name) => String(inWords(say, name))).map((label) => ({ value: label, label }))] as const]
      : [],
  )
  const ofLists = Object.entries(stored).map(
    ([column, all]) => [column, all.map(({ value, names }) => ({ value, label: value, names }))] as const,
  )
  return Object.fromEntries([...ofColumns, ...ofLists])
}

/** The value of the list that was perhaps meant, in any language. */
function nearOf(value: string, list: Corrections['choices'][string] = []): string | null {
  const names = list.flatMap(({ value: of, label, names: translated = {} }) =>
    [...new Set([of, label, ...Object.values(translated)])].map((name) => ({ name, of })),
  )
  const near = nearName(
    value,
    names.map(({ name }) => name),
  )
  return names.find(({ name }) => name === near)?.of ?? null
}
