import { csvLine, csvMark, type Value } from '../../contract/csv.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { withoutDirectionMarks } from '../../contract/languages/direction-marks.ts'
import { today } from './dates.ts'

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

/** The file name, of the panel, the term and the day: staff-2026-2027-2026-11-16.csv. */
export function fileName(title: FileTitle, day: string, format: FileFormat): string {
  const words = [...title, day].flatMap((part) => part?.toLowerCase().match(/[\p{Letter}\p{Mark}\p{Number}]+/gu) ?? [])
  return `${words.join('-')}.${format}`
}

/** Creates the file in slices and yields to the event loop in between, so that ten thousand rows do not block the page. */
export async function exportRows<Row>(say: Say, format: FileFormat, title: FileTitle, exported: Exported<Row>) {
  const blob = format === 'csv' ? await csvBlob(exported) : await xlsxBlob(say, title[0], exported)
  saveBlob(blob, fileName(title, today(), format))
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

const plain = (value: Value) => (typeof value === 'string' ? withoutDirectionMarks(value) : value)

async function* linesOf<Row>({ columns, rows }: Exported<Row>): AsyncGenerator<Value[]> {
  yield columns.map(({ header }) => withoutDirectionMarks(header))
  let began = performance.now()
  for (const row of rows) {
    yield columns.map(({ value }) => plain(value(row)))
    if (performance.now() - began < longestMs) continue
    await new Promise((goOn) => setTimeout(goOn))
    began = performance.now()
  }
}

/** The rows as CSV, without the filters: a line that is not a row could not be imported again. */
async function csvBlob<Row>(exported: Exported<Row>): Promise<Blob> {
  const parts: string[] = [csvMark]
  for await (const line of linesOf(exported)) parts.push(csvLine(line))
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

/** The rows as XLSX. Its cells are typed, so text is never evaluated as a formula. The filters stand in a second sheet; an import reads the first. */
async function xlsxBlob<Row>(say: Say, title: string, exported: Exported<Row>): Promise<Blob> {
  const { writeXlsx } = await import('hucre/xlsx')
  const { filters = [] } = exported
  // The name of a sheet in Excel has at most 31 characters.
  const name = title.slice(0, 31)
  const view = { rightToLeft: document.dir === 'rtl' }
  const rows: Value[][] = []
  for await (const line of linesOf(exported)) rows.push(line)
  const sheets = [{ name, rows, view, freezePane: { rows: 1 } }]
  const filterRows = [[say(messages.tables.filteredBy), null], ...filters.map((filter) => filter.map(plain))]
  const filterSheet = { name: say(messages.tables.filteredBy).slice(0, 31), rows: filterRows, view }
  const bytes = await writeXlsx({ sheets: filters.length > 0 ? [...sheets, filterSheet] : sheets })
  return new Blob([bytes as Uint8Array<ArrayBuffer>], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
}
