import { Link } from '@tanstack/react-router'
import { ChevronRight, Clock, CornerUpLeft, Lightbulb, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay } from '../../../contract/dates.ts'
import { noGrade } from '../../../contract/grading.ts'
import type { ComingEvent, Home, ReturnedPosting } from '../../../contract/home.ts'
import { type Message, messages, type Say } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import { pages } from '../../../contract/pages.ts'
import { formatPoints } from '../../../contract/points.ts'
import { daysBetween } from '../../../contract/term-days.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { panelSearch } from '../../routing/panel-search.ts'
import { buttonLook } from '../../ui/button.tsx'
import { today } from '../../ui/dates.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { useIsPageAtLeast } from '../../ui/page-size.ts'
import { countPoints } from '../grades/count-points.ts'
import { GradeBadge } from '../grades/grade-badge.tsx'
import { gradeStyle } from '../grades/grade-look.ts'
import { describeTerm } from '../terms/describe-term.ts'
import { termName } from '../terms/term-name.ts'
import type { useHome } from './home.api.ts'
import { EventLine, EventsCard } from './home-events.tsx'
import { HomeLoading, homeGrid } from './home-loading.tsx'
import { lineLink } from './line-link.ts'
import './words.ts'

const words = messages.home

/** What concerns the member: grade, what was returned, what waits, one suggestion, the days, and Post. */
export function HomeBlock({ query: { data: home, isPending, isFetching, refetch } }: { query: ReturnType<typeof useHome> }) {
  const say = useSay()
  if (isPending) return <HomeLoading />
  if (!home)
    return (
      <div className="lg:h-33">
        <LoadFailure message={say(words.loadFailed)} onRetry={refetch} busy={isFetching} />
      </div>
    )
  return <Block home={home} />
}

function Block({ home }: { home: Home }) {
  const say = useSay()
  const { events = [] } = home
  const [first] = events
  const [isWide, hasThirdColumn] = [useIsPageAtLeast(64), useIsPageAtLeast(80)]
  // A page that is wide, but not wide enough for a third column, has one line for the first event: the height of the block stays.
  const inLine = isWide && !hasThirdColumn ? first : undefined
  return (
    <section
      aria-label={say(words.title)}
      className={`${homeGrid} print:hidden ${first ? 'xl:grid-cols-[16rem_minmax(0,1fr)_minmax(0,20rem)]' : ''}`}
    >
      <GradeCard home={home} />
      <Concerns home={home} event={inLine} />
      {first && !inLine && <EventsCard events={events} />}
    </section>
  )
}

const deepLink = 'inline-flex min-h-11 items-center gap-0.5 focus-visible:outline-brass-bright lg:min-h-7'

function Arrow() {
  return <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 rtl:-scale-x-100" />
}

function GradeCard({ home: { grades } }: { home: Home }) {
  const say = useSay()
  const card =
    'flex min-w-0 flex-col rounded-lg bg-[light-dark(var(--color-deep),var(--color-deep-raised))] px-4 pt-3 pb-1 text-on-deep shadow-soft lg:pt-2.5'
  if (!grades) return <p className={card}>{say(messages.statements.notAmongStaff)}</p>
  const { without_feedback: own, with_feedback: other, has_nothing_yet, next } = grades
  const { current, nothingYet, pointsTo, highest, unknownTitle } = messages.grading
  return (
    <div className={card}>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4">
        <dt className="col-span-full text-[0.8125rem] leading-5 text-on-deep-quiet">{say(current)}</dt>
        <dd className="mt-1 flex items-center gap-2.5">
          <GradeBadge grade={own.grade} nothingYet={has_nothing_yet} large />
          <span className="font-serif text-[2.5rem] leading-12 font-semibold lg:text-[1.75rem] lg:leading-9">
            {formatPoints(own.points)}
          </span>
        </dd>
        {other.grade !== own.grade && (
          <div className="mt-1 text-end text-sm">
            <dt className="text-[0.8125rem] leading-5 text-on-deep-quiet">{say(words.withFeedback)}</dt>
            <dd>
              <bdi className="font-semibold">{other.grade}</bdi>{' '}
              <bdi className="text-on-deep-quiet">{formatPoints(other.points)}</bdi>
            </dd>
          </div>
        )}
      </dl>
      <div aria-hidden="true" className="mt-2 h-1.5 shrink-0 overflow-hidden rounded-full bg-on-deep/15 lg:mt-1.5">
        {own.grade !== noGrade && (
          <span
            className="block h-full rounded-full"
            style={{ ...gradeStyle(own.grade), width: `${(next?.share ?? 1) * 100}%` }}
          />
        )}
      </div>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-sm lg:min-h-7 lg:flex-nowrap lg:text-[0.8125rem]">
        {next ? (
          <Link
            to={pages.staffDashboard}
            search={panelSearch('your-activity')}
            className={`${deepLink} font-medium text-brass-pale hover:underline`}
          >
            <bdi>{say(pointsTo({ points: countPoints(next.missing), grade: next.grade }))}</bdi>
            <Arrow />
          </Link>
        ) : (
          <bdi className="text-on-deep-quiet">{say(own.grade === noGrade ? unknownTitle : highest)}</bdi>
        )}
        {has_nothing_yet ? (
          <bdi className="text-on-deep-quiet">{say(nothingYet)}</bdi>
        ) : (
          <Link to={pages.statement} className={`${deepLink} text-on-deep-quiet hover:text-on-deep`}>
            {say(messages.statements.howItAddsUp)}
            <Arrow />
          </Link>
        )}
      </div>
    </div>
  )
}

