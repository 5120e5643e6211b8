import type { ImportPreview } from '../../contract/imports.ts'
import { listOf, messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language.ts'

type Props = {
  missing: ImportPreview['missing_departments']
  creates: boolean
  onCreate: (creates: boolean) => void
}

/** More names than that are not read; each of them is at its row too. */
const mostNames = 12

/** The departments that users of the file name and that do not exist: created with the import, or errors of their rows. */
export function MissingDepartments({ missing, creates, onCreate }: Props) {
  const say = useSay()
  const count = missing.length
  const names = missing.slice(0, mostNames).map(({ name, near }) => {
    const short = name.length > 60 ? `${name.slice(0, 60)}…` : name
    return near ? messages.imports.missingOrNear({ name: short, near }) : short
  })
  return (
    <div className="rounded-md border border-line bg-sunk px-4 py-3 text-sm">
      <p className="wrap-anywhere">
        {say(messages.imports.missingDepartments({ count, names: listOf(count > mostNames ? [...names, '…'] : names) }))}
      </p>
      <label className="mt-1 flex min-h-8 w-fit cursor-pointer items-center gap-2.5 font-medium">
        <input
          type="checkbox"
          checked={creates}
          onChange={(event) => onCreate(event.target.checked)}
          className="size-4.5 accent-brand"
        />
        {say(messages.imports.createDepartments({ count }))}
      </label>
    </div>
  )
}
