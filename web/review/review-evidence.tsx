import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { typeName } from '../../contract/codes.ts'
import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import type { PostingToReview } from '../../contract/review.ts'
import { useLanguage, useSay } from '../language.ts'
import { PostedEvidence } from '../posted-activities/posted-evidence.tsx'
import { OverLimitNote } from '../rules/over-limit-note.tsx'
import { formatMoment } from '../ui/dates.ts'
import { countedNow, effectOfReturn } from './decision-effect.ts'
import { FormerReturn } from './former-return.tsx'
import { PostingHistory } from './posting-history.tsx'
import { useDecisionEffect } from './review.api.ts'
import { ReviewButtons } from './review-buttons.tsx'
import { ReviewState } from './review-state.tsx'
import { SameEvidence } from './same-evidence.tsx'

/** The evidence: the image as large as possible, the link, the facts, other uses of the same evidence, and the history. */
export function ReviewEvidence({ posting }: { posting: PostingToReview }) {
  const say = useSay()
  const language = useLanguage()
  const { member_name, image_id, files, link, edits_since_return } = posting
  const hasFiles = image_id !== null || files.length > 0
  const isDecided = posting.state !== 'posted'
  return (
    <div className="@container flex min-h-0 flex-col gap-4 overflow-y-auto overscroll-contain p-4 sm:p-5 lg:flex-auto">
      <div>
        <h2 className="text-xl wrap-anywhere">
          <bdi>{localized(language, posting, 'activity_name')}</bdi>
        </h2>
        <p className="text-quiet">
          <bdi className="font-medium text-ink">{member_name}</bdi> ·{' '}
          <bdi>{localized(language, posting, 'department_name') ?? say(messages.departments.unknown)}</bdi>
        </p>
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
          {/* Next to the facts the first piece fills the available space; on a phone it has its natural height. */}
          <PostedEvidence
            size="large"
            posting={posting}
            coverClassName="relative min-h-32 overflow-hidden rounded-md bg-sunk lg:min-h-64 lg:flex-auto lg:*:absolute lg:*:inset-0"
          />
          {link && <EvidenceLink link={link} />}
          {!hasFiles && !link && (
            <p className="grid min-h-32 place-items-center rounded-md bg-sunk px-6 py-8 text-center text-quiet">
              <bdi>{say(messages.review.noEvidence)}</bdi>
            </p>
          )}
          <PostingHistory posting={posting} startsOpen={isDecided} />
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
  const { type, starting_date, term_name, posted_at, id } = posting
  return (
    <dl className="grid grid-cols-2 content-start gap-x-4 gap-y-3 text-sm @xl:grid-cols-1">
      <Fact name={say(messages.fields.type)}>{say(typeName(type))}</Fact>
      {posting.state === 'posted' ? (
        <WaitingPoints posting={posting} />
      ) : (
        <Fact name={say(messages.review.countsNow)}>{say(countedNow(posting, posting))}</Fact>
      )}
      <Fact name={say(messages.fields.startingDate)}>{formatDay(say, starting_date)}</Fact>
      <Fact name={say(messages.fields.term)}>{term_name}</Fact>
      <Fact name={say(messages.review.postedOn)}>{formatMoment(say, posted_at)}</Fact>
      <Fact name={say(messages.fields.recordId)}>{id}</Fact>
    </dl>
  )
}

/** What a decision changes. Asked for anew with each posting: another decision may have made it begin or stop to count. */
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
