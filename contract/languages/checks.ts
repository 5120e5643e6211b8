import { pluralRulesOf } from './catalogue.ts'
import { directionOf, type Language } from './languages.ts'
import { type Leaves, valuesIn } from './leaves.ts'

/** A problem with a text: its key, and the rest of a sentence that begins with it. */
export type Problem = { readonly key: string; readonly problem: string }

/** A text that a catalogue has to have, with what English says there. */
export interface Expected {
  readonly key: string
  readonly english: string
  /** The names of the values in the text. */
  readonly values: readonly string[]
  /** The form, for a text of a plural. */
  readonly form?: Intl.LDMLPluralRule
}

export const pluralForms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

export function pluralFormsOf(language: Language): readonly Intl.LDMLPluralRule[] {
  const { pluralCategories } = pluralRulesOf(language).resolvedOptions()
  return pluralForms.filter((form) => pluralCategories.includes(form))
}

/** Every text that the language has or may have, in the order of English: a plural has one for each form of the language. */
export function expectedIn(language: Language, english: Leaves): Expected[] {
  const formsHere = pluralFormsOf(language)
  return [...english].flatMap(([key, leaf]): Expected[] => {
    if (typeof leaf === 'string') return [{ key, english: leaf, values: valuesIn(leaf) }]
    const values = [...new Set([...Object.values(leaf).flatMap(valuesIn), 'count'])].sort()
    return formsHere.map((form) => ({ key: `${key}.${form}`, english: leaf[form] ?? leaf.other, values, form }))
  })
}

/** Whether a text may be left out: the form `other` stands in for a missing one. */
export function isOptional({ form }: Expected): boolean {
  return form !== undefined && form !== 'other'
}

/** All problems with the texts of a language. Each text is a sentence of the catalogue or a form of a plural. */
export function problemsIn(language: Language, texts: ReadonlyMap<string, string>, english: Leaves): Problem[] {
  const expected = new Map(expectedIn(language, english).map((one) => [one.key, one]))
  const rules = rulesOf(language)
  const missing = [...expected.values()].filter((one) => !isOptional(one) && !texts.has(one.key))
  return [
    ...missing.map(({ key }) => ({ key, problem: 'is missing' })),
    ...[...texts].flatMap(([key, text]): Problem[] => {
      const one = expected.get(key)
      if (!one) return [{ key, problem: `is not a sentence of the portal, or not a plural form of ${language}` }]
      if (text.trim() === '') return [{ key, problem: 'is empty' }]
      const broken = rules.filter(([, breaks]) => breaks({ key, text, english: one.english })).map(([problem]) => problem)
      return [...problemsWithValues(text, one), ...broken].map((problem) => ({ key, problem }))
    }),
  ]
}

/** Problems with the values of a text. A plural form may leave values out: "one member". */
function problemsWithValues(text: string, { values, form }: Expected): string[] {
  const own = valuesIn(text)
  const missing = form === undefined ? values.filter((name) => !own.includes(name)) : []
  const unknown = own.filter((name) => !values.includes(name))
  return [
    ...missing.map((name) => `has no {${name}}, and English has`),
    ...unknown.map((name) => `has {${name}}, which English does not have`),
  ]
}

type Sentence = { key: string; text: string; english: string }
type Rule = readonly [problem: string, breaks: (sentence: Sentence) => boolean]

const matches =
  (pattern: RegExp) =>
  ({ text }: Sentence) =>
    pattern.test(text)
const withoutValues = (text: string) => text.replace(/\{\w+\}/g, '')
const withoutIsolates = (text: string) => text.replace(/\u2066[^\u2066-\u2069]+\u2069/g, '')
const nameOfSheet = /^(audit\.sheet|imports\.sheet\.\w+)$/

const ofEveryLanguage: readonly Rule[] = [
  ['has a line break or a tab', matches(/[\r\n\t]/)],
  [
    'begins or ends with a space, or has two in a row',
    // A separator stands between two values.
    ({ key, text }) => !key.endsWith('Separator') && /^\s|\s$|\s\s/.test(text),
  ],
  ['has a brace that belongs to no {value}', ({ text }) => /[{}]/.test(withoutValues(text))],
  ['names a sheet, and spreadsheets allow 31 characters there', ({ key, text }) => nameOfSheet.test(key) && text.length > 31],
  [
    'names a sheet, and spreadsheets allow none of []:*?/\\ there',
    ({ key, text }) => nameOfSheet.test(key) && /[[\]:*?/\\]/.test(text),
  ],
]

