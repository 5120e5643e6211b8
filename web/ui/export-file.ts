import { csvLine, csvMark, type Value } from '../../contract/csv.ts'
import { dayOf } from './dates.ts'

export type FileFormat = 'csv' | 'xlsx'

export type ExportedColumn<Row> = { header: string; value: (row: Row) => Value }

/** Creates the file in slices and yields to the event loop in between, so that ten thousand rows do not block the page. */
export async function exportRows<Row>(
  format: FileFormat,
  name: string,
  columns: readonly ExportedColumn<Row>[],
  rows: readonly Row[],
) {
  const lines = linesOf(columns, rows)
  const blob = format === 'csv' ? await csvBlob(lines) : await xlsxBlob(name, lines)
  saveBlob(blob, `${name.toLowerCase().replaceAll(' ', '-')}-${dayOf(new Date())}.${format}`)
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

async function* linesOf<Row>(columns: readonly ExportedColumn<Row>[], rows: readonly Row[]): AsyncGenerator<Value[]> {
  yield columns.map(({ header }) => header)
  let began = performance.now()
  for (const row of rows) {
    yield columns.map(({ value }) => value(row))
    if (performance.now() - began < longestMs) continue
    await new Promise((goOn) => setTimeout(goOn))
    began = performance.now()
  }
}

async function csvBlob(lines: AsyncIterable<Value[]>): Promise<Blob> {
  const parts: string[] = [csvMark]
  for await (const line of lines) parts.push(csvLine(line))
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

/** XLSX cells are typed, so text is never evaluated as a formula. */
async function xlsxBlob(name: string, lines: AsyncIterable<Value[]>): Promise<Blob> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  const stream = writeXlsxStream(lines, { name, freezePane: { rows: 1 } })
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return new Blob([await new Response(stream).arrayBuffer()], { type })
}
