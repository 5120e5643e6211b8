import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Bands, gradeFor, hasNothingYet, nextGrade, noGrade, withoutFeedback } from '../../contract/grading.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { formatPoints } from '../../contract/points.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { User } from '../../contract/users.ts'
import { countPoints } from '../grading/count-points.ts'
import { GradeBadge, gradeLook } from '../grading/grade-badge.tsx'
import { useSay } from '../language.ts'
import { QuestionButton } from '../questions/question-button.tsx'
import { useBandsOf } from '../rules/rules.api.ts'
import { NotSet } from '../ui/not-set.tsx'
import { returnedPoints } from './counted-points.ts'
import { scoreParts } from './score-labels.ts'

// One hue, five opacities: each part of the total has the shade of its card.
const strengths = ['opacity-100', 'opacity-80', 'opacity-60', 'opacity-45', 'opacity-30'] as const

type Props = {
  member: User | undefined
  termId: number | undefined
  /** The postings returned in this term. */
  returned: readonly PostedActivity[]
}

/** The seven cards. The total shows its parts, the grade the distance to the next one. */
export function YourScores({ member, termId, returned }: Props) {
  const say = useSay()
  return (
    <section aria-labelledby="your-scores" aria-busy={member === undefined}>
      {/* On a phone the second line is reserved for the returned postings, to avoid a layout shift. */}
      <div className="mb-2 flex min-h-12 flex-wrap content-start items-baseline justify-between gap-x-4 sm:mb-3 sm:min-h-0">
        <h2 id="your-scores" className="text-lg">
          {say(messages.postedActivities.yourScores)}
        </h2>
        <WouldAdd returned={returned} />
      </div>
      {member === undefined && (
        <p role="status" className="sr-only">
          {say(messages.general.loading)}
        </p>
      )}
      <dl className="grid grid-cols-6 gap-2.5 sm:gap-3 xl:grid-cols-[1.2fr_1.75fr_repeat(5,1fr)]">
        <TotalCard member={member} termId={termId} />
        <GradeCard member={member} termId={termId} />
        {scoreParts.map(({ part, label, meaning }, index) => (
          <div
            key={part}
            className={`relative flex flex-col overflow-hidden rounded-lg border border-line bg-card px-3.5 py-3 shadow-soft xl:col-span-1 ${index < 3 ? 'col-span-2' : 'col-span-3'} @max-xs/page:col-span-full`}
          >
            <dt className="text-[0.8125rem] text-quiet">{say(label)}</dt>
            <dd className="mt-1 font-serif text-2xl leading-8 font-semibold">
              {member && isNotSet(member, part) ? <NotSet /> : <Figure value={member?.[part]} />}
            </dd>
            <dd className="mt-auto pb-0.5 text-xs text-quiet">{say(meaning)}</dd>
            {(part === 'tp' || part === 'fb') && (
              <dd>
                <QuestionButton subject={part} termId={termId} look="icon" />
              </dd>
            )}
            <dd aria-hidden="true" className={`absolute inset-x-0 bottom-0 h-[3px] bg-brass ${strengths[index]}`} />
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Links to the returned postings in the list, which is far below on a phone. */
function WouldAdd({ returned }: { returned: readonly PostedActivity[] }) {
  const say = useSay()
  const points = returnedPoints(returned)
  const mendable = returned.find(({ term_status }) => term_status === 'open')
  if (points === 0) return null
  const sentence = <bdi>{say(messages.review.wouldAdd({ points: countPoints(points) }))}</bdi>
  return (
    <p className="text-sm text-quiet">
      {mendable ? (
        <Link
          to={pages.staffDashboard}
          search={(before) => ({ ...before, posting: mendable.id })}
          resetScroll={false}
          className="underline underline-offset-2 hover:text-ink"
        >
          {sentence}
        </Link>
      ) : (
        sentence
      )}
    </p>
  )
}

function TotalCard({ member, termId }: { member: User | undefined; termId: number | undefined }) {
  const say = useSay()
  const total = member?.total_score ?? 0
  return (
    <DarkCard>
      <dt className="text-[0.8125rem] text-on-deep-quiet">{say(messages.postedActivities.totalScore)}</dt>
      <dd className="mt-1 mb-2.5 font-serif text-[2rem] leading-9 font-semibold">
        <Figure value={member?.total_score} />
      </dd>
      {/* The five cards show the numbers; this only shows their shares. */}
      <dd aria-hidden="true" className="mt-auto flex h-1.5 gap-0.5 overflow-hidden rounded-full bg-on-deep/15">
        {total > 0 &&
          scoreParts.map(({ part }, index) => {
            const share = (member?.[part] ?? 0) / total
            return (
              share > 0 && (
                <span key={part} className={`bg-brass-bright ${strengths[index]}`} style={{ width: `${share * 100}%` }} />
              )
            )
          })}
      </dd>
      <dd className="mt-1.5 text-xs">
        <CardLink to={pages.statement} termId={termId}>
          {say(messages.statements.howItAddsUp)}
        </CardLink>
      </dd>
    </DarkCard>
  )
}

function GradeCard({ member, termId }: { member: User | undefined; termId: number | undefined }) {
  const say = useSay()
  const points = member && withoutFeedback(member)
  const title = member?.graded_title ?? null
  const bands = useBandsOf(termId)
  const grade = points === undefined || bands === undefined ? undefined : gradeFor(bands, title, points)
  return (
    <DarkCard>
      <dt className="text-[0.8125rem] text-on-deep-quiet">{say(messages.postedActivities.currentGrade)}</dt>
      <dd className="mt-1 mb-2.5 flex items-center gap-2.5">
        {grade === undefined ? (
          <Figure value={undefined} />
        ) : (
          <GradeBadge grade={grade} neutral={member !== undefined && hasNothingYet(member)} large />
        )}
        {points !== undefined && (
          <span className="text-xs leading-tight text-on-deep-quiet">
            <span className="block text-sm font-medium text-on-deep">{formatPoints(points)}</span>
            {say(messages.grading.withoutFeedback)}
          </span>
        )}
      </dd>
      <dd aria-hidden="true" className="mt-auto h-1.5 overflow-hidden rounded-full bg-on-deep/15">
        {grade !== undefined && grade !== noGrade && points !== undefined && bands !== undefined && (
          <span
            className={`block h-full rounded-full ${gradeLook[grade]}`}
            style={{ width: `${(nextGrade(bands, title, points)?.share ?? 1) * 100}%` }}
          />
        )}
      </dd>
      <dd className="mt-1.5 text-xs">
        <CardLink key={points} to={pages.grade} termId={termId}>
          <bdi>{say(points === undefined || !bands ? messages.grading.scaleTitle : wayOn(bands, title, points))}</bdi>
          <span className="sr-only"> {say(messages.grading.scaleTitle)}</span>
        </CardLink>
      </dd>
    </DarkCard>
  )
}

type CardLinkProps = { to: typeof pages.grade | typeof pages.statement; termId: number | undefined; children: ReactNode }

/** Covers the whole card. */
function CardLink({ to, termId, children }: CardLinkProps) {
  return (
    <Link
      to={to}
      search={termId === undefined ? {} : { term: termId }}
      className="inline-flex items-center gap-0.5 text-on-deep-quiet after:absolute after:inset-0 after:rounded-lg hover:text-on-deep focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
    >
      {children}
      <ChevronRight aria-hidden="true" className="size-3.5 rtl:-scale-x-100" />
    </Link>
  )
}

function DarkCard({ children }: { children: ReactNode }) {
  return (
    <div className="relative col-span-3 @max-xs/page:col-span-full flex min-h-35 flex-col sm:min-h-28 rounded-lg border border-transparent bg-[light-dark(var(--color-deep),var(--color-deep-raised))] px-4 py-3 text-on-deep shadow-soft xl:col-span-1">
      {children}
    </div>
  )
}

/** Only an administrator sets these two. */
function isNotSet(member: User, part: (typeof scoreParts)[number]['part']): boolean {
  return (part === 'tp' && !member.tp_set) || (part === 'fb' && !member.fb_set)
}

/** A number, or its placeholder. */
function Figure({ value }: { value: number | undefined }) {
  if (value !== undefined) return formatPoints(value)
  return <span aria-hidden="true" className="inline-block h-5 w-12 animate-breathe rounded-sm bg-line align-middle" />
}

function wayOn(bands: Bands, title: string | null, points: number): Message {
  if (gradeFor(bands, title, points) === noGrade) return messages.grading.unknownTitle
  const next = nextGrade(bands, title, points)
  return next ? messages.grading.pointsTo({ points: countPoints(next.missing), grade: next.grade }) : messages.grading.highest
}
