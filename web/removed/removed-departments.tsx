import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { RemovedDepartment } from '../../contract/removed.ts'
import { call } from '../api.ts'
import type { Column } from '../ui/data-table-model.ts'
import { RemovedNames } from './removed-names.tsx'

export function RemovedDepartments() {
  return (
    <RemovedNames
      tab="departments"
      panel={messages.panels.departments}
      list={list}
      restore={restore}
      restored={messages.departments.restored}
      columns={columns}
    />
  )
}

const list = async () => (await call('GET /departments/removed')).departments
const restore = (id: number) => call('PUT /departments/restore/:id', { params: { id } })

const columns = (say: Say): Column<RemovedDepartment>[] => [
  {
    id: 'members',
    header: say(messages.removed.formerMembers),
    value: ({ member_count }) => member_count,
    width: 90,
    align: 'end',
  },
]
