import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { knownFunctions } from './migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Triggers that are created for several tables in a loop. */
const fileOfKind: Record<string, string> = {
  _version: 'versions.sql',
  _audit: 'audit.sql',
  _append_only: 'append-only.sql',
  _append_only_all: 'append-only.sql',
}

interface Trigger {
  table: string
  name: string
  definition: string
}

test('docs/what-happens.md lists every trigger of the database, when it runs and the file that defines it', async () => {
  const triggers = await database.sql<Trigger[]>`
    select tgrelid::regclass::text as table, tgname as name, pg_get_triggerdef(oid) as definition
    from pg_trigger where not tgisinternal order by 1, 2`
  const files = [
    ...(await database.sql<{ name: string }[]>`select name from schema_functions order by name`).map(({ name }) => name),
  ]
  const texts = new Map(files.map((name) => [name, readFileSync(new URL(`./functions/${name}`, import.meta.url), 'utf8')]))
  const rows = triggers.map(({ table, name, definition }) => {
    const [, when = ''] = / (BEFORE .+|AFTER .+?) ON /.exec(definition) ?? []
    const file = files.find((each) => new RegExp(`trigger ${name}\\b`).test(texts.get(each) ?? ''))
    if (file) return `| ${table} | ${name} | ${when.toLowerCase()} | ${file} |`
    const kind = name.replace(table, '')
    return `| (each) | (table)${kind} | ${when.toLowerCase()} | ${fileOfKind[kind]} |`
  })
  const expected = [...new Set(rows)]
  const page = readFileSync(new URL('../docs/what-happens.md', import.meta.url), 'utf8')
  const listed = page.slice(page.indexOf('## Every trigger')).match(/^\| [a-z(].*$/gm)
  expect(listed?.toSorted()).toEqual(expected.toSorted())
})

test('every file of database/functions/ can run again on the same database', async () => {
  const files = knownFunctions()
  await database.sql.begin(async (tx) => {
    for (const { text } of files) await tx.unsafe(text)
  })
  expect(files.length).toBeGreaterThan(5)
})
