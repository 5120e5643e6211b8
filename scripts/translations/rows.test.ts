import { describe, expect, test } from 'vitest'
import { en } from '../../contract/languages/en.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { type Leaf, leavesOf } from '../../contract/languages/leaves.ts'
import { problemsWithRows, type ReadRow, rowsOf, textsIn } from './rows.ts'
import { specificationKeys } from './specification.ts'

const english = new Map<string, Leaf>([
  ['auth.invalidRole', 'Invalid role type'],
  ['terms.labelled', '{label}: {value}'],
  ['terms.days', { one: '{count} day', other: '{count} days' }],
])
const arabic = new Map([
  ['auth.invalidRole', 'نوع الدور غير صحيح'],
  ['terms.labelled', '\u200f{label}: {value}'],
  ['terms.days.one', 'يوم'],
  ['terms.days.other', '{count} يوم'],
])
const comments = new Map([
  ['terms.labelled', ['Terms.', 'A name and a value.']],
  ['terms.days.other', ['Terms.']],
])
const rows = rowsOf('ar', arabic, english, comments)
const read = (language: Language = 'ar', texts = arabic): ReadRow[] =>
  rowsOf(language, texts, english, comments).map((row, index) => ({ ...row, row: index + 2 }))

test('a catalogue is a row for each sentence, and for each plural form of the language', () => {
  expect(rows.map(({ key, english, translation }) => [key, english, translation])).toEqual([
    ['auth.invalidRole', 'Invalid role type', 'نوع الدور غير صحيح'],
    ['terms.labelled', '{label}: {value}', '\\u200f{label}: {value}'],
    ['terms.days.zero', '{count} days', ''],
    ['terms.days.one', '{count} day', 'يوم'],
    ['terms.days.two', '{count} days', ''],
    ['terms.days.few', '{count} days', ''],
    ['terms.days.many', '{count} days', ''],
    ['terms.days.other', '{count} days', '{count} يوم'],
  ])
})

test('a note says what a translator needs', () => {
  const noteOf = (key: string) => rows.find((row) => row.key === key)?.note.split('\n')
  expect(noteOf('auth.invalidRole')).toEqual(['Of the specification.'])
  expect(noteOf('terms.labelled')).toEqual([
    'Values: {label} {value}',
    '\\u and four digits is an invisible mark of direction: leave it where it is.',
    'Terms.',
    'A name and a value.',
  ])
  expect(noteOf('terms.days.few')).toEqual([
    'Values: {count} (may be left out)',
    'Plural: for a {count} such as 3, 4, 5. Further forms: zero, one, two, many, other. If this one is empty, "other" is used.',
    'Terms.',
  ])
  expect(rowsOf('en', new Map(), english, new Map())[0]?.note).toBe('Of the specification: stays to the letter.')
})

test('the rows are the catalogue again; an empty form of a plural is left out', () => {
  expect(textsIn('ar', read(), english)).toEqual(arabic)
  expect(problemsWithRows('ar', read(), english)).toEqual([])
})

describe('rows are refused', () => {
  const changed = (key: string, change: Partial<ReadRow>) => read().map((row) => (row.key === key ? { ...row, ...change } : row))

  test('with what is wrong in a text, by its row', () => {
    const wrong = changed('terms.labelled', { translation: '\\u200f{label}: {valeu}' })
    expect(problemsWithRows('ar', wrong, english)).toEqual([
      { row: 3, key: 'terms.labelled', problem: 'has no {value}, and English has' },
      { row: 3, key: 'terms.labelled', problem: 'has {valeu}, which English does not have' },
    ])
  })

  test('that are unknown, missing, also of an empty form, or there twice', () => {
    const [first, , zero] = read()
    const others = changed('terms.labelled', { key: 'terms.called' }).filter(({ key }) => key !== zero?.key)
    const twice = first ? [{ ...first, row: 20 }] : []
    expect(problemsWithRows('ar', [...others, ...twice], english)).toEqual([
      { key: 'terms.days.zero', problem: 'is missing' },
      { key: 'terms.labelled', problem: 'is missing' },
      { row: 2, key: 'auth.invalidRole', problem: 'is in row 20 again' },
      { row: 3, key: 'terms.called', problem: 'is not a sentence of the portal, or not a plural form of ar' },
    ])
  })

  test('that are empty, except for a form of a plural that `other` stands in for', () => {
    const empty = read().map((row) => ({ ...row, translation: '' }))
    expect(problemsWithRows('ar', empty, english).map(({ key, problem }) => `${key} ${problem}`)).toEqual([
      'auth.invalidRole is empty',
      'terms.labelled is empty',
      'terms.days.other is empty',
    ])
  })

  test('of a sentence that is another one in English since the export', () => {
    expect(problemsWithRows('ar', changed('terms.days.one', { english: 'A day' }), english)).toEqual([
      { row: 5, key: 'terms.days.one', problem: 'is another sentence in English now: {count} day' },
    ])
  })

  test('that change the English of the specification', () => {
    const texts = new Map([
      ['auth.invalidRole', 'Wrong role type'],
      ['terms.labelled', '{label} – {value}'],
      ['terms.days.other', '{count} days'],
    ])
    expect(problemsWithRows('en', read('en', texts), english)).toEqual([
      { row: 2, key: 'auth.invalidRole', problem: 'is of the specification, and stays to the letter' },
    ])
  })
})

test('every key of the specification is a sentence', () => {
  const sentences = leavesOf(en)
  expect([...specificationKeys].filter((key) => !sentences.has(key))).toEqual([])
})
