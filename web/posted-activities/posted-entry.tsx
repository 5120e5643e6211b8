import { Link } from '@tanstack/react-router'
import { Clock, ExternalLink, FileText, Lock, Repeat2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { Activity } from '../../contract/activities.ts'
import { typeName } from '../../contract/codes.ts'
import { formatDay } from '../../contract/dates.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { pages } from '../../contract/pages.ts'
import { formatPoints } from '../../contract/points.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import { PostedEvidence } from '../entities/evidence/posted-evidence.tsx'
import { countPoints } from '../entities/grades/count-points.ts'
import { PostingHistory } from '../entities/postings/posting-history.tsx'
import { ReviewState } from '../entities/postings/review-state.tsx'
import { QuestionButton } from '../entities/questions/question-button.tsx'
import { OverLimitNote } from '../entities/rules/over-limit-note.tsx'
import { ExplainedNumber, explainedLook } from '../entities/scores/explained-number.tsx'
import { termNameOf } from '../entities/terms/term-name.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { useAgain } from './post-again.tsx'

type Props = {
  posting: PostedActivity
  /** Whether the posting counts in the selected term. */
  isOfTerm: boolean
  isEdited: boolean
  /** Whether the entry is highlighted, because it was just saved or a link led here. */
  isMarked: boolean
  onEdit: (posting: PostedActivity, button: HTMLElement) => void
  onDelete: (posting: PostedActivity) => void
  onPostAgain: (again: { activity: Activity; link: string | null }) => void
}

/** The element id of an entry, the target of a notice about it. */
export function entryId({ id }: { id: number }) {
  return `posting-${id}`
}

/** The event that made the posting: its page has the certificate. */
function EventOf({ event }: { event: NonNullable<PostedActivity['event']> }) {
  return (
    <p className="mt-1 text-sm text-quiet wrap-anywhere">
      <Link
        to={pages.staffDashboard}
        search={{ tab: 'events', event: event.id }}
        className="relative touch-area font-medium text-brand underline underline-offset-2"
      >
        <bdi>{localized(useLanguage(), event, 'name')}</bdi>
      </Link>{' '}
      · <bdi>{event.place}</bdi>
    </p>
  )
}

/** Memoised: what changes above the list, or in another entry, renders none of the others. */
export const PostedEntry = memo(function PostedEntry({
  posting,
  isOfTerm,
  isEdited,
  isMarked,
  onEdit,
  onDelete,
  onPostAgain,
}: Props) {
  const say = useSay()
  const name = localized(useLanguage(), posting, 'activity_name')
  const { starting_date, type, score, link, image_id, files, event, term_status, state, seen_at, version, over_limit } = posting
  const { sent, seen } = messages.outbox.stages
  const day = formatDay(say, starting_date)
  const isCounted = state !== 'returned' && !over_limit
  const named = messages.general.nameAndDay({ name, day })
  const postAgain = <PostAgainButton posting={posting} name={named} onPostAgain={onPostAgain} />
  return (
    <li
      id={entryId(posting)}
      tabIndex={-1}
      aria-current={isEdited || undefined}
      data-marked={isMarked || undefined}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-2 px-4 py-3 outline-none transition-colors aria-current:bg-sunk data-marked:bg-brand-soft data-marked:shadow-[inset_3px_0_0_var(--color-brass)] rtl:data-marked:shadow-[inset_-3px_0_0_var(--color-brass)] @max-xs/page:grid-cols-[minmax(0,1fr)_auto] @max-xs/page:px-2 sm:grid-cols-[auto_minmax(0,1fr)_auto_auto] sm:px-5"
    >
      {image_id || files.length > 0 ? (
        <PostedEvidence
          posting={posting}
          size="small"
          coverClassName="self-start @max-xs/page:col-span-full"
          furtherClassName="col-span-full row-start-2 sm:order-last sm:col-start-2 sm:row-start-auto"
        />
      ) : (
        <span aria-hidden="true" className="grid h-12 w-16 place-items-center rounded-md bg-sunk text-quiet @max-xs/page:hidden">
          <FileText className="size-5 opacity-70" />
        </span>
      )}
      <div className="min-w-0">
        <h3 className="font-sans text-[0.9375rem] leading-snug font-medium text-wrap wrap-anywhere">
          <bdi>{name}</bdi>
        </h3>
        <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-quiet">
          <bdi>{day}</bdi>
          <Badge>{say(typeName(type))}</Badge>
          {state === 'posted' && term_status === 'open' && (
            <span className="inline-flex items-center gap-1">
              <Clock aria-hidden="true" className="size-3.5 shrink-0" />
              <bdi>
                {[seen_at ? seen : sent, messages.postedActivities.waiting].map(say).join(say(messages.general.factSeparator))}
              </bdi>
            </span>
          )}
          {!isOfTerm && term_status === 'open' && <bdi>{termNameOf(posting)}</bdi>}
          {link && (
            <a
              href={link}
              target="_blank"
              rel="noopener noreferrer"
              title={link}
              className="inline-flex relative touch-area min-h-6 items-center gap-1 font-medium text-brand underline underline-offset-2"
            >
              <span aria-hidden="true">{say(messages.fields.link)}</span>
              <span className="sr-only">{say(messages.postedActivities.linkOf({ name }))}</span>
              <ExternalLink aria-hidden="true" className="size-3.5 rtl:-scale-x-100" />
            </a>
          )}
        </p>
        {event && <EventOf event={event} />}
      </div>
      <p className={`min-w-12 text-end font-serif text-lg font-semibold ${isCounted ? '' : 'text-quiet'}`}>
        <ExplainedNumber
          subject={posting}
          termId={posting.term_id}
          label={messages.explanations.entry.label({ name })}
          value={countPoints(score)}
        >
          <bdi className={isCounted ? explainedLook : 'line-through'}>+{formatPoints(score)}</bdi>
        </ExplainedNumber>
        <span className="sr-only">
          {state === 'returned' && `, ${say(messages.review.doesNotCount)}`}
          {over_limit && `, ${say(messages.rules.countsNothing)}`}
        </span>
      </p>
      {(state !== 'posted' || over_limit) && (
        <div className="col-span-full space-y-1 sm:order-last sm:col-start-2">
          <OverLimitNote posting={posting} />
          {state !== 'posted' && (
            <ReviewState posting={posting}>
              {term_status === 'open' && (
                <QuestionButton subject="posting" posting={posting} termId={posting.term_id} look="words" />
              )}
            </ReviewState>
          )}
        </div>
      )}
      {/* Nothing has happened to the first version since it was posted, but who has it is of interest while it waits. */}
      {(version > 1 || term_status === 'open') && (
        <div className="col-span-full -mb-1 sm:order-last sm:col-start-2">
          <PostingHistory posting={posting} />
        </div>
      )}
      {/* A posting that is over the limit itself has said so. */}
      {!over_limit && <WhyNotAgain posting={posting} />}
      {/* The column is wider only if the buttons need it: their words are long in some languages. A sentence wraps instead. */}
      <div className="col-span-full flex flex-wrap items-center justify-end gap-2 sm:col-span-1 sm:min-w-46 sm:flex-nowrap">
        {state !== 'returned' && postAgain}
        {term_status === 'closed' ? (
          <Locked>
            <bdi className="sm:block">{say(messages.terms.closed)}</bdi> <bdi>{termNameOf(posting)}</bdi>
          </Locked>
        ) : state === 'verified' ? (
          <Locked>
            <bdi>{say(messages.review.locked)}</bdi>
          </Locked>
        ) : (
          <>
            <Button
              size="small"
              aria-label={say(messages.actions.editNamed({ name: named }))}
              onClick={(event) => onEdit(posting, event.currentTarget)}
              className={actionSize}
            >
              {say(messages.actions.edit)}
            </Button>
            <Button
              size="small"
              aria-label={say(messages.actions.deleteNamed({ name: named }))}
              onClick={() => onDelete(posting)}
              className={actionSize}
            >
              {say(messages.actions.delete)}
            </Button>
          </>
        )}
        {/* A returned posting is edited: to post it again is not what is asked for. */}
        {state === 'returned' && postAgain}
      </div>
    </li>
  )
})

function WhyNotAgain({ posting }: Pick<Props, 'posting'>) {
  const say = useSay()
  const again = useAgain(posting)
  if (again === 'loading' || !('why' in again)) return null
  return (
    <p className="col-span-full text-[0.8125rem] text-quiet sm:order-last sm:col-start-2">
      <bdi>{say(again.why)}</bdi>
    </p>
  )
}

function PostAgainButton({ posting, name, onPostAgain }: Pick<Props, 'posting' | 'onPostAgain'> & { name: Message }) {
  const say = useSay()
  const again = useAgain(posting)
  if (again !== 'loading' && 'why' in again) return null
  return (
    <Button
      size="small"
      disabled={again === 'loading'}
      aria-label={say(messages.postedActivities.postAgainNamed({ name }))}
      title={say(messages.postedActivities.postAgain)}
      onClick={() => again !== 'loading' && onPostAgain({ activity: again.activity, link: posting.link })}
      className={`max-sm:me-auto sm:px-2! ${actionSize}`}
    >
      <Repeat2 aria-hidden="true" className="size-4" />
      <span className="sm:hidden">{say(messages.postedActivities.postAgain)}</span>
    </Button>
  )
}

/** The reason why there are no buttons. */
function Locked({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-1.5 text-[0.8125rem] leading-snug text-quiet sm:max-w-36">
      <Lock aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 text-brass" />
      <span>{children}</span>
    </p>
  )
}

// A finger needs a larger target than a mouse pointer.
const actionSize = 'max-sm:min-h-11 max-sm:px-4'
