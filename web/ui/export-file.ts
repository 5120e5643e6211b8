import { csvLine, csvMark, type Value } from '../../contract/csv.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { dayOf } from './dates.ts'

export type FileFormat = 'csv' | 'xlsx'

export type ExportedColumn<Row> = { header: string; value: (row: Row) => Value }

/** A table as it is shown: searched, filtered and sorted. */
export type Exported<Row> = {
  columns: readonly ExportedColumn<Row>[]
  rows: readonly Row[]
  /** The search and the filters that left these rows, by name. */
  filters?: readonly (readonly [name: string, value: string])[]
}

/** The names of the panel and, where there is one, of the term. */
export type FileTitle = readonly [panel: string, ...parts: (string | undefined)[]]

/** staff-2026-2027-2026-11-16.csv: the panel, the term and the day. */
export function fileName(title: FileTitle, day: string, format: FileFormat): string {
  const words = [...title, day].flatMap((part) => part?.toLowerCase().match(/[\p{Letter}\p{Mark}\p{Number}]+/gu) ?? [])
  return `${words.join('-')}.${format}`
}

/** Creates the file in slices and yields to the event loop in between, so that ten thousand rows do not block the page. */
export async function exportRows<Row>(say: Say, format: FileFormat, title: FileTitle, exported: Exported<Row>) {
  const blob = format === 'csv' ? await csvBlob(exported) : await xlsxBlob(say, title[0], exported)
  saveBlob(blob, fileName(title, dayOf(new Date()), format))
}

export function saveBlob(blob: Blob, fileName: string) {
  const address = URL.createObjectURL(blob)
  download(address, fileName)
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

export function download(address: string, fileName: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
}

const longestMs = 12

async function* linesOf<Row>({ columns, rows }: Exported<Row>): AsyncGenerator<Value[]> {
  yield columns.map(({ header }) => header)
  let began = performance.now()
  for (const row of rows) {
    yield columns.map(({ value }) => value(row))
    if (performance.now() - began < longestMs) continue
    await new Promise((goOn) => setTimeout(goOn))
    began = performance.now()
  }
}

/** Without the filters: a line that is not a row could not be imported again. */
async function csvBlob<Row>(exported: Exported<Row>): Promise<Blob> {
  const parts: string[] = [csvMark]
  for await (const line of linesOf(exported)) parts.push(csvLine(line))
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

/** XLSX cells are typed, so text is never evaluated as a formula. */
async function xlsxBlob<Row>(say: Say, name: string, exported: Exported<Row>): Promise<Blob> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  const { rows, filters = [] } = exported
  async function* lines() {
    yield* linesOf(exported)
    if (filters.length > 0) yield [say(messages.tables.filteredBy), null]
    for (const filter of filters) yield [...filter]
  }
  const stream = writeXlsxStream(lines(), {
    // Excel allows no more characters.
    name: name.slice(0, 31),
    freezePane: { rows: 1 },
    // What follows the table goes to a second sheet; an import reads the first one.
    maxRowsPerSheet: rows.length + 1,
    repeatHeaders: false,
  })
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return new Blob([await new Response(stream).arrayBuffer()], { type })
}
