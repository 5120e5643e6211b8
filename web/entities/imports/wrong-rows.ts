import { csvLine, csvMark } from '../../../contract/csv.ts'
import type { ImportPreview, ImportRow } from '../../../contract/imports.ts'
import { messages, type Say } from '../../../contract/languages/catalogue.ts'
import { saveBlob } from '../../ui/export-file.ts'

/** The rows with errors as in the file, with the reason in a last column that an import ignores: correct them and import them again. */
export function wrongRowsFile(say: Say, { header, rows }: Pick<ImportPreview, 'header' | 'rows'>): string {
  const wrong = rows.filter(({ outcome }) => outcome === 'wrong')
  const lines = wrong.map((row) => [...(row.cells ?? []), reasonOf(say, row)])
  return csvMark + [[...header, say(messages.fields.reason)], ...lines].map(csvLine).join('')
}

export function reasonOf(say: Say, { errors }: Pick<ImportRow, 'errors'>): string {
  const { labelled, factSeparator } = messages.general
  return errors
    .map(({ column, message }) => (column ? say(labelled({ label: column, value: message })) : message))
    .join(say(factSeparator))
}

export function downloadWrongRows(say: Say, fileName: string, preview: ImportPreview) {
  const name = fileName.replace(/\.[^.]*$/, '')
  const blob = new Blob([wrongRowsFile(say, preview)], { type: 'text/csv;charset=utf-8' })
  saveBlob(blob, `${name}-${say(messages.imports.errorsFile)}.csv`)
}
