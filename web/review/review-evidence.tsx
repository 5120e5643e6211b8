import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { typeName } from '../../contract/codes.ts'
import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { shownMember } from '../../contract/person-names.ts'
import type { PostingToReview } from '../../contract/review.ts'
import { PostedEvidence } from '../entities/evidence/posted-evidence.tsx'
import { TakenBy } from '../entities/inbox/taken-by.tsx'
import { PersonLink } from '../entities/members/person-link.tsx'
import { PostingHistory } from '../entities/postings/posting-history.tsx'
import { ReviewState } from '../entities/postings/review-state.tsx'
import { SameEvidence } from '../entities/postings/same-evidence.tsx'
import { useDecisionEffect } from '../entities/review/review.api.ts'
import { ReviewButtons } from '../entities/review/review-buttons.tsx'
import { OverLimitNote } from '../entities/rules/over-limit-note.tsx'
import { termNameOf } from '../entities/terms/term-name.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { formatMoment } from '../ui/dates.ts'
import { countedNow, effectOfReturn } from './decision-effect.ts'
import { FormerReturn } from './former-return.tsx'

/** The evidence: the image as large as possible, the link, the facts, other uses of the same evidence, and the history. */
export function ReviewEvidence({ posting }: { posting: PostingToReview }) {
  const say = useSay()
  const language = useLanguage()
  const { image_id, files, link, event, edits_since_return } = posting
  const hasFiles = image_id !== null || files.length > 0
  const isDecided = posting.state !== 'posted'
  return (
    <div className="@container flex min-h-0 flex-col gap-4 overflow-y-auto overscroll-contain p-4 sm:p-5 lg:flex-auto">
      <div>
        <h2 className="text-xl wrap-anywhere">
          <bdi>{localized(language, posting, 'activity_name')}</bdi>
        </h2>
        <p className="text-quiet">
          <bdi className="font-medium text-ink">
            <PersonLink id={posting.user_id}>{shownMember(language, posting)}</PersonLink>
          </bdi>{' '}
          · <bdi>{localized(language, posting, 'department_name') ?? say(messages.departments.unknown)}</bdi>
        </p>
        <TakenBy taken={posting.taken} />
      </div>
      <OverLimitNote posting={posting} />
      {isDecided ? (
        <ReviewState posting={posting}>
          <ReviewButtons posting={posting} />
        </ReviewState>
      ) : (
        edits_since_return.length > 0 && <FormerReturn edits={edits_since_return} />
      )}
      <SameEvidence of={posting} />
      <div className={`grid gap-5 @xl:grid-cols-[minmax(0,1fr)_10rem] ${hasFiles ? 'lg:min-h-80 lg:flex-auto' : ''}`}>
        <div className="flex min-w-0 flex-col gap-3">
          {/* The first piece fills the available space next to the facts; on a phone it has its natural height. */}
          <PostedEvidence
            size="large"
            posting={posting}
            coverClassName="relative min-h-32 overflow-hidden rounded-md bg-sunk lg:min-h-64 lg:flex-auto lg:*:absolute lg:*:inset-0"
          />
          {link && <EvidenceLink link={link} />}
          {event && (
            <p className="rounded-md bg-sunk px-4 py-3 wrap-anywhere">
              <bdi className="font-medium">{localized(language, event, 'name')}</bdi> · <bdi>{event.place}</bdi>
            </p>
          )}
          {!hasFiles && !link && !event && (
            <p className="grid min-h-32 place-items-center rounded-md bg-sunk px-6 py-8 text-center text-quiet">
              <bdi>{say(messages.review.noEvidence)}</bdi>
            </p>
          )}
          {/* What the member wrote is read before a decision. */}
          <PostingHistory posting={posting} startsOpen={isDecided || (posting.message_count ?? 0) > 0} />
        </div>
        <Facts posting={posting} />
      </div>
    </div>
  )
}

function EvidenceLink({ link }: { link: string }) {
  const say = useSay()
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      className="flex min-h-11 items-center gap-2.5 rounded-md border border-line px-3.5 py-2 text-sm font-medium text-brand hover:bg-sunk"
    >
      <ExternalLink aria-hidden="true" className="size-4 shrink-0 rtl:-scale-x-100" />
      <span dir="ltr" className="min-w-0 underline underline-offset-2 wrap-anywhere">
        {link}
      </span>
      <span className="sr-only">{say(messages.general.opensNewTab)}</span>
    </a>
  )
}

function Facts({ posting }: { posting: PostingToReview }) {
  const say = useSay()
  const { type, starting_date, posted_at, id } = posting
  return (
    <dl className="grid grid-cols-2 content-start gap-x-4 gap-y-3 text-sm @xl:grid-cols-1">
      <Fact name={say(messages.fields.type)}>{say(typeName(type))}</Fact>
      {posting.state === 'posted' ? (
        <WaitingPoints posting={posting} />
      ) : (
        <Fact name={say(messages.review.countsNow)}>{say(countedNow(posting, posting))}</Fact>
      )}
      <Fact name={say(messages.fields.startingDate)}>{formatDay(say, starting_date)}</Fact>
      <Fact name={say(messages.fields.term)}>{termNameOf(posting)}</Fact>
      <Fact name={say(messages.review.postedOn)}>{formatMoment(say, posted_at)}</Fact>
      <Fact name={say(messages.fields.recordId)}>{id}</Fact>
    </dl>
  )
}

/**
 * The points of a posting that waits, and the effect of a decision. They are fetched again for each posting: another decision may have made
 * it begin or stop to count.
 */
function WaitingPoints({ posting }: { posting: PostingToReview }) {
  const say = useSay()
  const { data: effect } = useDecisionEffect(posting.id)
  return (
    <>
      <Fact name={say(messages.review.countsNow)}>{say(countedNow(posting, effect ?? posting))}</Fact>
      <Fact name={say(messages.review.ifReturned)}>{effect ? say(effectOfReturn(effect)) : '–'}</Fact>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-quiet">{name}</dt>
      <dd className="font-medium wrap-anywhere">
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}
