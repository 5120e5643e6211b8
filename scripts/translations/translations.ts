import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { type Problem, problemsIn } from '../../contract/languages/checks.ts'
import { type Language, languages } from '../../contract/languages/languages.ts'
import { programOf, project } from '../project.mjs'
import { problemsWithRows, type ReadRow, rowsOf, textsIn } from './rows.ts'
import { contentsOf, leavesIn, leavesWith, sourceFiles, withTexts } from './sources.ts'
import { readWorkbook, writeWorkbook } from './workbook.ts'

const catalogueFolder = path.join(project, 'contract/languages')

/** Writes the table of each language into the folder, and returns the names of the files. */
export async function exportTranslations(
  chosen: readonly Language[],
  folder: string,
  catalogues = catalogueFolder,
): Promise<string[]> {
  const english = readCatalogue('en', catalogues)
  fs.mkdirSync(folder, { recursive: true })
  return Promise.all(
    chosen.map(async (language) => {
      const file = path.join(folder, `${language}.xlsx`)
      const { texts } = readCatalogue(language, catalogues)
      fs.writeFileSync(file, await writeWorkbook(language, rowsOf(language, texts, english.leaves, english.comments)))
      return file
    }),
  )
}

interface Imported {
  /** The problems with the tables. If there are any, nothing was written. */
  readonly problems: readonly string[]
  /** The changed texts, old and new; a form of a plural may be added or left out. */
  readonly changes: readonly { language: Language; key: string; before?: string | undefined; after?: string | undefined }[]
}

/** Checks the tables, and writes their changes into the catalogues. */
export async function importTranslations(files: readonly string[], catalogues = catalogueFolder): Promise<Imported> {
  const english = readCatalogue('en', catalogues)
  const problems: string[] = []
  const tables = new Map<Language, { file: string; rows: readonly ReadRow[] }>()
  for (const file of files) {
    const table = fs.existsSync(file) ? await readWorkbook(fs.readFileSync(file)) : undefined
    if (!table) problems.push(`${file}: is not an XLSX file that was exported here.`)
    else if (tables.has(table.language)) problems.push(`${file}: is the second file for ${table.language}.`)
    else tables.set(table.language, { file, rows: table.rows })
  }

  const textsAfter = new Map([...tables].map(([language, { rows }]) => [language, textsIn(language, rows, english.leaves)]))
  const englishAfter = leavesWith(english.leaves, textsAfter.get('en') ?? new Map())
  for (const language of languages) {
    const table = tables.get(language)
    // The code has the values of the English sentences as they are now.
    const next = language === 'en' ? english.leaves : englishAfter
    const found: (Problem & { row?: number })[] = table
      ? problemsWithRows(language, table.rows, english.leaves, next)
      : problemsIn(language, readCatalogue(language, catalogues).texts, next)
    for (const { key, problem, row } of found)
      problems.push(`${table?.file ?? language}${row === undefined ? '' : `, row ${row}`}: ${key} ${problem}.`)
  }
  if (problems.length > 0) return { problems, changes: [] }

  const changes = [...textsAfter].flatMap(([language, after]) => {
    const { texts: before } = readCatalogue(language, catalogues)
    return [...new Set([...before.keys(), ...after.keys()])]
      .filter((key) => before.get(key) !== after.get(key))
      .map((key) => ({ language, key, before: before.get(key), after: after.get(key) }))
  })
  // The files are formatted before the first one is written: an error leaves no half of a catalogue.
  const written = [...textsAfter].flatMap(([language, after]) =>
    [...readCatalogue(language, catalogues).sources].flatMap(([file, source]) => {
      const next = withTexts(source, after)
      return next === source ? [] : [{ file: path.join(catalogues, language, file), source: formatted(next) }]
    }),
  )
  for (const { file, source } of written) fs.writeFileSync(file, source)
  return { problems, changes }
}

function readCatalogue(language: Language, catalogues: string) {
  const sources = new Map(sourceFiles.map((file) => [file, fs.readFileSync(path.join(catalogues, language, file), 'utf8')]))
  const contents = [...sources.values()].map(contentsOf)
  const entries = contents.flatMap(({ texts }) => [...texts])
  return {
    sources,
    leaves: leavesIn(contents),
    texts: new Map(entries.map(([key, { text }]) => [key, text])),
    comments: new Map(entries.map(([key, { comments }]) => [key, comments])),
  }
}

function formatted(source: string): string {
  const args = [programOf('@biomejs/biome', 'biome'), 'format', '--stdin-file-path=contract/languages/catalogue.ts']
  return execFileSync(process.execPath, args, { cwd: project, input: source, encoding: 'utf8' })
}
