import { messages } from '../../../contract/languages/catalogue.ts'
import { shownName } from '../../../contract/person-names.ts'
import { formatPoints } from '../../../contract/points.ts'
import type { ReleaseChange } from '../../../contract/releases.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { headCell, LongTable } from '../../ui/long-table.tsx'
import { PersonLink } from '../members/person-link.tsx'

/** A table of what each member sees now and afterwards. */
export function ReleaseChanges({ changes }: { changes: readonly ReleaseChange[] }) {
  const say = useSay()
  const words = messages.releases
  return (
    <LongTable
      label={say(messages.closings.differences)}
      rows={changes}
      row={(change) => <ChangeRow key={change.id} change={change} />}
      className="max-h-[min(24rem,45dvh)] rounded-md border"
      head={
        <>
          <th scope="col" className={`ps-4 pe-3 ${headCell}`}>
            {say(messages.closings.member)}
          </th>
          <th scope="col" className={`pe-3 ${headCell}`}>
            {say(words.seenNow)}
          </th>
          <th scope="col" className={`pe-3 ${headCell}`}>
            {say(words.seenThen)}
          </th>
        </>
      }
    />
  )
}

function ChangeRow({ change }: { change: ReleaseChange }) {
  const name = shownName(useLanguage(), change)
  return (
    <tr>
      <th scope="row" className="border-b border-line py-2 ps-4 pe-3 text-start align-top font-medium">
        <div dir="auto" className="text-as-around line-clamp-2 wrap-anywhere" title={name}>
          <PersonLink id={change.id}>{name}</PersonLink>
        </div>
      </th>
      <td className="border-b border-line py-2 pe-3 align-top">
        <Seen standing={change.before} other={change.after} />
      </td>
      <td className="border-b border-line py-2 pe-4 align-top">
        <Seen standing={change.after} other={change.before} />
      </td>
    </tr>
  )
}

type Standing = ReleaseChange['before']

const parts = [
  ['tp', messages.scoring.columns.tp],
  ['fb', messages.scoring.columns.fb],
  ['total_score', messages.fields.total],
  ['grade', messages.grading.withFeedback],
] as const

/** The values of one side; those that differ from the other are bold. */
function Seen({ standing, other }: { standing: Standing; other: Standing }) {
  const say = useSay()
  const inWords = (value: number | string | null) =>
    value === null ? say(messages.scoring.notSet) : typeof value === 'number' ? formatPoints(value) : value
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-0.5 max-sm:flex-col">
      {parts.map(([part, label]) => (
        <span key={part} className="sm:whitespace-nowrap">
          <bdi className="text-quiet">{say(label)}</bdi>{' '}
          <bdi className={standing[part] === other[part] ? '' : 'font-semibold'}>{inWords(standing[part])}</bdi>
        </span>
      ))}
    </span>
  )
}
