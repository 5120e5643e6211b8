import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { gradeFor, hasNothingYet, nextGrade, noGrade, withoutFeedback } from '../../contract/grading.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { formatPoints } from '../../contract/points.ts'
import type { User } from '../../contract/users.ts'
import { countPoints } from '../entities/grades/count-points.ts'
import { GradeBadge } from '../entities/grades/grade-badge.tsx'
import { gradeStyle } from '../entities/grades/grade-look.ts'
import { returnedPoints } from '../entities/postings/counted-points.ts'
import { useMember, usePostedActivities } from '../entities/postings/posted-activities.api.ts'
import { QuestionButton } from '../entities/questions/question-button.tsx'
import { useBandsOf } from '../entities/rules/rules.api.ts'
import { ExplainedNumber, explainedLook } from '../entities/scores/explained-number.tsx'
import { type Part, scoreParts } from '../entities/scores/score-labels.ts'
import { useTermOf } from '../entities/terms/terms.api.ts'
import { messageOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { NotSet } from '../ui/not-set.tsx'
import { useIsSmallScreen } from '../ui/page-size.ts'
import { WayOn } from './way-on.tsx'

// The parts of the total have one hue and five opacities: each has the shade of its card.
const strengths = ['opacity-100', 'opacity-80', 'opacity-60', 'opacity-45', 'opacity-30'] as const

type Props = {
  userId: number
  /** The term as in the address: undefined for the current one. */
  termId: number | undefined
}

type Shown = Pick<Props, 'termId'> & { member: User | undefined }

/** The seven numbers: cards side by side, or on a phone the two most important ones and the parts as one bar with its legend. */
export const YourScores = memo(function YourScores({ userId, termId }: Props) {
  const say = useSay()
  const isSmallScreen = useIsSmallScreen()
  const { data: member, isLoadingError, error, refetch } = useMember(userId, termId)
  const isLoading = member === undefined
  // The scores of this member were not frozen with the term, so no list of the office has them.
  const isLeftOut = member?.is_member === false
  if (isLoadingError) {
    const message = messageOf(error, messages.general.unexpectedClient)
    return <LoadFailure message={say(messages.postedActivities.userDataFailed({ message }))} onRetry={refetch} />
  }
  return (
    <section aria-labelledby="your-scores" aria-busy={isLoading}>
      {/* On a phone the second line is reserved for the returned postings, to avoid a layout shift. */}
      <div className="mb-2 flex min-h-12 flex-wrap content-start items-baseline justify-between gap-x-4 sm:mb-3 sm:min-h-0">
        <h2 id="your-scores" className="text-lg">
          {say(messages.postedActivities.yourScores)}
        </h2>
        {!isLeftOut && <WouldAdd userId={userId} termId={termId} />}
      </div>
      {isLoading && (
        <p role="status" className="sr-only">
          {say(messages.general.loading)}
        </p>
      )}
      {isLeftOut ? (
        <p className="rounded-lg border border-line bg-card px-4 py-3 shadow-soft">{say(messages.statements.notAmongStaff)}</p>
      ) : isSmallScreen ? (
        <PhoneScores member={member} termId={termId} />
      ) : (
        <Cards member={member} termId={termId} />
      )}
    </section>
  )
})

function Cards({ member, termId }: Shown) {
  const say = useSay()
  return (
    <dl className="grid grid-cols-6 gap-3 xl:grid-cols-[1.15fr_2.1fr_repeat(5,1fr)]">
      <DarkCard>
        <dt className="text-[0.8125rem] text-on-deep-quiet">{say(messages.postedActivities.totalScore)}</dt>
        <dd className="mt-1 mb-2.5 font-serif text-2xl leading-9 font-semibold">
          <Total member={member} termId={termId} />
        </dd>
        {/* The bar only shows the shares; the five cards show the numbers. */}
        <dd aria-hidden="true" className="mt-auto flex h-1.5 gap-0.5 overflow-hidden rounded-full bg-on-deep/15">
          <Shares member={member} colour="bg-brass-bright" />
        </dd>
        <dd className="mt-1.5 text-xs">
          <CardLink to={pages.statement} termId={termId}>
            {say(messages.statements.howItAddsUp)}
          </CardLink>
        </dd>
      </DarkCard>
      <GradeCard member={member} termId={termId} />
      {scoreParts.map(({ part, label, meaning }, index) => (
        <div
          key={part}
          className={`relative flex flex-col overflow-hidden rounded-lg border border-line bg-card px-3.5 py-3 shadow-soft xl:col-span-1 ${index < 3 ? 'col-span-2' : 'col-span-3'}`}
        >
          {/* The button to ask is in the corner. */}
          <dt className={part === 'tp' || part === 'fb' ? 'pe-6' : ''}>
            <PartName label={label} meaning={meaning} />
          </dt>
          <dd className="mt-1 font-serif text-2xl leading-8 font-semibold">
            <PartValue member={member} termId={termId} part={part} />
          </dd>
          {(part === 'tp' || part === 'fb') && (
            <dd>
              <QuestionButton subject={part} termId={termId} look="icon" />
            </dd>
          )}
          <dd aria-hidden="true" className={`absolute inset-x-0 bottom-0 h-[3px] bg-brass ${strengths[index]}`} />
        </div>
      ))}
    </dl>
  )
}

/** The scores on a phone, grade and total first, then the parts: every height is the same while loading. */
function PhoneScores({ member, termId }: Shown) {
  const say = useSay()
  return (
    <div className="space-y-3">
      <div className="rounded-lg bg-[light-dark(var(--color-deep),var(--color-deep-raised))] px-4 pt-3 pb-1 text-on-deep shadow-soft">
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-3 @max-xs/page:grid-cols-1">
          <div>
            <dt className="text-[0.8125rem] text-on-deep-quiet">{say(messages.postedActivities.currentGrade)}</dt>
            <dd className="mt-1.5 flex min-h-19 items-start">
              <Graded member={member} termId={termId} />
            </dd>
            <dd className="flex min-h-8 items-center">
              <SecondLine member={member} termId={termId} />
            </dd>
          </div>
          <div>
            <dt className="text-[0.8125rem] text-on-deep-quiet">{say(messages.postedActivities.totalScore)}</dt>
            <dd className="mt-1.5 flex min-h-12 items-center font-serif text-2xl leading-none font-semibold">
              <Total member={member} termId={termId} />
            </dd>
          </div>
        </dl>
        <div aria-hidden="true" className="mt-2.5 h-1.5 overflow-hidden rounded-full bg-on-deep/15">
          <Progress member={member} termId={termId} />
        </div>
        <div className="flex min-h-11 items-center">
          <WayFrom member={member} termId={termId} className="min-h-11 w-full" />
        </div>
        <div className="flex flex-wrap justify-between gap-x-4 border-t border-on-deep/15 text-sm">
          <CardLink to={pages.statement} termId={termId} isAlone>
            {say(messages.statements.howItAddsUp)}
          </CardLink>
          <CardLink to={pages.grade} termId={termId} isAlone>
            {say(messages.grading.scaleTitle)}
          </CardLink>
        </div>
      </div>
      <div className="rounded-lg border border-line bg-card px-4 pt-4 pb-1 shadow-soft @max-xs/page:px-2">
        {/* The legend says the same in words. */}
        <div aria-hidden="true" className="mb-1.5 flex h-4 gap-0.5 overflow-hidden rounded-sm bg-line">
          <Shares member={member} colour="bg-brass" />
        </div>
        <dl className="divide-y divide-line">
          {scoreParts.map(({ part, label, meaning }, index) => (
            <div
              key={part}
              className="relative grid min-h-13 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 py-1.5 ps-6 @max-xs/page:grid-cols-[minmax(0,1fr)_auto]"
            >
              <dt className="col-start-1 row-start-1 leading-5 @max-xs/page:col-span-full">
                <span aria-hidden="true" className={`absolute start-0 top-3 size-3 rounded-sm bg-brass ${strengths[index]}`} />
                <PartName label={label} meaning={meaning} />
              </dt>
              <dd className="col-start-2 row-start-1 min-w-14 text-end font-serif text-xl font-semibold @max-xs/page:col-start-1 @max-xs/page:row-start-2 @max-xs/page:text-start">
                <PartValue member={member} termId={termId} part={part} area="row" />
              </dd>
              <dd className="relative z-1 col-start-3 row-start-1 -me-2 size-10 @max-xs/page:col-start-2 @max-xs/page:row-start-2">
                {(part === 'tp' || part === 'fb') && <QuestionButton subject={part} termId={termId} look="icon" />}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}

/** Links to the returned postings in the list, which is far below on a phone. */
function WouldAdd({ userId, termId }: Props) {
  const say = useSay()
  const term = useTermOf(termId)
  const { data: postings } = usePostedActivities(userId)
  const returned = (postings ?? []).filter(({ state, term_id }) => state === 'returned' && term_id === term?.id)
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
          className="relative touch-area underline underline-offset-2 hover:text-ink"
        >
          {sentence}
        </Link>
      ) : (
        sentence
      )}
    </p>
  )
}

function GradeCard({ member, termId }: Shown) {
  const say = useSay()
  return (
    <DarkCard>
      <dt className="text-[0.8125rem] text-on-deep-quiet">{say(messages.postedActivities.currentGrade)}</dt>
      <dd className="mt-1 flex min-h-15 items-start">
        <Graded member={member} termId={termId} />
      </dd>
      <dd className="mt-1 mb-2 flex min-h-7 items-center">
        <SecondLine member={member} termId={termId} />
      </dd>
      <dd aria-hidden="true" className="mt-auto h-1.5 overflow-hidden rounded-full bg-on-deep/15">
        <Progress member={member} termId={termId} />
      </dd>
      <dd className="mt-1 flex min-h-6 items-center text-xs pointer-coarse:min-h-11">
        <WayFrom member={member} termId={termId} className="relative z-1 touch-area min-h-6 pointer-coarse:min-h-11" />
      </dd>
      <dd className="text-xs">
        <CardLink to={pages.grade} termId={termId}>
          {say(messages.grading.scaleTitle)}
        </CardLink>
      </dd>
    </DarkCard>
  )
}

function useGraded(member: User | undefined, termId: number | undefined) {
  const bands = useBandsOf(termId)
  const points = member && withoutFeedback(member)
  const title = member?.graded_title ?? null
  const grade = points === undefined || bands === undefined ? undefined : gradeFor(bands, title, points)
  const withFeedback = member === undefined || bands === undefined ? undefined : gradeFor(bands, title, member.total_score)
  return { bands, points, title, grade, withFeedback }
}

function WayFrom({ member, termId, className }: Shown & { className: string }) {
  const term = useTermOf(termId)
  const { bands, title, points } = useGraded(member, termId)
  if (points === undefined || !bands) return null
  return <WayOn bands={bands} title={title} points={points} term={term} className={className} />
}

/** The letter of the grade, the points that decide it, and its name: the total beside it is that of the other grade. */
function Graded({ member, termId }: Shown) {
  const say = useSay()
  const { points, grade } = useGraded(member, termId)
  if (member === undefined || points === undefined || grade === undefined) return <Placeholder />
  const { current } = messages.grading
  return (
    <ExplainedNumber subject="grade" termId={termId} label={current} value={grade}>
      <span className="flex items-center gap-2.5">
        <GradeBadge grade={grade} nothingYet={hasNothingYet(member)} large />
        <span
          className={`font-serif text-[2rem] leading-9 font-semibold max-sm:text-[2.5rem] max-sm:leading-12 ${explainedLook}`}
        >
          {formatPoints(points)}
        </span>
      </span>
      <span className="mt-1 block text-xs leading-tight text-on-deep-quiet">{say(current)}</span>
    </ExplainedNumber>
  )
}

/** The other grade where it differs, or the note that the letter comes from nothing. Its place is empty otherwise. */
function SecondLine({ member, termId }: Shown) {
  const say = useSay()
  const { grade, withFeedback } = useGraded(member, termId)
  if (member === undefined || withFeedback === undefined) return null
  const { withFeedback: name, nothingYet } = messages.grading
  if (hasNothingYet(member)) return <bdi className="text-xs text-on-deep-quiet">{say(nothingYet)}</bdi>
  if (withFeedback === grade) return null
  return (
    <ExplainedNumber subject="grade_with_feedback" termId={termId} label={name} value={withFeedback}>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-on-deep-quiet">
        {say(name)}
        <GradeBadge grade={withFeedback} />
        <span className={`text-sm font-medium text-on-deep ${explainedLook}`}>{formatPoints(member.total_score)}</span>
      </span>
    </ExplainedNumber>
  )
}

/** The progress from the lower bound of the grade to that of the next. */
function Progress({ member, termId }: Shown) {
  const { bands, points, title, grade } = useGraded(member, termId)
  if (grade === undefined || grade === noGrade || points === undefined || bands === undefined) return null
  const share = nextGrade(bands, title, points)?.share ?? 1
  return <span className="block h-full rounded-full" style={{ ...gradeStyle(grade), width: `${share * 100}%` }} />
}

/** The full word, and beside it the title of the specification, which is an abbreviation in English. */
function PartName({ label, meaning }: { label: Message; meaning: Message }) {
  const say = useSay()
  const [full, title] = [say(meaning), say(label)]
  return (
    <>
      <span className="block text-[0.8125rem] font-medium first-letter:uppercase">{full}</span>
      {title !== full && <span className="block text-xs leading-4 text-quiet">{title}</span>}
    </>
  )
}

function Total({ member, termId }: Shown) {
  if (!member) return <Placeholder />
  const { total_score } = member
  return (
    <ExplainedNumber
      subject="total_score"
      termId={termId}
      label={messages.postedActivities.totalScore}
      value={countPoints(total_score)}
    >
      <span className={explainedLook}>{formatPoints(total_score)}</span>
    </ExplainedNumber>
  )
}

function Shares({ member, colour }: { member: User | undefined; colour: string }) {
  const total = member?.total_score ?? 0
  if (total <= 0) return null
  return scoreParts.map(({ part }, index) => {
    const share = (member?.[part] ?? 0) / total
    return share > 0 && <span key={part} className={`${colour} ${strengths[index]}`} style={{ width: `${share * 100}%` }} />
  })
}

function PartValue({ member, termId, part, area }: Shown & { part: Part; area?: 'row' }) {
  const isHeld = useTermOf(termId)?.holds_scores ?? false
  if (!member) return <Placeholder />
  const notSet = isHeld ? messages.scoring.notReleased : messages.scoring.notSet
  const value = isNotSet(member, part) ? notSet : countPoints(member[part])
  return (
    <ExplainedNumber
      subject={part}
      termId={termId}
      label={messages.postedActivities.cards[part]}
      value={value}
      {...(area ? { area } : {})}
    >
      {isNotSet(member, part) ? <NotSet isHeld={isHeld} /> : <span className={explainedLook}>{formatPoints(member[part])}</span>}
    </ExplainedNumber>
  )
}

type CardLinkProps = {
  to: typeof pages.grade | typeof pages.statement
  termId: number | undefined
  /** True for a link beside another one, which does not cover the whole card. */
  isAlone?: boolean
  children: ReactNode
}

function CardLink({ to, termId, isAlone = false, children }: CardLinkProps) {
  const area = isAlone
    ? 'min-h-11 focus-visible:outline-brass-bright'
    : 'after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus'
  return (
    <Link
      to={to}
      search={termId === undefined ? {} : { term: termId }}
      className={`inline-flex items-center gap-0.5 text-on-deep-quiet hover:text-on-deep ${area}`}
    >
      {children}
      <ChevronRight aria-hidden="true" className="size-3.5 rtl:-scale-x-100" />
    </Link>
  )
}

function DarkCard({ children }: { children: ReactNode }) {
  return (
    <div className="relative col-span-3 flex min-h-28 flex-col rounded-lg border border-transparent bg-[light-dark(var(--color-deep),var(--color-deep-raised))] px-4 py-3 text-on-deep shadow-soft xl:col-span-1">
      {children}
    </div>
  )
}

/** Whether one of the two scores that are set by hand is not set yet. */
function isNotSet(member: User, part: Part): boolean {
  return (part === 'tp' && !member.tp_set) || (part === 'fb' && !member.fb_set)
}

/** The placeholder of a number that is loading. */
function Placeholder() {
  return <span aria-hidden="true" className="inline-block h-5 w-12 animate-breathe rounded-sm bg-line align-middle" />
}
