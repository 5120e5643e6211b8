import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { catalogues } from '../../contract/languages/catalogues.ts'
import { leavesOf } from '../../contract/languages/leaves.ts'
import { contentsOf, leavesIn, sourceFiles, withTexts } from './sources.ts'

describe.each(Object.entries(catalogues))('the files of %s', (language, catalogue) => {
  const sources = sourceFiles.map((file) =>
    fs.readFileSync(new URL(`../../contract/languages/${language}/${file}`, import.meta.url), 'utf8'),
  )

  test('have every sentence of the catalogue, in its order', () => {
    expect([...leavesIn(sources.map(contentsOf))]).toEqual([...leavesOf(catalogue)])
  })

  test('are the same, byte by byte, after every text was changed and changed back', () => {
    for (const source of sources) {
      const texts = new Map([...contentsOf(source).texts].map(([key, { text }]) => [key, text]))
      const others = new Map([...texts].map(([key, text]) => [key, `${text}'`]))
      const changed = withTexts(source, others)
      expect(new Map([...contentsOf(changed).texts].map(([key, { text }]) => [key, text]))).toEqual(others)
      expect(withTexts(changed, texts)).toBe(source)
    }
  })
})

const source = `/** The file. */
export const people = {
  /** A group. */
  users: {
    name: 'Name',
    /** A sentence. */
    question: "Who's there?",
    count: { one: 'One', other: '{count}' },
  },
} as const
`
const without = (key: string) => {
  const texts = new Map([...contentsOf(source).texts].map(([key, { text }]) => [key, text]))
  texts.delete(key)
  return texts
}

test('a text has the comments above its groups and above itself', () => {
  const comments = [...contentsOf(source).texts].map(([key, { comments }]) => [key, ...comments])
  expect(comments).toEqual([
    ['users.name', 'A group.'],
    ['users.question', 'A group.', 'A sentence.'],
    ['users.count.one', 'A group.'],
    ['users.count.other', 'A group.'],
  ])
})

test('a text is written with quotes, backslashes and invisible marks escaped', () => {
  const text = '\u2066"it\'s" \\\u2069'
  const changed = withTexts(source, new Map([['users.name', text]]))
  expect(changed).toContain(String.raw`name: '\u2066"it\'s" \\\u2069',`)
  expect(contentsOf(changed).texts.get('users.name')?.text).toBe(text)
})

test('a form of a plural is added and left out, in the order of the forms', () => {
  const few = without('users.count.one').set('users.count.few', 'Few').set('users.count.other', 'Others')
  expect(withTexts(source, few)).toContain("count: { few: 'Few', other: 'Others' },\n  },\n} as const\n")
  expect(withTexts(source, without('users.count.one'))).toContain("count: { other: '{count}' },")
})
