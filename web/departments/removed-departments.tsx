import type { RemovedDepartment } from '../../contract/departments.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { RemovedNames } from '../entities/editable/removed-names.tsx'
import type { Column } from '../ui/data-table-model.ts'

export function RemovedDepartments() {
  return (
    <RemovedNames
      many="departments"
      tab="departments"
      panel={messages.panels.departments}
      restored={messages.departments.restored}
      columns={columns}
    />
  )
}

const columns = (say: Say): Column<RemovedDepartment>[] => [
  {
    id: 'members',
    header: say(messages.removed.formerMembers),
    value: ({ member_count }) => member_count,
    width: 90,
    align: 'end',
  },
]
