import { useMemo } from 'react'
import { accountName } from '../../contract/account-names.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { searchedNames, shownName } from '../../contract/person-names.ts'
import { nameSortKey } from '../../contract/sorting.ts'
import type { RemovedUser } from '../../contract/users.ts'
import { RemovedList } from '../entities/editable/removed-list.tsx'
import { PersonLink } from '../entities/members/person-link.tsx'
import { call } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import type { Column } from '../ui/data-table-model.ts'

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
  const shown = (user: RemovedUser) => accountName(say, shownName(language, user))
  return [
    {
      id: 'name',
      header: say(fields.name),
      value: shown,
      sortBy: (user) => nameSortKey(shown(user)),
      searchBy: searchedNames,
      width: 148,
      rowHeader: true,
      fits: true,
      cell: (user) => (
        <div dir="auto" title={shown(user)} className="cell-text font-medium">
          <PersonLink id={user.id}>{shown(user)}</PersonLink>
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
