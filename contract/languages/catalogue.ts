import { isolationIn } from './direction-marks.ts'
import type { first } from './en/first.ts'
import type { en } from './en.ts'
import { type Language, localeOf } from './languages.ts'

/**
 * One catalogue of sentences per language, typed by the English one. Code names a sentence (`messages.terms.closed`) and does not load a
 * language for that; `speaker` turns the name into words, at the edge. A sentence that is missing, unknown or has other {values} than the
 * English one does not compile.
 */

/** The plural forms that the language needs (Intl.PluralRules), chosen by {count}. */
type Plural = { readonly other: string } & { readonly [Form in Intl.LDMLPluralRule]?: string }
type Leaf = string | Plural

type ValueNames<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | ValueNames<Rest> : never
type NamesOf<L> = L extends string ? ValueNames<L> : L extends { other: infer Other } ? ValueNames<Other> | 'count' : never
export type Value = string | number | Message

/** A sentence of the catalogue with its values, not yet in any language. Its key is also the code of an error. */
export interface Message {
  readonly key: string
  readonly values?: Readonly<Record<string, Value>> | undefined
  /** The server's own sentence, for a page that is older than the server and does not have this one. */
  readonly words?: string | undefined
}
type Reference<L> = [NamesOf<L>] extends [never]
  ? Message
  : (values: { readonly [Name in NamesOf<L>]: Name extends 'count' ? number : Value }) => Message
type References<T> = { readonly [Name in keyof T]: T[Name] extends Leaf ? Reference<T[Name]> : References<T[Name]> }

/** The properties that a promise or React looks for in any object, which are no names of a sentence. */
const notNames: ReadonlySet<string | symbol> = new Set(['then', '$$typeof'])

function reference(key: string): unknown {
  const parts = new Map<string, unknown>()
  const withValues = (values: Message['values']): Message => ({ key, values })
  return new Proxy(withValues, {
    get(_, name) {
      if (typeof name === 'symbol' || notNames.has(name)) return undefined
      if (name === 'key') return key
      // A function has no JSON; the message that it stands for has.
      if (name === 'toJSON') return () => ({ key })
      if (name === 'values' || name === 'words') return undefined
      const part = parts.get(name) ?? reference(key === '' ? name : `${key}.${name}`)
      parts.set(name, part)
      return part
    },
  })
}

/** Every sentence by its name: `messages.terms.closed`, with values `messages.general.tooLong({ most: 200 })`. */
export const messages = reference('') as References<typeof en>

/** Several values as one, `A, B, C`, in the way of the language. */
export function listOf([first = '', ...rest]: readonly Value[]): Value {
  return rest.length === 0 ? first : messages.general.list({ first, rest: listOf(rest) })
}

/** A catalogue has the sentences of the English one, each with its {values}. The forms of a plural may leave values out ("one member"). */
export type Catalogue = Translated<typeof en>
export type FirstWords = Pick<Catalogue, keyof typeof first>
/** A file of the catalogue in another language: it has the same sentences. */
export type Translated<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? TextWith<ValueNames<T[Name]>>
    : T[Name] extends Plural
      ? Plural
      : Translated<T[Name]>
}
/** Text in which each of the values stands: an intersection of `${string}{name}${string}`. */
type TextWith<Names extends string> = [Names] extends [never]
  ? string
  : (Names extends unknown ? (text: `${string}{${Names}}${string}`) => void : never) extends (text: infer Text) => void
    ? Text
    : never

export type Say = (message: Message) => string

/** Turns messages into the words of one language. */
export function speaker(language: Language, catalogue: Partial<Catalogue>): Say {
  const isolate = isolationIn(language)
  let plurals: Intl.PluralRules | undefined
  return function say({ key, values = {}, words = key }: Message): string {
    let leaf = find(catalogue, key)
    if (leaf === undefined) return words
    if (typeof leaf !== 'string') {
      plurals ??= pluralRulesOf(language)
      leaf = leaf[plurals.select(Number(values['count']))] ?? leaf.other
    }
    return leaf.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name]
      if (typeof value === 'number') return formatNumber(value)
      return isMessage(value) ? say(value) : isolate(String(value ?? ''))
    })
  }
}

/** The plural rules of a language. Those of ckb are the English ones for counts, and not every browser knows ckb. */
export function pluralRulesOf(language: Language): Intl.PluralRules {
  return new Intl.PluralRules(localeOf(language))
}

/** A reference without values is a function, see `reference`. */
function isMessage(value: Value | undefined): value is Message {
  return typeof Object(value).key === 'string'
}

function find(catalogue: Partial<Catalogue>, key: string): Leaf | undefined {
  let node: unknown = catalogue
  for (const name of key.split('.')) node = Object.hasOwn(Object(node), name) ? Object(node)[name] : undefined
  return typeof node === 'string' || (typeof node === 'object' && node !== null && 'other' in node) ? (node as Leaf) : undefined
}

/** A number as 1,204: the same digits in every language, because numbers are compared across them. Intl is slow to start in a page. */
function formatNumber(value: number): string {
  const [whole = '', decimals] = String(value).split('.')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (decimals === undefined ? '' : `.${decimals}`)
}

/** A message as text, for validation errors: zod and forms carry nothing but text. */
export function encode(message: Message): string {
  const { key, values, words } = message
  return values || words ? `${key} ${JSON.stringify({ values, words })}` : key
}

export function decode(text: string): Message {
  const space = text.indexOf(' ')
  if (space === -1) return { key: text }
  try {
    return { key: text.slice(0, space), ...JSON.parse(text.slice(space + 1)) }
  } catch {
    // A sentence of zod itself.
    return { key: '', words: text }
  }
}
