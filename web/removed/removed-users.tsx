import { useMemo } from 'react'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import type { RemovedUser } from '../../contract/removed.ts'
import { nameSortKey } from '../../contract/sorting.ts'
import { call } from '../api.ts'
import { useLanguage, useSay } from '../language.ts'
import type { Column } from '../ui/data-table-model.ts'
import { RemovedList } from './removed-list.tsx'

export function RemovedUsers() {
  const say = useSay()
  const language = useLanguage()
  const columns = useMemo(() => userColumns(say, language), [say, language])
  return (
    <RemovedList
      tab="users"
      panel={messages.panels.users}
      list={list}
      restore={restore}
      restored={messages.users.restored}
      nameOf={nameOf}
      columns={columns}
    />
  )
}

const list = async () => (await call('GET /users/removed')).users
const restore = (id: number) => call('PUT /users/restore/:id', { params: { id } })
const nameOf = ({ name }: RemovedUser) => name

function userColumns(say: Say, language: Language): Column<RemovedUser>[] {
  const { fields } = messages
  return [
    {
      id: 'name',
      header: say(fields.name),
      value: nameOf,
      sortBy: ({ name }) => nameSortKey(name),
      width: 148,
      rowHeader: true,
      fits: true,
      cell: ({ name }) => (
        <div dir="auto" title={name} className="cell-text font-medium">
          {name}
        </div>
      ),
    },
    { id: 'username', header: say(fields.username), value: ({ username }) => username, width: 130 },
    {
      id: 'department',
      header: say(fields.department),
      value: (user) => localized(language, user, 'department_name') ?? say(messages.departments.unknown),
      width: 140,
    },
  ]
}
