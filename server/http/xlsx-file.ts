import { Readable } from 'node:stream'
import { directionOf, type Language } from '../../contract/languages/languages.ts'
import { atATime } from '../../contract/limits.ts'

type Row = (string | number | null)[]

/**
 * A table as XLSX, written while it is sent. The library cannot stream a sheet from right to left: one of such a language is written at
 * once, up to a limit. The library is loaded with the first file, because most processes never write one.
 */
export function xlsxFile(rows: AsyncIterable<Row>, sheet: string, language: Language): Readable {
  async function* content() {
    const reader = rows[Symbol.asyncIterator]()
    const first: Row[] = []
    while (directionOf(language) === 'rtl' && first.length < atATime.rtlSheetRows) {
      const next = await reader.next()
      if (next.done) {
        yield await smallXlsxFile(first, sheet, language)
        return
      }
      first.push(next.value)
    }
    async function* all() {
      yield* first
      yield* { [Symbol.asyncIterator]: () => reader }
    }
    const { writeXlsxStream } = await import('hucre/xlsx')
    yield* writeXlsxStream(all(), { name: sheet, freezePane: { rows: 1 } }) as AsyncIterable<Uint8Array>
  }
  return Readable.from(content())
}

/** A small table as XLSX, from right to left if its language is written so. */
export function smallXlsxFile(rows: readonly Row[], sheet: string, language: Language): Promise<Buffer> {
  return smallXlsxSheets([{ name: sheet, rows }], language)
}

/** Several small tables, each on a sheet of its own. */
export async function smallXlsxSheets(
  sheets: readonly { name: string; rows: readonly Row[] }[],
  language: Language,
): Promise<Buffer> {
  const { writeXlsx } = await import('hucre/xlsx')
  const view = { rightToLeft: directionOf(language) === 'rtl' }
  const all = sheets.map(({ name, rows }) => ({ name: name.slice(0, 31), rows: [...rows], view, freezePane: { rows: 1 } }))
  return Buffer.from(await writeXlsx({ sheets: all }))
}
