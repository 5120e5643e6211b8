import { csvLine, csvMark } from '../../contract/csv.ts'
import type { ImportKind } from '../../contract/imports.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import type { Database } from '../../database/connect.ts'
import { sayIn } from '../http/language.ts'
import { smallXlsxFile } from '../http/xlsx-file.ts'
import type { Viewer } from '../policy/policy.ts'
import { kinds } from './kinds.ts'

export async function templateFile(
  language: Language,
  database: Database,
  viewer: Viewer,
  kind: ImportKind,
  format: 'csv' | 'xlsx',
  termId: number | undefined,
) {
  const say = sayIn(language)
  const rows = await kinds[kind].template(say, database, viewer, termId)
  if (format === 'csv') return csvMark + rows.map(csvLine).join('')
  return smallXlsxFile(rows, say(messages.imports.sheet[kind]), language)
}
