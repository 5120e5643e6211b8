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
  cell: ({ name }) => <ClampedText text={name} look="font-medium" />,
}

/** Two lines, rendered and truncated in the text's own direction. */
export function ClampedText({ text, look = 'text-pretty' }: { text: string; look?: string }) {
  return (
    <p dir="auto" title={text} className={`line-clamp-2 grow text-as-around wrap-anywhere ${look}`}>
      {text}
    </p>
  )
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