/** Sentences without a letter of their own that need no mark, or may have none. Values are isolated, and give a sentence no direction. */
const takesDirectionElsewhere = new Set([
  // The month of a day is a sentence of the same language, which is not isolated.
  'dates.day',
  // A list stands inside sentences that have letters; and a list of names is joined with its separator, also in files.
  'general.list',
  // Names of files, in Latin letters.
  'audit.file',
  'record.file',
  'statements.file',
])

const ofRightToLeft: readonly Rule[] = [
  ['has other digits than 0 to 9', matches(/(?![0-9])\p{Nd}/u)],
  ['has a mark of the Latin script: ? ; " or a comma', matches(/[?;"]|,(?!\d)/)],
  ['has one of \\u2066 and \\u2069 without the other', ({ text }) => /[\u2066-\u2069]/.test(withoutIsolates(text))],
  [
    'has a Latin word after a full stop or a slash outside \\u2066 and \\u2069, which draws the sign behind the word',
    ({ text }) => /(?<![\p{Script=Latin}\d])[./]\p{Script=Latin}/u.test(withoutIsolates(text)),
  ],
  [
    'has values and no letter of its own, and must begin with \\u200f to have a direction',
    ({ key, text }) =>
      !takesDirectionElsewhere.has(key) &&
      text.includes('{') &&
      !/\p{Script=Arabic}/u.test(withoutValues(text)) &&
      !/^[\u200f\u2066]/.test(text),
  ],
]

const ofTranslations: readonly Rule[] = [
  ['ends with another mark than the English sentence', ({ text, english }) => endOf(text) !== endOf(english)],
]

/** The mark at the end of a sentence. The dot of an abbreviation, after a single capital, ends no sentence: 'M.A.' */
function endOf(text: string): string {
  return (/(?<!\b[A-Z])[.!?؟]$/.exec(text)?.[0] ?? '').replace('؟', '?')
}

const otherGradeName = 'has another name for a grade than the sentences under grading'

/** Letters: anything of the Arabic script that is none of these. ی and ک look like the Arabic ي and ك, and sort and search as other letters. */
const ofOne: { readonly [Code in Language]?: readonly Rule[] } = {
  en: [[otherGradeName, matches(/\b(your|own|office.s) grade\b/i)]],
  ckb: [
    ['has a letter that Sorani does not have', matches(/[^\P{Script=Arabic}\p{Nd}ئابپتجچحخدرڕزژسشعغفڤقکگلڵمنهەوۆیێ]/u)],
    // A count is a number, and may have a suffix. So may the parts of a date: digits, and a month of the catalogue itself.
    [
      'has a suffix after a {value}, which may be a name in another script',
      matches(/(?<!\{count|^\{day|^(?:\{day\}ی )?\{month)\}\u2069?[\p{Letter}\p{Mark}]/u),
    ],
    ['has لەلایەن before a {value} without its ending ـەوە', matches(/لەلایەن \{\w+\}\u2069?(?! ?ـەوە)/)],
    [otherGradeName, matches(/پلەکەتان|پلەی (خۆتان|خودی|بەڕێوەبەرایەتی)/)],
  ],
  ar: [
    ['has a letter that Arabic does not have', matches(/[^\P{Script=Arabic}\p{Nd}\u0621-\u063a\u0641-\u064a]/u)],
    // A count with its noun is in the nominative, which no verb or preposition before it allows: its dual differs.
    [
      'has a count with its noun after a word instead of a colon',
      matches(/\p{Letter} \{(points|members|activities|departments)\}/u),
    ],
    [otherGradeName, matches(/تقديرك|تقدير (الإدارة|العضو)/)],
  ],
}

function rulesOf(language: Language): readonly Rule[] {
  const ofDirection = directionOf(language) === 'rtl' ? ofRightToLeft : []
  return [...ofEveryLanguage, ...ofDirection, ...(language === 'en' ? [] : ofTranslations), ...(ofOne[language] ?? [])]
}
