import { useMemo } from 'react'
import { typeName } from '../../contract/codes.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized, localizedAndEnglish } from '../../contract/localized.ts'
import { formatPoints } from '../../contract/points.ts'
import type { RemovedActivity } from '../../contract/removed.ts'
import { call } from '../api.ts'
import { useLanguage, useSay } from '../language.ts'
import { AlignedNumber } from '../ui/aligned-number.tsx'
import type { Column } from '../ui/data-table-model.ts'
import { RemovedList } from './removed-list.tsx'

export function RemovedActivities() {
  const say = useSay()
  const language = useLanguage()
  const columns = useMemo(() => activityColumns(say, language), [say, language])
  const nameOf = useMemo(() => (row: RemovedActivity) => localized(language, row, 'name'), [language])
  return (
    <RemovedList
      tab="activity"
      panel={messages.panels.activityList}
      list={list}
      restore={restore}
      restored={messages.activities.restored}
      nameOf={nameOf}
      columns={columns}
    />
  )
}

const list = async () => (await call('GET /activities/removed')).activities
const restore = (id: number) => call('PUT /activities/restore/:id', { params: { id } })

function activityColumns(say: Say, language: Language): Column<RemovedActivity>[] {
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
      id: 'score',
      header: say(messages.fields.score),
      value: ({ score }) => score,
      cell: ({ score }) => <AlignedNumber text={formatPoints(score)} />,
      width: 76,
      align: 'end',
    },
    { id: 'type', header: say(messages.fields.type), value: ({ type }) => say(typeName(type)), width: 124 },
  ]
}
