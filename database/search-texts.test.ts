import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldForSearch, foldSpelling, splitWords } from '../contract/searching.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { differentNames, namesNotToldApart, sameNames } from '../testing/spellings.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const characters = [
  ..."abcZÉéÖöŞşIıİiŁłØßẞÆđĐΣς ʿ’'-.,()^`0189٠١٩۰۱۹٫،؟",
  ...'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژڤکگڕڵھۆیێەٱـ',
  ...'\u064e\u0651\u0654\u0670\u200c\u200d\u200e\u00ad\ufeff\u0301',
  'ئا',
  'ﻣﺤﻤﺪ',
  'Ｆｕｌｌ',
]

test('PostgreSQL folds a text as the pages do', async () => {
  const texts = [
    ...characters,
    ...['د.ئاراس', 'عائشة', '٢ئارام', 'aئا', 'Straße', 'İstanbul', 'ʿAlī', 'ئ'],
    ...fc.sample(fc.string({ unit: fc.constantFrom(...characters), maxLength: 14 }), { numRuns: 5000, seed: 1 }),
  ]
  const folded = await database.sql<{ text: string; folded: string }[]>`
    select text, fold_for_search(text) as folded from jsonb_array_elements_text(${database.sql.json(texts)}) as text`
  expect(folded.filter(({ text, folded }) => folded !== foldForSearch(text))).toEqual([])
  expect(folded).toHaveLength(texts.length)
})

test('PostgreSQL takes the words of a record as a search of the trail takes its own', async () => {
  const texts = [
    'Layla.Hassan@uni.example (10.0.0.7)',
    'سیمینار، «دەرکەوتن» – ٢٠٢٦',
    `${'a'.repeat(70)} b/c\\d`,
    ...fc.sample(fc.string({ unit: fc.constantFrom(...characters, '\n', '\\', '«', '؟', '/', '_'), maxLength: 20 }), {
      numRuns: 2000,
      seed: 1,
    }),
  ]
  const found = await database.sql<{ text: string; words: string[] }[]>`
    select text, tsvector_to_array(audit_words(text, null, null, null, jsonb_build_object('name', text, 'user_id', 77))) as words
    from jsonb_array_elements_text(${database.sql.json(texts)}) as text`
  const wrong = found.filter(({ text, words }) => words.toSorted().join(' ') !== splitWords(text).toSorted().join(' '))
  expect(wrong.map(({ text, words }) => ({ text, words, search: splitWords(text) }))).toEqual([])
  expect(found).toHaveLength(texts.length)
})

test('PostgreSQL folds the spellings of a name as the pages do', async () => {
  const names = [...sameNames, ...differentNames, ...namesNotToldApart].flat()
  const letters = [...characters, ...'اوەیههئعبدلحسمن  ', 'عبد ', 'ابو ', ' الدین', 'رحمن', 'موسى', '\u0647\u200c']
  const texts = [
    ...names,
    ...names.map((name) => `د.${name} A`),
    ...fc.sample(fc.string({ unit: fc.constantFrom(...letters), maxLength: 14 }), { numRuns: 8000, seed: 1 }),
  ]
  const folded = await database.sql<{ text: string; folded: string }[]>`
    select text, fold_spelling(text collate name_order) as folded from jsonb_array_elements_text(${database.sql.json(texts)}) as text`
  expect(folded.filter(({ text, folded }) => folded !== foldSpelling(text))).toEqual([])
  expect(folded).toHaveLength(texts.length)
})

test('the text beside a row follows its names, in all languages', async () => {
  const { sql } = database
  await sql`insert into departments (name, names) values ('Physics', ${{ ckb: 'فیزیا', ar: 'الفيزياء' }})`
  await sql`update departments set name = 'Physik'`
  expect(await sql`select search_text from departments`).toEqual([{ search_text: 'physik الفیزیا فیزیا' }])
})

test('it is no change that the audit trail records', async () => {
  const records = await database.sql<{ after: object }[]>`select after from audit where subject = 'department' order by id`
  expect(records.map(({ after }) => after)).toEqual([
    { name: 'Physics', names: { ckb: 'فیزیا', ar: 'الفيزياء' } },
    { name: 'Physik' },
  ])
})
