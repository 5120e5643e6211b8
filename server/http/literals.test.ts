import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Lint finds text between tags (noJsxLiterals). This test finds text that is written as a string: labels, titles, sentences. */

const root = join(import.meta.dirname, '../..')

/** Text for operators and developers is English: the console, settings, metrics and the description of the API. */
const forOperators =
  /^server\/(main|settings)\.ts$|^server\/(api-docs|metrics|health)\/|^server\/auth\/reset-password\.ts$|^server\/push\/push-sender\.ts$|^server\/http\/(access|idempotency-key)\.ts$|^server\/permissions\/permissions-page\.ts$/
/** Words that the files of an office have, which are read and never shown; and the pages of the handbook, which stand in each language. */
const readInFiles = /^server\/(imports\/(headings|spellings)|handbook\/pages\/\w+)\.ts$/
/** The names of fonts and browsers, and the title of a page that no server has filled in. */
const allowed = new Set([
  'Samsung Internet',
  'Source Serif 4 Variable',
  'IBM Plex Sans',
  'IBM Plex Sans Arabic',
  'Plex fallback',
  'Heading fallback',
  'Staff Portal',
])

function literalsOf(file: string): string[] {
  const code = readFileSync(join(root, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    // Errors of the program itself are left out, which a user never reads.
    .replace(/new (Type|Range)?Error\([^)]*\)/g, '')
  return [...code.matchAll(/(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)].map(([, , text = '']) => text)
}

/** Whether a text is two words or more that begin with a capital letter: "Add User", "Enter a date." */
const isSentence = (text: string) => /^[A-Z][a-z]+(?:[ -][A-Za-z][a-z']*)*(?: [A-Za-z][a-z']*)(?:[ ,;:.?!…]|$)/.test(text)

test('pages and server have no sentences of their own', () => {
  const found = ['web', 'server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter(
        (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !forOperators.test(file) && !readInFiles.test(file),
      )
      .flatMap((file) =>
        literalsOf(file)
          .filter((text) => isSentence(text) && !allowed.has(text))
          .map((text) => `${file}: ${text}`),
      ),
  )
  expect(found).toEqual([])
})
