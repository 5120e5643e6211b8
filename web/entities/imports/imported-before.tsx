import { accountName } from '../../../contract/account-names.ts'
import type { ImportPreview } from '../../../contract/imports.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { formatMoment } from '../../ui/dates.ts'

/** Says that the same file was imported before; it can be imported again. */
export function ImportedBefore({ last }: { last: ImportPreview['imported_before'] }) {
  const say = useSay()
  if (!last) return null
  const { importedBefore, importedBeforeUndone } = messages.importBatches
  const sentence = last.is_undone ? importedBeforeUndone : importedBefore
  return (
    <p role="status" className="rounded-md border border-line bg-sunk px-4 py-3 text-sm">
      {say(sentence({ moment: formatMoment(say, last.at), name: accountName(say, last.by) }))}
    </p>
  )
}
