import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { kurdishOrder, nameOrder, nameSortKey } from '../contract/sorting.ts'
import { namesWithoutTitle, titledNames } from '../testing/titled-names.ts'
import { connect, type Database } from './connect.ts'
import { migrate } from './migrate.ts'

const name = `test_${randomBytes(8).toString('hex')}`
let cluster: Database
let sql: Database
beforeAll(async () => {
  cluster = connect(inject('clusterUrl'), { max: 1, timeLimitMs: 0 })
  // The database is as an administrator may have created it: without case or order for letters beyond ASCII.
  await cluster.unsafe(`create database ${name} template template0 locale_provider libc locale 'C'`)
  const url = new URL(inject('clusterUrl'))
  url.pathname = `/${name}`
  sql = connect(url.href)
  await migrate(sql)
})
afterAll(async () => {
  await sql.end()
  await cluster.unsafe(`drop database ${name} with (force)`)
  await cluster.end()
})

test('names sort by Unicode, also where the locale of the database is C', async () => {
  const names = ['Émile', 'Eve', 'Ibrahim', 'omar', 'Omar', 'Özgür', 'Zaid', 'آزاد', 'سارا']
  await sql`insert into departments ${sql.insert(names.toReversed().map((each) => ({ name: `${each} ${each}`, removed_at: '2026-01-01' })))}`
  const sorted = await sql<{ name: string }[]>`select name from departments order by name, id`
  expect(sorted.map((row) => row.name.split(' ')[0])).toEqual(names)
})

const characters = [...'aBéÖz 0129-.ءآأؤإئابپةتثجچحخدذرڕزژسشصضطظعغفڤقكکگلڵمنهھەوۆىيیێ\u200c\u064e']
const samples = [
  ...characters,
  ...fc.sample(fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 12 }), { numRuns: 2000, seed: 1 }),
]

test.each([
  ['English', 'en', () => sql`name collate name_order`],
  [
    'Kurdish',
    'ckb',
    () => sql`translate(name, ${kurdishOrder.letters}, ${kurdishOrder.sortedAs}) collate name_order, name collate "C"`,
  ],
  ['Arabic', 'ar', () => sql`name collate "ar-x-icu"`],
] as const)('PostgreSQL can sort %s names as the pages do', async (_, language, order) => {
  const names = [...new Set(samples)]
  const sorted = await sql<{ name: string }[]>`
    select name from jsonb_array_elements_text(${sql.json(names)}) as name order by ${order()}`
  expect(sorted.map((row) => row.name)).toEqual(names.sort(nameOrder(language)))
})

test('PostgreSQL leaves the same academic titles out as the pages do', async () => {
  const words = [
    'Dr.',
    'dr',
    'PROF.',
    'Professor',
    'Asst.',
    'Lecturer',
    'د.',
    'د',
    'أ.م.د.',
    'پ.ی.',
    'م.',
    'د/',
    'الدكتورة',
    'مامۆستا',
    'مامۆستای یاریدەدەر',
    'پڕۆفیسۆری',
    'الأستاذ',
    'المساعد',
    'مدرس مساعد',
    'م',
    'پ .',
    ' /',
    'Omar',
    'ڕێبین',
    'Drew',
  ]
  const names = fc.sample(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }), { numRuns: 2000, seed: 1 })
  const given = [
    ...new Set([
      ...titledNames.map(([name]) => name),
      ...namesWithoutTitle,
      ...samples,
      ...names.map((parts) => parts.join(' ')),
      ...names.map((parts) => parts.join('')),
    ]),
  ]
  const found = await sql<{ name: string; key: string }[]>`
    select name, name_sort_key(name collate name_order) as key from jsonb_array_elements_text(${sql.json(given)}) as name`
  expect(found).toEqual(given.map((name) => ({ name, key: nameSortKey(name) })))
})

test('PostgreSQL sorts people as the pages do: without titles, by Unicode', async () => {
  const names = ['Dr. Émile', 'Eve', 'د. Özgür', 'omar', 'Prof. Omar', 'Zaid', 'آزاد', 'د. سارا']
  await sql`insert into departments ${sql.insert(names.toReversed().map((name) => ({ name, removed_at: '2026-02-02' })))}`
  const sorted = await sql<{ name: string }[]>`
    select name from departments where removed_at = '2026-02-02' order by name_sort_key(name), id`
  const compare = nameOrder('en')
  const expected = names.toSorted((one, other) => compare(nameSortKey(one), nameSortKey(other)))
  expect(expected).toEqual(['Dr. Émile', 'Eve', 'omar', 'Prof. Omar', 'د. Özgür', 'Zaid', 'آزاد', 'د. سارا'])
  expect(sorted.map(({ name }) => name)).toEqual(expected)
})

test('names are the same in small and capital letters, also beyond ASCII', async () => {
  await sql`insert into departments (name) values ('Özgür')`
  await expect(sql`insert into departments (name) values ('ÖZGÜR')`).rejects.toThrow(/departments_name_unique/)
})
