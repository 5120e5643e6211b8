import { pluralRulesOf } from '../../contract/languages/catalogue.ts'
import {
  type Expected,
  expectedIn,
  isOptional,
  type Problem,
  pluralFormsOf,
  problemsIn,
} from '../../contract/languages/checks.ts'
import type { Language } from '../../contract/languages/languages.ts'
import type { Leaves } from '../../contract/languages/leaves.ts'
import { visible, withMarks } from './sources.ts'
import { specificationKeys } from './specification.ts'

/** A row of the table that a translator edits: one sentence, or one form of a plural. */
export interface Row {
  readonly key: string
  readonly english: string
  readonly translation: string
  readonly note: string
}

/** The catalogue of a language as a table. `comments` are those of the English files, by the key of the text. */
export function rowsOf(
  language: Language,
  texts: ReadonlyMap<string, string>,
  english: Leaves,
  comments: ReadonlyMap<string, readonly string[]>,
): Row[] {
  return expectedIn(language, english).map((expected) => {
    const translation = visible(texts.get(expected.key) ?? '')
    const { key } = expected
    const remarks = comments.get(key) ?? comments.get(key.replace(/\.\w+$/, '.other')) ?? []
    const note = [...notesOn(language, expected), ...marksIn(translation), ...remarks].join('\n')
    return { key, english: visible(expected.english), translation, note }
  })
}

function notesOn(language: Language, expected: Expected): string[] {
  const { key, values, form } = expected
  const mayLack = form ? ' (may be left out)' : ''
  const notes = values.length === 0 ? [] : [`Values: ${values.map((name) => `{${name}}`).join(' ')}${mayLack}`]
  if (form) {
    const others = pluralFormsOf(language).filter((other) => other !== form)
    const empty = isOptional(expected) ? ' If this one is empty, "other" is used.' : ''
    notes.push(`Plural: for a {count} such as ${examplesOf(language, form)}. Further forms: ${others.join(', ')}.${empty}`)
  }
  if (specificationKeys.has(key))
    notes.push(language === 'en' ? 'Of the specification: stays to the letter.' : 'Of the specification.')
  return notes
}

function marksIn(text: string): string[] {
  return /\\u/.test(text) ? ['\\u and four digits is an invisible mark of direction: leave it where it is.'] : []
}

function examplesOf(language: Language, form: Intl.LDMLPluralRule): string {
  const rules = pluralRulesOf(language)
  const counts = [...Array(200).keys()].filter((count) => rules.select(count) === form)
  return counts.slice(0, 3).join(', ') || '1.5'
}

/** A row that was read, with its number in the sheet. */
export type ReadRow = Omit<Row, 'note'> & { readonly row: number }

/** The texts of the rows. A form of a plural that is empty is left out. */
export function textsIn(language: Language, rows: readonly ReadRow[], english: Leaves): Map<string, string> {
  const optional = new Set(
    expectedIn(language, english)
      .filter(isOptional)
      .map(({ key }) => key),
  )
  return new Map(
    rows
      .filter(({ key, translation }) => translation !== '' || !optional.has(key))
      .map(({ key, translation }) => [key, withMarks(translation)]),
  )
}

/** All problems of the rows, in their order; a sentence without a row comes first. English may be imported at the same time. */
export function problemsWithRows(
  language: Language,
  rows: readonly ReadRow[],
  english: Leaves,
  nextEnglish: Leaves = english,
): (Problem & { row?: number })[] {
  const expected = new Map(expectedIn(language, english).map((one) => [one.key, one]))
  const rowOf = new Map(rows.map(({ key, row }) => [key, row]))
  const missing = [...expected.values()].filter((one) => isOptional(one) && !rowOf.has(one.key))
  const problems: (Problem & { row?: number })[] = [
    ...missing.map(({ key }) => ({ key, problem: 'is missing' })),
    ...rows.flatMap((row) => problemsWithRow(language, row, expected.get(row.key)).map((problem) => ({ ...row, problem }))),
    ...rows
      .filter(({ key, row }) => rowOf.get(key) !== row)
      .map((row) => ({ ...row, problem: `is in row ${rowOf.get(row.key)} again` })),
    ...problemsIn(language, textsIn(language, rows, english), nextEnglish),
  ]
  return problems
    .map(({ key, problem, row = rowOf.get(key) }) => ({ key, problem, ...(row === undefined ? {} : { row }) }))
    .toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0))
}

function problemsWithRow(language: Language, { key, english, translation }: ReadRow, expected: Expected | undefined): string[] {
  if (!expected) return []
  const now = visible(expected.english)
  if (english !== now) return [`is another sentence in English now: ${now}`]
  if (language === 'en' && specificationKeys.has(key) && translation !== now)
    return ['is of the specification, and stays to the letter']
  return []
}
