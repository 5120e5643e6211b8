import { describe, expect, test } from 'vitest'
import { genderName, genders, roleName, roles, titleCodes, titleName } from '../../contract/codes.ts'
import { importDeclarations, importKinds } from '../../contract/imports.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { languages } from '../../contract/languages/languages.ts'
import { inEveryLanguage, sayIn } from '../http/language.ts'
import { activities } from './activities.ts'
import { byColumn, type NamedRow } from './columns.ts'
import { deciderOf } from './decide.ts'
import { departments } from './departments.ts'
import { headingKey } from './headings.ts'
import { scores } from './scores.ts'
import type { Table } from './table.ts'
import { users } from './users.ts'

const declarations = { users, scores, departments, activities }
const { checkRow: checkUser } = deciderOf(users, { createDepartments: false, degrees: [] })

const table = (header: string[], ...rows: string[][]): Table => ({
  format: 'csv',
  encoding: 'UTF-8',
  delimiter: ',',
  rows: [header, ...rows].map((cells, index) => ({ row: index + 1, cells })),
})

function rowWith(cells: Record<string, string>): NamedRow {
  return { row: 2, cells: new Map(Object.entries({ username: 'sara', ...cells })), columnCountError: undefined, source: [] }
}

describe.each(languages)('a file in %s', (language) => {
  const say = sayIn(language)

  test.each(importKinds)('has its columns recognised by their headings: %s', async (kind) => {
    const columns: Readonly<Record<string, Message>> = importDeclarations[kind].columns
    const { rows, unknown } = await byColumn(table(Object.values(columns).map(say), Object.keys(columns)), declarations[kind])
    expect(unknown).toEqual([])
    expect(rows[0]?.cells).toEqual(new Map(Object.keys(columns).map((column) => [column, column])))
  })

  test('may have the other columns of the Staff table, and the reasons of a refused import', async () => {
    const { columns } = messages.scoring
    const { fields, grading } = messages
    const others = [fields.name, fields.degree, fields.title, fields.department, columns.atts, columns.acts, columns.escore]
    const header = [fields.username, columns.tp, ...others, fields.total, fields.grade, grading.withFeedback, fields.reason].map(
      say,
    )
    const { unknown, ignored } = await byColumn(table(header, header), scores)
    expect(unknown).toEqual([])
    expect(ignored).toEqual(header.slice(2))
  })

  test('has its names of titles, genders and roles understood', () => {
    const fieldsOf = (cells: Record<string, string>) => {
      const { values, errors } = checkUser(rowWith(cells))
      expect(errors).toEqual([])
      const { username: _, ...others } = values
      return others
    }
    for (const title of titleCodes) expect(fieldsOf({ title: say(titleName(title)) })).toEqual({ title })
    for (const role of Object.values(roles)) expect(fieldsOf({ role: say(roleName(role)) })).toEqual({ role })
    for (const gender of genders)
      expect(fieldsOf({ gender: say(genderName(gender) ?? messages.fields.none) })).toEqual({ gender })
  })

  test('may have the placeholders of the tables: they change nothing', () => {
    const cells = { title: say(titleName(null)), department: say(messages.departments.unknown) }
    expect(checkUser(rowWith(cells))).toEqual({ row: 2, who: 'sara', values: { username: 'sara' }, errors: [] })
  })
})

test('a file of a former release has its Kurdish name of an administrator understood', () => {
  const { values, errors } = checkUser(rowWith({ role: 'بەڕێوەبەر' }))
  expect(errors).toEqual([])
  expect(values).toMatchObject({ role: roles.admin })
})

describe('no two columns or codes are called the same, in any two languages', () => {
  const namesOf = (entries: Record<string, Message>) =>
    Object.entries(entries).flatMap(([name, message]) =>
      [...new Set(inEveryLanguage(message).map(headingKey))].map((word) => [word, name]),
    )
  const expectDistinct = (entries: Record<string, Message>) => {
    const words = namesOf(entries)
    expect(words.filter(([word, name]) => words.some(([other, of]) => other === word && of !== name))).toEqual([])
  }

  test('columns', () => {
    const { atts, acts, escore } = messages.scoring.columns
    const { total, grade, reason } = messages.fields
    const { withFeedback } = messages.grading
    const users = importDeclarations.users.columns
    const scores = importDeclarations.scores.columns
    expectDistinct({ ...users, ...scores, atts, acts, escore, total, grade, withFeedback, reason })
  })

  test('codes', () => {
    const byCode = <T extends string | number>(codes: readonly T[], nameOf: (code: T) => Message | null) =>
      Object.fromEntries(codes.flatMap((code) => [[code, nameOf(code)]].filter(([, name]) => name !== null))) as Record<
        string,
        Message
      >
    expectDistinct(byCode(titleCodes, titleName))
    expectDistinct(byCode(genders, genderName))
    expectDistinct(byCode(Object.values(roles), roleName))
  })
})
