import { ExternalLink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { typeName } from '../../../contract/codes.ts'
import { formatDay } from '../../../contract/dates.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import { formatPoints } from '../../../contract/points.ts'
import type { PostedActivity } from '../../../contract/posted-activities.ts'
import type { SameEvidenceOfPosting } from '../../../contract/same-evidence.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { PostedEvidence } from '../evidence/posted-evidence.tsx'
import { countPoints } from '../grades/count-points.ts'
import { countedPoints } from '../postings/counted-points.ts'
import { PostingHistory } from '../postings/posting-history.tsx'
import { ReviewState } from '../postings/review-state.tsx'
import { SameEvidence } from '../postings/same-evidence.tsx'
import { ReviewButtons } from '../review/review-buttons.tsx'
import { OverLimitNote } from '../rules/over-limit-note.tsx'
import { termNameOf } from '../terms/term-name.ts'

/** The postings by their terms, in the order in which they come. */
export function termsIn(postings: readonly PostedActivity[]) {
  const ids = [...new Set(postings.map(({ term_id }) => term_id))]
  return ids.flatMap((termId) => {
    const inTerm = postings.filter((posting) => posting.term_id === termId)
    const [first] = inTerm
    return first ? [{ termId, name: termNameOf(first), isClosed: first.term_status === 'closed', postings: inTerm }] : []
  })
}

type Props = {
  heading: string
  postings: readonly PostedActivity[]
  shared: ReadonlyMap<number, SameEvidenceOfPosting> | undefined
  wantedId: number | undefined
}

/** The postings of a member in one term with their evidence, decisions and history, below the name of the term and its sum. */
export function PostingsOfTerm({ heading, postings, shared, wantedId }: Props) {
  const say = useSay()
  const activities = messages.general.activityCount({ count: postings.length })
  const points = countPoints(countedPoints(postings))
  return (
    <>
      <div className="sticky top-0 z-10 flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line bg-sunk px-6 py-2">
        <h3 className="text-base">{heading}</h3>
        <p className="text-[0.8125rem] text-quiet">{say(messages.scoring.activitiesAndPoints({ activities, points }))}</p>
      </div>
      <ul className="divide-y divide-line border-b border-line last:border-b-0">
        {postings.map((posting) => (
          <ActivityItem key={posting.id} posting={posting} same={shared?.get(posting.id)} isWanted={posting.id === wantedId} />
        ))}
      </ul>
    </>
  )
}

type ItemProps = { posting: PostedActivity; same: SameEvidenceOfPosting | undefined; isWanted: boolean }

function ActivityItem({ posting, same, isWanted }: ItemProps) {
  const say = useSay()
  const language = useLanguage()
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isWanted) item.current?.scrollIntoView({ block: 'center' })
  }, [isWanted])
  return (
    <li
      ref={item}
      aria-current={isWanted || undefined}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-3 px-6 py-4 aria-current:bg-sunk aria-current:shadow-[inset_3px_0_0_var(--color-brass)] rtl:aria-current:shadow-[inset_-3px_0_0_var(--color-brass)] sm:grid-cols-[minmax(0,1fr)_auto_auto]"
    >
      <div className="min-w-0">
        <h4 className="font-medium wrap-anywhere">{localized(language, posting, 'activity_name')}</h4>
        <p className="mt-0.5 text-sm text-quiet">
          {formatDay(say, posting.starting_date)} · {say(typeName(posting.type))}
        </p>
        <dl className="mt-1.5 flex flex-wrap gap-x-4 text-[0.8125rem] text-quiet">
          <IdLine name={say(messages.fields.activityId)} value={posting.activity_id} />
          <IdLine name={say(messages.fields.recordId)} value={posting.id} />
        </dl>
        {posting.link && (
          <a
            href={posting.link}
            target="_blank"
            rel="noopener noreferrer"
            title={posting.link}
            className="mt-2 inline-flex relative touch-area min-h-6 items-center gap-1.5 text-sm font-medium text-brand underline underline-offset-2"
          >
            {say(messages.scoring.viewLink)}
            <ExternalLink aria-hidden="true" className="size-3.5 rtl:-scale-x-100" />
            <span className="sr-only">{say(messages.general.opensNewTab)}</span>
          </a>
        )}
        <div className="mt-2.5 space-y-1.5">
          <OverLimitNote posting={posting} />
          <ReviewState posting={posting}>
            <ReviewButtons posting={posting} />
          </ReviewState>
        </div>
      </div>
      <p className="relative w-14 text-end sm:order-last sm:col-start-3">
        <span
          className={`block font-serif text-xl leading-6 font-semibold ${posting.state === 'returned' || posting.over_limit ? 'text-quiet line-through' : ''}`}
        >
          {formatPoints(posting.score)}
        </span>
        <span className="text-[0.8125rem] text-quiet">{say(messages.general.pointUnit({ count: posting.score }))}</span>
        {posting.state === 'returned' && <span className="sr-only">, {say(messages.review.doesNotCount)}</span>}
        {posting.over_limit && <span className="sr-only">, {say(messages.rules.countsNothing)}</span>}
      </p>
      <PostedEvidence size="medium" posting={posting} furtherClassName="order-last col-span-full" />
      <div className="order-last col-span-full -mt-1.5 grid gap-2">
        {same && <SameEvidence of={same} />}
        <PostingHistory posting={posting} />
      </div>
    </li>
  )
}

function IdLine({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex gap-1.5">
      <dt>{name}</dt>
      <dd className="text-ink">{value}</dd>
    </div>
  )
}
