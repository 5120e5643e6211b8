import { Link, useSearch } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { typeName } from '../../contract/codes.ts'
import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { pages } from '../../contract/pages.ts'
import { formatPoints } from '../../contract/points.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { SameEvidenceOfPosting } from '../../contract/same-evidence.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { PostedEvidence } from '../entities/evidence/posted-evidence.tsx'
import { countPoints } from '../entities/grades/count-points.ts'
import { countedPoints } from '../entities/postings/counted-points.ts'
import { PostingHistory } from '../entities/postings/posting-history.tsx'
import { ReviewState } from '../entities/postings/review-state.tsx'
import { SameEvidence } from '../entities/postings/same-evidence.tsx'
import { RecordMenu } from '../entities/record/record-menu.tsx'
import { ReviewButtons } from '../entities/review/review-buttons.tsx'
import { OverLimitNote } from '../entities/rules/over-limit-note.tsx'
import { useSameEvidence, useStaffActivities } from '../entities/scores/scoring.api.ts'
import { termNameOf } from '../entities/terms/term-name.ts'
import { refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogSection } from '../ui/dialog-section.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'
import { ScoreHistory } from './score-history.tsx'

const YourPath = lazyComponent(() => import('../entities/overview/your-path.tsx'), 'YourPath')

type Props = {
  member: StaffMember
  /** The posting that a link led to. */
  wantedId?: number | undefined
  onClose: () => void
}

/** A member's postings, term by term, so that the sums of the table can be traced. */
export function StaffActivitiesDialog({ member, wantedId, onClose }: Props) {
  const say = useSay()
  const { isAdmin } = useRights()
  const { data, isLoadingError, error, errorUpdatedAt, isFetching, refetch } = useStaffActivities(member.id)
  // The warnings are beside the list and not instead of it: without them the list is as useful as before.
  const { data: shared } = useSameEvidence(member.id)

  useEffect(() => {
    if (errorUpdatedAt > 0) toast(messages.scoring.staffActivitiesFailed, { kind: 'bad', topic: 'staff-activities' })
  }, [errorUpdatedAt])

  return (
    <Dialog
      wide
      open
      onClose={onClose}
      title={say(messages.scoring.activitiesFor({ name: member.name || messages.scoring.unnamedMember }))}
    >
      <div className="-mt-3 mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <StatementLink member={member} />
        <RecordMenu small userId={member.id} label={messages.record.ofMember} />
      </div>
      {isLoadingError ? (
        <div className="mb-5">
          <LoadFailure
            message={say(refusalOf(error) ?? messages.scoring.staffActivitiesFailed)}
            onRetry={refetch}
            busy={isFetching}
          />
        </div>
      ) : data === undefined ? (
        <p role="status" className="flex min-h-40 items-center justify-center gap-3 text-quiet">
          <Spinner />
          {say(messages.general.loading)}
        </p>
      ) : data.length === 0 ? (
        <EmptyState title={say(messages.scoring.noStaffActivities)} />
      ) : (
        <section
          aria-label={say(messages.scoring.postedActivities)}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable, or the arrow keys cannot scroll it.
          tabIndex={0}
          // The open history takes its height from the list, so that both stay visible.
          className="-mx-6 max-h-[64dvh] overflow-y-auto overscroll-contain border-t border-line focus-visible:-outline-offset-2 has-[~details[open]]:max-h-[34dvh]"
        >
          {termsIn(data).map(({ termId, name, isClosed, postings }) => (
            <TermOfActivities
              key={termId}
              heading={isClosed ? say(messages.terms.closedName({ name })) : name}
              postings={postings}
              shared={shared}
              wantedId={wantedId}
            />
          ))}
        </section>
      )}
      <MemberPath member={member} />
      {/* The history is from the audit trail, which only administrators read. */}
      {isAdmin && <ScoreHistory member={member} />}
    </Dialog>
  )
}

function MemberPath({ member }: { member: StaffMember }) {
  const say = useSay()
  return (
    <DialogSection title={say(messages.myDepartment.path)}>
      <div className="px-6 pb-4">
        <p className="mb-2 text-sm text-quiet">
          <bdi>{say(messages.myDepartment.pathBasis)}</bdi>
        </p>
        <div className="max-h-[34dvh] overflow-y-auto sm:h-38">
          <LazyBoundary>
            <YourPath userId={member.id} isOwn={false} />
          </LazyBoundary>
        </div>
      </div>
    </DialogSection>
  )
}

function StatementLink({ member }: { member: StaffMember }) {
  const say = useSay()
  const { term } = useSearch({ strict: false })
  return (
    <p className="text-sm">
      <Link
        to={pages.statement}
        search={{ user_id: member.id, ...(term === undefined ? {} : { term }) }}
        target="_blank"
        className="inline-flex min-h-6 items-center gap-1.5 font-medium text-brand underline underline-offset-2"
      >
        {say(messages.statements.howItAddsUp)}
        <ExternalLink aria-hidden="true" className="size-3.5 rtl:-scale-x-100" />
        <span className="sr-only">{say(messages.general.opensNewTab)}</span>
      </Link>
    </p>
  )
}

function termsIn(postings: readonly PostedActivity[]) {
  const ids = [...new Set(postings.map(({ term_id }) => term_id))]
  return ids.flatMap((termId) => {
    const inTerm = postings.filter((posting) => posting.term_id === termId)
    const [first] = inTerm
    return first ? [{ termId, name: termNameOf(first), isClosed: first.term_status === 'closed', postings: inTerm }] : []
  })
}

type TermProps = {
  heading: string
  postings: readonly PostedActivity[]
  shared: ReadonlyMap<number, SameEvidenceOfPosting> | undefined
  wantedId: number | undefined
}

function TermOfActivities({ heading, postings, shared, wantedId }: TermProps) {
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
            className="mt-2 inline-flex min-h-6 items-center gap-1.5 text-sm font-medium text-brand underline underline-offset-2"
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
