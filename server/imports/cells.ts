import { decode, listOf, type Message, messages, type Value } from '../../contract/languages/catalogue.ts'
import { lazy } from '../../contract/lazy.ts'
import { readNumber } from '../../contract/numbers.ts'
import { inEveryLanguage } from '../http/language.ts'
import { excerpt } from './checked-row.ts'
import type { Column, Reading } from './declaration.ts'
import { headingKey } from './headings.ts'

/** The schema of a form's field. */
interface Schema<T> {
  safeParse: (value: unknown) => { data?: T | null | undefined; error?: { issues: { message: string }[] } | undefined }
}

/** The value by the schema of its form, which may treat it as empty. */
export function parsed<T>(schema: Schema<T>, value: unknown, wrong: (rule: Message) => Message): Reading<T> {
  const { data, error } = schema.safeParse(value)
  if (!error) return { value: data ?? undefined }
  const [issue] = error.issues
  return { wrong: wrong(issue ? decode(issue.message) : messages.general.invalidInput) }
}

type WrongText = (values: { value: string; rule: Message }) => Message

export function textCell(schema: Schema<string>, sentence: WrongText = messages.imports.wrongValue): Column<string> {
  return { read: (text) => parsed(schema, text, (rule) => sentence({ value: excerpt(text), rule })) }
}

export function numberCell(schema: Schema<number>, decimals: 1 | 2): Column<number> {
  const { wrongValue } = messages.imports
  return { read: (text) => parsed(schema, readNumber(text, decimals), (rule) => wrongValue({ value: excerpt(text), rule })) }
}

/**
 * One of several codes, by the code itself or by its name in every language. Case does not matter: "phd", "MA" and "assistant professor".
 * `others` are more words for a code.
 */
export function choiceCell<T extends string | number>(
  codes: readonly T[],
  nameOf: (code: T) => Message | null,
  sentence = messages.imports.wrongChoice,
  others: [string, T][] = [],
): Column<T> {
  const words = lazy(() => {
    const ofCodes = codes.flatMap((code) => {
      const name = nameOf(code)
      return [String(code), ...(name ? inEveryLanguage(name) : [])].map((word) => [word, code] as const)
    })
    return new Map([...others, ...ofCodes].map(([word, code]) => [headingKey(word), code]))
  })
  return {
    read: (text) => {
      const value = words().get(headingKey(text))
      if (value !== undefined) return { value }
      const names = codes.map((code): Value => nameOf(code) ?? code)
      return { wrong: sentence({ value: excerpt(text), choices: listOf(names.slice(0, -1)), last: names.at(-1) ?? '' }) }
    },
    show: nameOf,
    choices: codes.map((code): Value => nameOf(code) ?? code),
  }
}
