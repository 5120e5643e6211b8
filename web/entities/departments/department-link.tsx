import type { Translations } from '../../../contract/fields.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { departmentCode } from '../members/filter-codes.ts'

type Row = {
  department_id: number | null
  department_name: string | null
  department_names: Translations | null
}

/** The department of a row, two lines at most; a link to its members in the list of members of the same dashboard. An undefined term is the current one. */
export function DepartmentLink({ row, termId }: { row: Row; termId?: number | undefined }) {
  const say = useSay()
  const name = localized(useLanguage(), row, 'department_name') ?? say(messages.departments.unknown)
  const code = departmentCode(row)
  if (code === 'none')
    return (
      <div dir="auto" title={name} className="cell-text">
        {name}
      </div>
    )
  return (
    <RowLink
      link={{
        to: '.',
        search: { tab: 'staff', ...(termId === undefined ? {} : { term: termId }), department_id: code },
      }}
      label={say(messages.finding.membersOf({ name }))}
      whole={name}
    >
      {name}
    </RowLink>
  )
}
