import type { Activity } from '../../contract/activities.ts'
import { activityTypes, typeName } from '../../contract/codes.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized, localizedAndEnglish } from '../../contract/localized.ts'
import { formatPoints } from '../../contract/points.ts'
import { AlignedNumber } from '../ui/aligned-number.tsx'
import { Badge } from '../ui/badge.tsx'
import type { Column } from '../ui/data-table-model.ts'

/** The columns that administrators and staff see alike. */

export function nameColumn(say: Say, language: Language): Column<Activity> {
  return {
    id: 'name',
    header: say(messages.fields.name),
    value: (activity) => localized(language, activity, 'name'),
    searchBy: (activity) => localizedAndEnglish(language, activity, 'name'),
    width: 190,
    rowHeader: true,
    cell: (activity) => <ClampedText text={localized(language, activity, 'name')} look="font-medium" />,
  }
}

/** Two lines of a text, rendered and truncated in the text's own direction. */
export function ClampedText({ text, look = 'text-pretty' }: { text: string; look?: string }) {
  return (
    <p dir="auto" title={text} className={`line-clamp-2 grow text-as-around wrap-anywhere ${look}`}>
      {text}
    </p>
  )
}

export function scoreColumn(say: Say): Column<Activity> {
  return {
    id: 'score',
    header: say(messages.fields.score),
    value: ({ score }) => score,
    cell: ({ score }) => <AlignedNumber text={formatPoints(score)} />,
    width: 76,
    align: 'end',
  }
}

export function typeColumn(say: Say): Column<Activity> {
  return {
    id: 'type',
    header: say(messages.fields.type),
    value: ({ type }) => say(typeName(type)),
    cell: ({ type }) => <Badge>{say(typeName(type))}</Badge>,
    width: 124,
    filter: say(messages.fields.allTypes),
    filterCode: ({ type }) => type,
    filterOrder: activityTypes.map((type) => say(typeName(type))),
  }
}
