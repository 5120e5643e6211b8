import { csvLine, csvMark } from '../../contract/csv.ts'
import type { ImportPreview, ImportRow } from '../../contract/imports.ts'
import { saveBlob } from '../ui/export-file.ts'

/** The rows with errors as in the file, with the reason in a last column that an import ignores: correct them and import them again. */
export function wrongRowsFile({ header, rows }: Pick<ImportPreview, 'header' | 'rows'>): string {
  const wrong = rows.filter(({ outcome }) => outcome === 'wrong')
  return csvMark + [[...header, 'Reason'], ...wrong.map((row) => [...(row.cells ?? []), reasonOf(row)])].map(csvLine).join('')
}

export function reasonOf({ errors }: Pick<ImportRow, 'errors'>): string {
  return errors.map(({ column, message }) => (column ? `${column}: ${message}` : message)).join(' · ')
}

export function downloadWrongRows(fileName: string, preview: ImportPreview) {
  const name = fileName.replace(/\.[^.]*$/, '')
  saveBlob(new Blob([wrongRowsFile(preview)], { type: 'text/csv;charset=utf-8' }), `${name}-errors.csv`)
}