/** `event` takes the place of the line that says least. */
function Concerns({ home, event }: { home: Home; event: ComingEvent | undefined }) {
  const { what, how, after } = words.firstVisit
  const line = event && <EventLine event={event} />
  return (
    <div className="flex min-w-0 flex-col overflow-clip rounded-lg border border-line bg-card shadow-soft">
      {home.has_posted ? (
        <ul className="divide-y divide-line">
          <Returned home={home} />
          {home.waiting_count === 0 && line ? line : <Waiting count={home.waiting_count} />}
          {home.waiting_count > 0 && line ? line : <Next home={home} />}
        </ul>
      ) : (
        <>
          <div className="px-4 py-3 lg:py-0">
            {[what, how, ...(line ? [] : [after])].map((sentence) => (
              <Sentence key={sentence.key} sentence={sentence} />
            ))}
          </div>
          {line && <ul>{line}</ul>}
        </>
      )}
      <Days home={home} />
    </div>
  )
}

function Sentence({ sentence }: { sentence: Message }) {
  const text = useSay()(sentence)
  return (
    <p title={text} className="leading-normal not-first:mt-1.5 lg:mt-0! lg:truncate lg:leading-8">
      {text}
    </p>
  )
}

type LineProps = {
  Icon: LucideIcon
  look?: string
  name: string
  details?: ReactNode
  /** The link at the end. */
  children?: ReactNode
}

/** A name, a detail and one thing to do: on a wide page a line, on a phone several, with the whole text. */
function Line({ Icon, look = 'text-quiet', name, details, children }: LineProps) {
  return (
    <li className="flex min-h-12 items-center gap-3 px-4 py-2 @max-xs/page:flex-wrap lg:h-8 lg:min-h-0 lg:py-0">
      <Icon aria-hidden="true" className={`size-4 shrink-0 self-start max-lg:mt-1 lg:self-center rtl:-scale-x-100 ${look}`} />
      {/* In a narrow column, or with large text, the link is below the text. */}
      <p className="min-w-0 grow wrap-anywhere @max-xs/page:basis-3/4 lg:flex lg:gap-2.5">
        <bdi title={name} className={`font-medium lg:truncate ${details ? 'lg:max-w-1/2 lg:shrink-0' : ''}`}>
          {name}
        </bdi>
        {details && <span className="block text-sm leading-6 text-quiet lg:flex lg:min-w-0 lg:gap-1.5">{details}</span>}
      </p>
      {children}
    </li>
  )
}

/** A sentence in the details. It is cut at its own end, whatever is the direction of the line. */
function Detail({ text }: { text: string }) {
  return (
    <bdi title={text} className="lg:min-w-0 lg:truncate">
      {text}
    </bdi>
  )
}

