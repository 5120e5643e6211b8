import { describe, expect, test } from 'vitest'
import { catalogues } from './catalogues.ts'
import { expectedIn, isOptional, problemsIn } from './checks.ts'
import { en } from './en.ts'
import { type Language, languages } from './languages.ts'
import { type Leaves, leavesOf, textsOf } from './leaves.ts'

const english = leavesOf(en)

describe.each(Object.entries(catalogues))('the catalogue %s', (language, catalogue) => {
  const own = leavesOf(catalogue)

  test('has nothing wrong in it', () => {
    expect(problemsIn(language as Language, textsOf(own), english)).toEqual([])
  })

  test('has the sentences of the English one, in the same order', () => {
    expect([...own.keys()]).toEqual([...english.keys()])
  })
})

/** The problems with texts of a small catalogue, without their keys. */
function problemsOf(language: Language, leaves: Record<string, string>, texts: Record<string, string>): string[] {
  return problemsIn(language, new Map(Object.entries(texts)), new Map(Object.entries(leaves))).map(({ problem }) => problem)
}

describe('a sentence is refused that', () => {
  test('is missing, unknown or empty', () => {
    const texts = new Map(Object.entries({ 'terms.open': 'Open', 'terms.title': ' ' }))
    const own = new Map(Object.entries({ 'terms.closed': 'Closed', 'terms.title': 'Terms' }))
    expect(problemsIn('en', texts, own)).toEqual([
      { key: 'terms.closed', problem: 'is missing' },
      { key: 'terms.open', problem: 'is not a sentence of the portal, or not a plural form of en' },
      { key: 'terms.title', problem: 'is empty' },
    ])
  })

  test('has other values than the English one', () => {
    expect(problemsOf('en', { a: 'From {from} to {to}' }, { a: 'From {from} to {till}' })).toEqual([
      'has no {to}, and English has',
      'has {till}, which English does not have',
    ])
  })

  const line = 'has a line break or a tab'
  const space = 'begins or ends with a space, or has two in a row'
  const brace = 'has a brace that belongs to no {value}'
  const digits = 'has other digits than 0 to 9'
  const mark = 'has a mark of the Latin script: ? ; " or a comma'
  const isolate = 'has one of \\u2066 and \\u2069 without the other'
  const sign = 'has a Latin word after a full stop or a slash outside \\u2066 and \\u2069, which draws the sign behind the word'
  const direction = 'has values and no letter of its own, and must begin with \\u200f to have a direction'
  const end = 'ends with another mark than the English sentence'
  const grade = 'has another name for a grade than the sentences under grading'
  test.each<[Language, text: string, problem: string | undefined, english?: string]>([
    ['en', 'One\nTwo', line],
    ['en', 'One\tTwo', line],
    ['en', ' One', space],
    ['en', 'One ', space],
    ['en', 'One  two', space],
    ['en', 'One {two', brace],
    ['en', 'Your grade', grade],
    ['en', 'The grade', undefined],
    ['ckb', 'پلەکەتان', grade],
    ['ckb', 'پلەی خۆتان', grade],
    ['ar', 'تقديرك', grade],
    ['ckb', 'بەش', undefined],
    ['ckb', 'علي', 'has a letter that Sorani does not have'],
    ['ar', 'قسم', undefined],
    ['ar', 'بەش', 'has a letter that Arabic does not have'],
    ['ckb', 'ماوەی {x}دا', 'has a suffix after a {value}, which may be a name in another script', '{x}'],
    ['ckb', 'ماوەی {x}، بەش', undefined, '{x}'],
    ['ckb', '{count}ی تر', undefined, '{count}'],
    ['ckb', '{day}ی {month}ی {year}', undefined, '{day}{month}{year}'],
    ['ckb', '{month}ی {year}', undefined, '{month}{year}'],
    ['ckb', 'لە {day}دا', 'has a suffix after a {value}, which may be a name in another script', '{day}'],
    ['ckb', 'بەش ٣', digits],
    ['ar', 'قسم ۳', digits],
    ['ar', 'قسم 3', undefined],
    ['ar', 'قسم, قسم', mark],
    ['ckb', 'بەش; بەش', mark],
    ['ckb', '"بەش"', mark],
    ['ar', 'قسم 1,204', undefined],
    ['ar', 'قسم \u2066.jpg\u2069', undefined],
    ['ar', 'قسم .jpg', sign],
    ['ckb', 'پەڕەی /check', sign],
    ['ckb', 'جۆری application/json', undefined],
    ['ckb', 'لەلایەن {x} نێردرا', 'has لەلایەن before a {value} without its ending ـەوە', '{x}'],
    ['ckb', 'لەلایەن {x} ـەوە نێردرا', undefined, '{x}'],
    ['ar', 'أُضيف {points}', 'has a count with its noun after a word instead of a colon', '{points}'],
    ['ar', 'أُضيف: {points}', undefined, '{points}'],
    ['ar', 'قسم \u2066jpg', isolate],
    ['ckb', 'بەش jpg\u2069', isolate],
    ['ar', '{x} – {x}', direction, '{x}'],
    ['ckb', '{x}، {x}', direction, '{x}'],
    ['ckb', '\u200f{x} – {x}', undefined, '{x}'],
    ['ar', 'قسم.', end, 'A department'],
    ['ckb', 'بەش', end, 'A department.'],
    ['ar', 'قسم؟', undefined, 'A department?'],
    ['ar', 'ماجستير', undefined, 'M.A.'],
  ])('%s: %j (%s)', (language, text, problem, inEnglish = 'x') => {
    expect(problemsOf(language, { a: inEnglish }, { a: text })).toEqual(problem === undefined ? [] : [problem])
  })

  test('names a sheet of a spreadsheet, and not every program opens it', () => {
    const sheet = (text: string) => problemsOf('en', { 'audit.sheet': 'Audit' }, { 'audit.sheet': text })
    expect(sheet('All records')).toEqual([])
    expect(sheet('A'.repeat(32))).toEqual(['names a sheet, and spreadsheets allow 31 characters there'])
    expect(sheet('All/records')).toEqual(['names a sheet, and spreadsheets allow none of []:*?/\\ there'])
  })
})

test('a separator may begin and end with a space', () => {
  expect(problemsOf('en', { factsSeparator: ' · ' }, { factsSeparator: ' · ' })).toEqual([])
})

describe('a plural', () => {
  const members: Leaves = new Map([['members', { one: '{count} member of {name}', other: '{count} members of {name}' }]])

  test.each(languages)('has the forms of %s; all but other may be left out', (language) => {
    const forms: Partial<Record<Language, string>> = { en: 'one other', ckb: 'one other', ar: 'zero one two few many other' }
    const expected = expectedIn(language, members)
    if (language in forms) expect(expected.map(({ form }) => form).join(' ')).toBe(forms[language])
    expect(expected.map(({ key }) => key)).toEqual(expected.map(({ form }) => `members.${form}`))
    expect(expected.filter((one) => !isOptional(one)).map(({ form }) => form)).toEqual(['other'])
  })

  test('may leave out values in a form, and has no form of another language', () => {
    const texts = new Map([
      ['members.one', 'One'],
      ['members.two', 'Two'],
      ['members.other', '{count} of {nmae}'],
    ])
    expect(problemsIn('en', texts, members)).toEqual([
      { key: 'members.two', problem: 'is not a sentence of the portal, or not a plural form of en' },
      { key: 'members.other', problem: 'has {nmae}, which English does not have' },
    ])
    expect(problemsIn('en', new Map([['members.one', 'One']]), members)).toEqual([
      { key: 'members.other', problem: 'is missing' },
    ])
  })
})
