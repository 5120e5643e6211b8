import { CircleCheck } from 'lucide-react'
import { memo } from 'react'
import { accountName } from '../../contract/account-names.ts'
import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { formatPoints } from '../../contract/points.ts'
import type { ClosingDifference, FormerClosing } from '../../contract/terms.ts'
import { PersonLink } from '../entities/members/person-link.tsx'
import { SentenceOfPeople } from '../entities/members/sentence-of-people.tsx'
import { useSay } from '../language/language.ts'
import { dayOf } from '../ui/dates.ts'
import { headCell, LongTable } from '../ui/long-table.tsx'

type Props = { differences: readonly ClosingDifference[]; since: FormerClosing }

/** The differences of the next closing of a term to the previous one, member by member, as high as its dialog allows. */
export function ClosingDifferences({ differences, since }: Props) {
  const say = useSay()
  const day = formatDay(say, dayOf(new Date(since.closed_at)))
  const closedBy = [{ id: since.closed_by_id, name: accountName(say, since.closed_by) }] as const
  if (differences.length === 0) {
    return (
      <p className="flex items-center gap-2.5 px-4 pt-2 pb-3.5">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-good" />
        <span>
          <SentenceOfPeople people={closedBy} sentence={(who) => messages.closings.nothingDiffers({ day, who })} />
        </span>
      </p>
    )
  }
  return (
    <>
      <p className="px-4 pb-3 text-sm wrap-anywhere">
        <SentenceOfPeople
          people={closedBy}
          sentence={(who) => messages.closings.differ({ count: differences.length, day, who })}
        />
      </p>
      <DifferencesTable differences={differences} />
    </>
  )
}

function DifferencesTable({ differences }: Pick<Props, 'differences'>) {
  const say = useSay()
  return (
    <LongTable
      label={say(messages.closings.differences)}
      rows={differences}
      row={(difference) => <DifferenceRow key={difference.id} {...difference} />}
      className="min-h-0 grow rounded-b-md border-t focus-visible:outline-offset-0"
      isFixed
      head={
        <>
          <th scope="col" className={`w-2/5 ps-4 pe-3 ${headCell}`}>
            {say(messages.closings.member)}
          </th>
          <th scope="col" className={`pe-4 ${headCell}`}>
            {say(messages.closings.whatChanged)}
          </th>
        </>
      }
    />
  )
}

/** The parts in the order of the Staff panel, under its headings. */
const parts = [
  ['tp', messages.scoring.columns.tp],
  ['fb', messages.scoring.columns.fb],
  ['atts', messages.scoring.columns.atts],
  ['acts', messages.scoring.columns.acts],
  ['escore', messages.scoring.columns.escore],
  ['total_score', messages.fields.total],
  ['grade', messages.grading.withFeedback],
] as const

const DifferenceRow = memo(function DifferenceRow({ id, name, before, after }: ClosingDifference) {
  const say = useSay()
  const shown = before
    ? parts.filter(([part]) => before[part] !== after[part])
    : parts.filter(([part]) => part === 'total_score' || part === 'grade')
  return (
    <tr>
      <th scope="row" className="border-b border-line py-2 ps-4 pe-3 text-start align-top font-medium">
        <div dir="auto" className="text-as-around line-clamp-3 wrap-anywhere" title={name}>
          <PersonLink id={id}>{name}</PersonLink>
        </div>
      </th>
      <td className="border-b border-line py-2 pe-4 align-top">
        <div className="flex flex-wrap gap-x-4 gap-y-0.5">
          {!before && <span>{say(messages.closings.notInItBefore)}</span>}
          {shown.map(([part, label]) => (
            <span key={part} className="whitespace-nowrap">
              <bdi className="text-quiet">{say(label)}</bdi>{' '}
              {before && (
                <>
                  <bdi>{inWords(before[part])}</bdi>{' '}
                  <span role="img" aria-label={say(messages.closings.to)} className="inline-block rtl:-scale-x-100">
                    →
                  </span>{' '}
                </>
              )}
              <bdi className="font-semibold">{inWords(after[part])}</bdi>
            </span>
          ))}
        </div>
      </td>
    </tr>
  )
})

function inWords(value: number | string): string {
  return typeof value === 'number' ? formatPoints(value) : value
}
