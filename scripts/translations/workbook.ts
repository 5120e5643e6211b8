import { type CellStyle, readXlsx, writeXlsx } from 'hucre/xlsx'
import { directionOf, isLanguage, type Language, languageNames } from '../../contract/languages/languages.ts'
import type { ReadRow, Row } from './rows.ts'

const headings = ['Key', 'English', 'Translation', 'Note']

/** The table as a sheet with the code of its language for a name. Only the translations can be edited. */
export async function writeWorkbook(language: Language, rows: readonly Row[]): Promise<Uint8Array> {
  const cell = (style: CellStyle = {}): CellStyle => ({
    ...style,
    alignment: { wrapText: true, vertical: 'top', ...style.alignment },
  })
  const ltr = cell({ alignment: { readingOrder: 'ltr', horizontal: 'left' } })
  const own = cell({
    alignment: directionOf(language) === 'rtl' ? { readingOrder: 'rtl', horizontal: 'right' } : {},
    protection: { locked: false },
    // The cells are text: a sentence that begins with + or = is no formula.
    numFmt: '@',
  })
  const sheet = {
    name: language,
    columns: [
      { width: 36, style: ltr },
      { width: 60, style: ltr },
      { width: 60, style: own },
      { width: 50, style: ltr },
    ],
    rows: [headings, ...rows.map(({ key, english, translation, note }) => [key, english, translation, note])],
    cells: new Map(headings.map((value, column) => [`0,${column}`, { value, style: cell({ font: { bold: true } }) }])),
    freezePane: { rows: 1, columns: 1 },
    view: { rightToLeft: directionOf(language) === 'rtl' },
    protection: { sheet: true, formatColumns: true, formatRows: true },
  }
  return writeXlsx({ sheets: [sheet], properties: { title: `Sentences of the portal: ${languageNames[language]}` } })
}

/** The rows of a workbook, or undefined for a file that is not such a table. */
export async function readWorkbook(bytes: Uint8Array): Promise<{ language: Language; rows: ReadRow[] } | undefined> {
  const workbook = await readXlsx(bytes).catch(() => undefined)
  const sheet = workbook?.sheets[0]
  const [header, ...rows] = (sheet?.rows ?? []).map((cells) => headings.map((_, column) => String(cells[column] ?? '')))
  if (!isLanguage(sheet?.name) || header?.join() !== headings.join()) return undefined
  return {
    language: sheet.name,
    rows: rows
      .map(([key = '', english = '', translation = ''], index) => ({ key: key.trim(), english, translation, row: index + 2 }))
      .filter(({ key, english, translation }) => key + english + translation !== ''),
  }
}
