import { type ESTree, parseSync } from 'vite'
import { pluralForms } from '../../contract/languages/checks.ts'
import type { Leaf, Leaves } from '../../contract/languages/leaves.ts'

/** The files of a language, in the order of the catalogue. */
export const sourceFiles = [
  'common',
  'sign-in',
  'people',
  'postings',
  'scoring',
  'home',
  'outbox',
  'sharing',
  'events',
  'later',
].map((name) => `${name}.ts`)

type Span = { readonly start: number; readonly end: number }

/** The contents of a file of the catalogue, with their positions: every text by its key, and the object around the forms of each plural. */
interface Contents {
  /** The texts, with the comments above their groups and above themselves. */
  readonly texts: ReadonlyMap<string, Span & { readonly text: string; readonly comments: readonly string[] }>
  readonly plurals: ReadonlyMap<string, Span>
}

export function contentsOf(source: string): Contents {
  const { program, comments } = parseSync('catalogue.ts', source)
  const texts = new Map<string, Span & { text: string; comments: readonly string[] }>()
  const plurals = new Map<string, Span>()

  function visit(node: ESTree.Expression, key: string, above: readonly string[]) {
    const { start, end } = node
    if (node.type === 'Literal' && typeof node.value === 'string')
      return texts.set(key, { text: node.value, start, end, comments: above })
    if (node.type !== 'ObjectExpression') throw new Error(`${key} is neither a text nor a group of texts.`)
    const properties = node.properties.filter((property) => property.type === 'Property')
    if (properties.some((property) => nameOf(property) === 'other')) plurals.set(key, { start, end })
    let before = start
    for (const property of properties) {
      const here = comments.filter((comment) => comment.start >= before && comment.end <= property.start)
      const name = nameOf(property)
      visit(property.value, key === '' ? name : `${key}.${name}`, [...above, ...here.map(({ value }) => wordsOf(value))])
      before = property.end
    }
  }
  visit(catalogueIn(program), '', [])
  return { texts, plurals }
}

/** The object of the one `export const` of a file. */
function catalogueIn(program: ESTree.Program): ESTree.Expression {
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue
    const value = statement.declaration.declarations[0]?.init
    if (value) return value.type === 'TSAsExpression' ? value.expression : value
  }
  throw new Error('The file exports no catalogue.')
}

function nameOf({ key }: ESTree.ObjectProperty): string {
  if (key.type === 'Identifier') return key.name
  if (key.type === 'Literal') return String(key.value)
  throw new Error('A sentence has no plain name.')
}

/** A comment without its asterisks. */
function wordsOf(comment: string): string {
  return comment
    .replace(/^\*/, '')
    .replace(/\n\s*\*/g, '')
    .trim()
}

/** The sentences of several files, each with the forms of its plural. */
export function leavesIn(files: readonly Contents[]): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>()
  for (const { texts, plurals } of files)
    for (const [key, { text }] of texts) {
      const [, plural = '', form = ''] = /^(.*)\.(\w+)$/.exec(key) ?? []
      if (!plurals.has(plural)) leaves.set(key, text)
      else leaves.set(plural, { ...Object(leaves.get(plural)), [form]: text })
    }
  return leaves
}

/** The same sentences with other texts, and with other forms of a plural. */
export function leavesWith(leaves: Leaves, texts: ReadonlyMap<string, string>): Leaves {
  if (texts.size === 0) return leaves
  return new Map(
    [...leaves].map(([key, leaf]): [string, Leaf] => {
      if (typeof leaf === 'string') return [key, texts.get(key) ?? leaf]
      const forms = pluralForms.filter((form) => texts.has(`${key}.${form}`))
      return [key, { other: leaf.other, ...Object.fromEntries(forms.map((form) => [form, texts.get(`${key}.${form}`)])) }]
    }),
  )
}

/** The file with other texts; unchanged texts stay as they are written. Not yet formatted. */
export function withTexts(source: string, texts: ReadonlyMap<string, string>): string {
  const contents = contentsOf(source)
  const edits: (Span & { text: string })[] = []
  const rewritten = new Set<string>()
  for (const [key, span] of contents.plurals) {
    const formsIn = (some: ReadonlyMap<string, unknown>) => pluralForms.filter((form) => some.has(`${key}.${form}`))
    const forms = formsIn(texts)
    if (forms.join() === formsIn(contents.texts).join()) continue
    const properties = forms.map((form) => `${form}: ${literal(texts.get(`${key}.${form}`) ?? '')}`)
    edits.push({ ...span, text: `{ ${properties.join(', ')} }` })
    rewritten.add(key)
  }
  for (const [key, { text: before, start, end }] of contents.texts) {
    const text = texts.get(key)
    if (text === undefined || text === before || rewritten.has(key.replace(/\.\w+$/, ''))) continue
    edits.push({ start, end, text: literal(text) })
  }
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((result, { start, end, text }) => result.slice(0, start) + text + result.slice(end), source)
}

/** A text in the quotes that the formatter prefers, and with escapes for invisible characters. */
function literal(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)
  return quote + visible(escaped) + quote
}

/** Escapes \u200f, \u2066 and \u2069 as in the files; also in a cell, where a reader could not see or type them. */
export function visible(text: string): string {
  return text.replace(/[\p{Cf}\u00a0]/gu, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export function withMarks(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
