import { typeName } from '../../contract/codes.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { formatPoints } from '../../contract/points.ts'
import type { RemovedActivity } from '../../contract/removed.ts'
import { call } from '../api.ts'
import { AlignedNumber } from '../ui/aligned-number.tsx'
import type { Column } from '../ui/data-table-model.ts'
import { RemovedNames } from './removed-names.tsx'

export function RemovedActivities() {
  return (
    <RemovedNames
      tab="activity"
      panel={messages.panels.activityList}
      list={list}
      restore={restore}
      restored={messages.activities.restored}
      columns={columns}
    />
  )
}

const list = async () => (await call('GET /activities/removed')).activities
const restore = (id: number) => call('PUT /activities/restore/:id', { params: { id } })

const columns = (say: Say): Column<RemovedActivity>[] => [
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
