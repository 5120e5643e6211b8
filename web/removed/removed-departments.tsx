import { useMemo } from 'react'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized, localizedAndEnglish } from '../../contract/localized.ts'
import type { RemovedDepartment } from '../../contract/removed.ts'
import { call } from '../api.ts'
import { useLanguage, useSay } from '../language.ts'
import type { Column } from '../ui/data-table-model.ts'
import { RemovedList } from './removed-list.tsx'

export function RemovedDepartments() {
  const say = useSay()
  const language = useLanguage()
  const columns = useMemo(() => departmentColumns(say, language), [say, language])
  const nameOf = useMemo(() => (row: RemovedDepartment) => localized(language, row, 'name'), [language])
  return (
    <RemovedList
      tab="departments"
      panel={messages.panels.departments}
      list={list}
      restore={restore}
      restored={messages.departments.restored}
      nameOf={nameOf}
      columns={columns}
    />
  )
}

const list = async () => (await call('GET /departments/removed')).departments
const restore = (id: number) => call('PUT /departments/restore/:id', { params: { id } })

function departmentColumns(say: Say, language: Language): Column<RemovedDepartment>[] {
  return [
    {
      id: 'name',
      header: say(messages.fields.name),
      value: (row) => localized(language, row, 'name'),
      searchBy: (row) => localizedAndEnglish(language, row, 'name'),
      width: 148,
      rowHeader: true,
    },
    {
      id: 'members',
      header: say(messages.removed.formerMembers),
      value: ({ member_count }) => member_count,
      width: 90,
      align: 'end',
    },
  ]
}
