import { describe, expect, test } from 'vitest'
import { degreeName, degrees, genderName, genders, roleName, roles, titleCodes, titleName } from '../../contract/codes.ts'
import { importColumns, importKinds } from '../../contract/imports.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { languages } from '../../contract/languages/languages.ts'
import { inEveryLanguage, sayIn } from '../http/language.ts'
import { byColumn, lettersOf, type NamedRow } from './columns.ts'
import type { Table } from './table.ts'
import { checkUser } from './user-rows.ts'

const table = (header: string[], ...rows: string[][]): Table => ({
  format: 'csv',
  encoding: 'UTF-8',
  delimiter: ',',
  header,
  rows: rows.map((cells, index) => ({ row: index + 2, cells })),
})

function rowWith(cells: Record<string, string>): NamedRow {
  return { row: 2, cells: new Map(Object.entries({ username: 'sara', ...cells })), columnCountError: undefined, source: [] }
}

describe.each(languages)('a file in %s', (language) => {
  const say = sayIn(language)

  test.each(importKinds)('has its columns recognised by their headings: %s', (kind) => {
    const columns: Readonly<Record<string, Message>> = importColumns[kind]
    const { rows, unknown } = byColumn(table(Object.values(columns).map(say), Object.keys(columns)), kind)
    expect(unknown).toEqual([])
    expect(rows[0]?.cells).toEqual(new Map(Object.keys(columns).map((column) => [column, column])))
  })

  test('may have the other columns of the Staff table, and the reasons of a refused import', () => {
    const { columns } = messages.scoring
    const { fields, grading } = messages
    const others = [fields.name, fields.degree, fields.title, fields.department, columns.atts, columns.acts, columns.escore]
    const header = [fields.username, columns.tp, ...others, fields.total, fields.grade, grading.withFeedback, fields.reason].map(
      say,
    )
    const { unknown, ignored } = byColumn(table(header, header), 'scores')
    expect(unknown).toEqual([])
    expect(ignored).toEqual(header.slice(2))
  })

  test('has its names of titles, degrees, genders and roles understood', () => {
    const fieldsOf = (cells: Record<string, string>) => {
      const { fields, errors } = checkUser(rowWith(cells))
      expect(errors).toEqual([])
      return fields
    }
    for (const title of titleCodes) expect(fieldsOf({ title: say(titleName(title)) })).toEqual({ title })
    for (const role_id of Object.values(roles)) expect(fieldsOf({ role: say(roleName(role_id)) })).toEqual({ role_id })
    for (const gender of genders)
      expect(fieldsOf({ gender: say(genderName(gender) ?? messages.fields.none) })).toEqual({ gender })
    for (const degree of degrees)
      expect(fieldsOf({ degree: say(degreeName(degree) ?? messages.fields.none) })).toEqual({ degree })
  })

  test('may have the placeholders of the tables: they change nothing', () => {
    const cells = { title: say(titleName(null)), department: say(messages.departments.unknown) }
    expect(checkUser(rowWith(cells))).toMatchObject({ fields: {}, department: undefined, errors: [] })
  })
})

describe('no two columns or codes are called the same, in any two languages', () => {
  const namesOf = (entries: Record<string, Message>) =>
    Object.entries(entries).flatMap(([name, message]) =>
      [...new Set(inEveryLanguage(message).map(lettersOf))].map((word) => [word, name]),
    )
  const expectDistinct = (entries: Record<string, Message>) => {
    const words = namesOf(entries)
    expect(words.filter(([word, name]) => words.some(([other, of]) => other === word && of !== name))).toEqual([])
  }

  test('columns', () => {
    const { atts, acts, escore } = messages.scoring.columns
    const { total, grade, reason } = messages.fields
    const { withFeedback } = messages.grading
    expectDistinct({ ...importColumns.users, ...importColumns.scores, atts, acts, escore, total, grade, withFeedback, reason })
  })

  test('codes', () => {
    const byCode = <T extends string | number>(codes: readonly T[], nameOf: (code: T) => Message | null) =>
      Object.fromEntries(codes.flatMap((code) => [[code, nameOf(code)]].filter(([, name]) => name !== null))) as Record<
        string,
        Message
      >
    expectDistinct(byCode(titleCodes, titleName))
    expectDistinct(byCode(degrees, degreeName))
    expectDistinct(byCode(genders, genderName))
    expectDistinct(byCode(Object.values(roles), roleName))
  })
})
