import type { ImportPreview } from '../../../contract/imports.ts'
import { listOf, messages } from '../../../contract/languages/catalogue.ts'
import { Agreement } from './agreement.tsx'

type Props = {
  missing: ImportPreview['missing_departments']
  creates: boolean
  onCreate: (creates: boolean) => void
}

/** The largest number of names in the sentence: more are not read, and each of them is at its row too. */
const mostNames = 12

/** The departments that users of the file name and that do not exist: created with the import, or errors of their rows. */
export function MissingDepartments({ missing, creates, onCreate }: Props) {
  const count = missing.length
  const names = missing.slice(0, mostNames).map(({ name, near }) => {
    const short = name.length > 60 ? `${name.slice(0, 60)}…` : name
    return near ? messages.imports.missingOrNear({ name: short, near }) : short
  })
  const text = messages.imports.missingDepartments({ count, names: listOf(count > mostNames ? [...names, '…'] : names) })
  return <Agreement text={text} label={messages.imports.createDepartments({ count })} isChecked={creates} onCheck={onCreate} />
}
