import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Language, languages } from '../../contract/languages/languages.ts'
import { exportTranslations, importTranslations } from './translations.ts'
import { readWorkbook, writeWorkbook } from './workbook.ts'

const real = new URL('../../contract/languages/', import.meta.url)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portal-translations-'))
const catalogues = path.join(folder, 'languages')
afterAll(() => fs.rmSync(folder, { recursive: true }))
beforeEach(() => {
  for (const language of languages)
    fs.cpSync(new URL(language, real), path.join(catalogues, language), { recursive: true, force: true })
})

const read = (file: string) => fs.readFileSync(path.join(catalogues, file), 'utf8')
const allFiles = () =>
  fs
    .readdirSync(catalogues, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file): [string, string] => [file, read(file)])

/** The exported file of a language after an edit: a text for each of these keys. */
async function edited(language: Language, texts: Record<string, string>): Promise<string> {
  const [file = ''] = await exportTranslations([language], folder, catalogues)
  const { rows = [] } = (await readWorkbook(fs.readFileSync(file))) ?? {}
  const after = rows.map((row) => ({ ...row, note: '', translation: texts[row.key] ?? row.translation }))
  fs.writeFileSync(file, await writeWorkbook(language, after))
  return file
}

test('importing an unchanged export changes no byte of any language', async () => {
  const before = allFiles()
  const files = await exportTranslations(languages, folder, catalogues)
  expect(await importTranslations(files, catalogues)).toEqual({ problems: [], changes: [] })
  expect(allFiles()).toEqual(before)
})

test('a changed sentence and an added form are written, formatted, and listed with what was there before', async () => {
  const file = await edited('ckb', {
    'terms.closed': 'ئەم ماوەیە داخراوە، و نمرەکانی نەگۆڕن.',
    'toDo.noPasswordCount.one': 'یەک بەکارهێنەر بێ وشەی نهێنی، کە دەبێت لە نزیکترین کاتدا وشەیەکی نهێنی بۆ خۆی هەڵبژێرێت',
  })
  const before = new Map(allFiles())
  expect(await importTranslations([file], catalogues)).toEqual({
    problems: [],
    changes: [
      {
        language: 'ckb',
        key: 'terms.closed',
        before: 'ئەم ماوەیە داخراوە.',
        after: 'ئەم ماوەیە داخراوە، و نمرەکانی نەگۆڕن.',
      },
      { language: 'ckb', key: 'toDo.noPasswordCount.one', after: expect.stringContaining('یەک بەکارهێنەر') },
    ],
  })
  const written = allFiles().filter(([file, source]) => before.get(file) !== source)
  expect(written.map(([file]) => file).toSorted()).toEqual(['ckb/common.ts', 'ckb/scoring.ts'])
  expect(read('ckb/scoring.ts')).toBe(
    before.get('ckb/scoring.ts')?.replace("'ئەم ماوەیە داخراوە.'", "'ئەم ماوەیە داخراوە، و نمرەکانی نەگۆڕن.'"),
  )
  // The object is too long for one line: the formatter breaks it.
  expect(read('ckb/common.ts')).toMatch(/ {4}noPasswordCount: \{\n {6}one: 'یەک .*',\n {6}other: '.*',\n {4}\},\n/)
})

describe('an import with problems', () => {
  test('lists all of them with file, row and key, and writes nothing', async () => {
    const before = allFiles()
    const file = await edited('ar', { 'auth.invalid': '', 'terms.closed': 'قسم ٣' })
    const wrong = path.join(folder, 'wrong.xlsx')
    fs.writeFileSync(wrong, 'no spreadsheet')
    const { problems, changes } = await importTranslations([wrong, file, file], catalogues)
    expect(changes).toEqual([])
    expect(problems.map((problem) => problem.replace(folder, '').replace(/row \d+/, 'row N'))).toEqual([
      '/wrong.xlsx: is not an XLSX file that was exported here.',
      '/ar.xlsx: is the second file for ar.',
      '/ar.xlsx, row N: auth.invalid is empty.',
      '/ar.xlsx, row N: terms.closed has other digits than 0 to 9.',
      '/ar.xlsx, row N: terms.closed ends with another mark than the English sentence.',
    ])
    expect(allFiles()).toEqual(before)
  })

  test('names a value that an English sentence has lost', async () => {
    const file = await edited('en', { 'general.tooLong': 'Too long' })
    const { problems } = await importTranslations([file], catalogues)
    expect(problems[0]).toMatch(/en\.xlsx, row \d+: general\.tooLong has no \{most\}, and English has\.$/)
  })

  test('names the translations that an English sentence leaves behind', async () => {
    const file = await edited('en', { 'terms.closed': 'This term is closed!' })
    const { problems } = await importTranslations([file], catalogues)
    expect(problems).toEqual([
      'ckb: terms.closed ends with another mark than the English sentence.',
      'ar: terms.closed ends with another mark than the English sentence.',
    ])
  })
})

test('the sheet has the direction of its language, a frozen header, and only translations to edit', async () => {
  for (const language of languages) {
    const bytes = await writeWorkbook(language, [{ key: 'a', english: 'b', translation: 'c', note: 'd' }])
    const [sheet] = (await readXlsx(bytes, { readStyles: true })).sheets
    expect(sheet?.view?.rightToLeft ?? false).toBe(language !== 'en')
    expect(sheet?.freezePane).toEqual({ rows: 1, columns: 1 })
    expect(sheet?.protection?.sheet).toBe(true)
    const lockedIn = (column: number) => sheet?.cells?.get(`1,${column}`)?.style?.protection?.locked ?? true
    expect([0, 1, 2, 3].map(lockedIn)).toEqual([true, true, false, true])
    expect(await readWorkbook(bytes)).toEqual({ language, rows: [{ row: 2, key: 'a', english: 'b', translation: 'c' }] })
  }
})