/** The returned posting to fix first, and the number of the others. */
function Returned({ home: { returned } }: { home: Home }) {
  const say = useSay()
  const language = useLanguage()
  const [first, ...others] = returned
  if (!first) return <Line Icon={CornerUpLeft} name={say(words.nothingReturned)} />
  const name = localized(language, first, 'activity_name')
  const reason = localized(language, first, 'returned_reason')
  const more = say(words.moreReturned({ count: others.length }))
  return (
    <Line
      Icon={CornerUpLeft}
      look="text-brass"
      name={say(words.returned({ name }))}
      details={
        <>
          <q
            dir="auto"
            title={reason ?? undefined}
            className="line-clamp-3 text-as-around text-ink lg:line-clamp-1 lg:min-w-20 lg:shrink-3"
          >
            {reason}
          </q>{' '}
          <Detail text={say(whenFixed(first))} />
        </>
      }
    >
      <span className="flex shrink-0 flex-col items-end lg:flex-row lg:gap-3">
        <Link
          to={pages.staffDashboard}
          search={{ tab: 'your-activity', posting: first.id }}
          aria-label={say(words.fixNamed({ name }))}
          className={lineLink}
        >
          {say(words.fix)}
        </Link>
        {others.length > 0 && (
          <Link
            to={pages.staffDashboard}
            search={panelSearch('your-activity')}
            aria-label={more}
            title={more}
            className={lineLink}
          >
            <bdi>+{others.length}</bdi>
          </Link>
        )}
      </span>
    </Line>
  )
}

function whenFixed({ adds, leads_to }: ReturnedPosting): Message {
  if (adds <= 0) return words.fixAddsNothing
  const points = countPoints(adds)
  return leads_to ? words.fixLeadsTo({ points, grade: leads_to }) : words.fixAdds({ points })
}

function Waiting({ count }: { count: number }) {
  const say = useSay()
  const name = say(count === 0 ? words.nothingWaits : words.waiting({ count }))
  return <Line Icon={Clock} name={name} />
}

function Next({ home: { suggestion, grades, term } }: { home: Home }) {
  const say = useSay()
  const language = useLanguage()
  if (!suggestion) {
    if (grades && !grades.next && grades.with_feedback.grade !== noGrade)
      return <Line Icon={Lightbulb} name={say(words.highest)} />
    return <Line Icon={Lightbulb} name={say(words.nothingMore({ term: termName(term) }))} />
  }
  const { activity, done_in, is_enough } = suggestion
  const name = localized(language, activity, 'name')
  const grade = grades?.next?.grade ?? noGrade
  const why = is_enough ? words.enough({ grade }) : done_in ? words.doneIn({ term: termName(done_in) }) : words.towards({ grade })
  return (
    <Line
      Icon={Lightbulb}
      name={say(words.suggestion({ name }))}
      details={<Detail text={say(words.suggestionBecause({ points: formatPoints(activity.score), why }))} />}
    >
      <Link
        to={pages.staffDashboard}
        search={{ tab: 'your-activity', activity: activity.id }}
        aria-label={say(messages.activities.postNamed({ name }))}
        className={lineLink}
      >
        {say(messages.activities.post)}
      </Link>
    </Line>
  )
}

/** The days in which one can post, and Post. On a phone, Post is in the bar at the lower edge. */
function Days({ home }: { home: Home }) {
  const say = useSay()
  const days = daysOf(say, home)
  return (
    <div className="mt-auto flex min-h-11 items-center justify-between gap-4 border-t border-line bg-sunk px-4 lg:h-9 lg:min-h-0 lg:shrink-0">
      <bdi className="min-w-0 text-sm text-quiet lg:truncate">{days ? say(days) : describeTerm(say, home.term, today())}</bdi>
      <Link
        to={pages.staffDashboard}
        search={{ ...panelSearch('your-activity'), post: 1 }}
        aria-label={say(messages.postedActivities.postNew)}
        className={`${buttonLook('primary', 'small')} ${home.has_posted ? 'max-lg:hidden' : 'max-lg:min-h-11'} shrink-0 lg:min-h-7`}
      >
        {say(messages.activities.post)}
      </Link>
    </div>
  )
}

/** The days left to post; undefined in a term that has not begun, or is over. */
function daysOf(say: Say, { term, posting_until }: Home): Message | undefined {
  const now = today()
  if (term.status === 'closed' || term.start_date > now || term.end_date < now) return undefined
  const last = posting_until ?? term.end_date
  const count = daysBetween(now, last)
  const name = termName(term)
  if (count < 0) return words.postingEnded({ term: name, day: formatDay(say, last) })
  return count === 0 ? words.lastDay({ term: name }) : words.daysLeft({ term: name, count })
}
