import type { RemovedActivity } from '../../contract/activities.ts'
import { typeName } from '../../contract/codes.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { formatPoints } from '../../contract/points.ts'
import { RemovedNames } from '../entities/editable/removed-names.tsx'
import { AlignedNumber } from '../ui/aligned-number.tsx'
import type { Column } from '../ui/data-table-model.ts'

export function RemovedActivities() {
  return (
    <RemovedNames
      many="activities"
      tab="activity"
      panel={messages.panels.activityList}
      restored={messages.activities.restored}
      columns={columns}
    />
  )
}

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
