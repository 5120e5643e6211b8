import type { Activity } from '../../contract/activities.ts'
import { activityTypes } from '../../contract/codes.ts'
import { formatPoints } from '../../contract/points.ts'
import { AlignedNumber } from '../ui/aligned-number.tsx'
import { Badge } from '../ui/badge.tsx'
import type { Column } from '../ui/data-table-model.ts'

/** The columns that administrators and staff see alike. */

export const nameColumn: Column<Activity> = {
  id: 'name',
  header: 'Name',
  value: ({ name }) => name,
  width: 190,
  rowHeader: true,
  cell: ({ name }) => (
    <div title={name} className="line-clamp-2 font-medium wrap-anywhere">
      <bdi>{name}</bdi>
    </div>
  ),
}

export const scoreColumn: Column<Activity> = {
  id: 'score',
  header: 'Score',
  value: ({ score }) => score,
  cell: ({ score }) => <AlignedNumber text={formatPoints(score)} />,
  width: 76,
  align: 'end',
}

export const typeColumn: Column<Activity> = {
  id: 'type',
  header: 'Type',
  value: ({ type }) => type,
  cell: ({ type }) => <Badge>{type}</Badge>,
  width: 124,
  filter: 'All types',
  filterOrder: activityTypes,
}
