import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { later } from '../contract/languages/en/later.ts'
import { importsIn } from './rooms.ts'

const root = join(import.meta.dirname, '..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** The imports that are evaluated with the file: types and lazy ones are not. */
function staticImports(file: string): string[] {
  const code = textOf(file)
    .replaceAll(/import type [^;\n]*?from '[^']*'/g, '')
    .replaceAll(/\bimport\([^)]*\)/g, '')
  return importsIn(file, code)
    .map(({ to }) => to)
    .filter((to) => /^(web|contract)\/.*\.tsx?$/.test(to) && !to.startsWith('contract/languages/'))
}

/** The file with everything that it imports statically. */
function loadedWith(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const next of staticImports(file)) loadedWith(next, found)
  return found
}

const laterSentence = new RegExp(`\\bmessages\\.(${Object.keys(later).join('|')})\\b`)
/** The server alone says those of the schemas; only the audit panel has the values of audit-values.ts, and only Settings those of rules.ts. */
const saidElsewhere = [
  'contract/fields.ts',
  'contract/audit.ts',
  'contract/imports.ts',
  'contract/audit-values.ts',
  'contract/rules.ts',
]

function saysLaterWords(file: string): boolean {
  return !saidElsewhere.includes(file) && laterSentence.test(textOf(file))
}

/** Every lazyComponent of the pages: which file it loads, and whether it waits for the later words. */
const lazyComponents = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
  .map((name) => `web/${name.replaceAll('\\', '/')}`)
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .flatMap((from) =>
    [...textOf(from).matchAll(/lazyComponent\(\s*\(\) =>[^']*import\('([^']+)'\)\)?,\s*'\w+',?\s*('all')?/g)].map(
      ([, name = '', all]) => ({ from, file: join(from, '..', name), waits: all !== undefined }),
    ),
  )

test('what says later words is loaded together with them, and nothing else is', () => {
  expect(lazyComponents.length).toBeGreaterThan(30)
  const wrong = lazyComponents.filter(({ file, waits }) => [...loadedWith(file)].some(saysLaterWords) !== waits)
  const why = (file: string) => [...loadedWith(file)].filter(saysLaterWords)
  expect(wrong.map(({ from, file }) => ({ from, file, says: why(file) }))).toEqual([])
})
