import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { Activity } from '../../contract/activities.ts'
import { typeName } from '../../contract/codes.ts'
import { formatDay } from '../../contract/dates.ts'
import type { PortalEvent } from '../../contract/events.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { pages } from '../../contract/pages.ts'
import type { DoneBefore, Room, toMend } from '../../contract/plan.ts'
import { formatPoints } from '../../contract/points.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import { ActivityPoints } from '../entities/activities/activity-points.tsx'
import { PostButton } from '../entities/activities/catalogue-entry.tsx'
import { explainedLook } from '../entities/scores/explained-number.tsx'
import { termNameOf } from '../entities/terms/term-name.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Button, buttonLook } from '../ui/button.tsx'

const words = messages.plan

/** What is chosen for the what-if. */
interface Choice {
  isChosen: (key: string) => boolean
  onToggle: (key: string) => void
}

export const mendKey = ({ id }: PostedActivity) => `mend ${id}`
export const postKey = ({ id }: Activity) => `post ${id}`
export const eventKey = ({ id }: PortalEvent) => `event ${id}`

/** A list with a heading; nothing where it is empty. */
function Section({ heading, isEmpty, children }: { heading: Message; isEmpty: boolean; children: ReactNode }) {
  const say = useSay()
  const id = useId()
  if (isEmpty) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-sans text-[0.8125rem] font-medium text-quiet">
        {say(heading)}
      </h3>
      <ul aria-labelledby={id} className="mt-1 divide-y divide-line border-y border-line">
        {children}
      </ul>
    </section>
  )
}

type RowProps = {
  choice: Choice
  choiceKey: string
  name: string
  points: ReactNode
  /** What stands below the name. */
  details: ReactNode
  button: ReactNode
}

function Row({ choice, choiceKey, name, points, details, button }: RowProps) {
  const say = useSay()
  return (
    <li className="flex min-h-14 items-center justify-end gap-2 py-1.5 max-sm:flex-wrap">
      <label className="-ms-2 grid size-11 shrink-0 cursor-pointer place-items-center">
        <input
          type="checkbox"
          aria-label={say(words.choose({ name }))}
          checked={choice.isChosen(choiceKey)}
          onChange={() => choice.onToggle(choiceKey)}
          className="size-5 cursor-pointer accent-brand"
        />
      </label>
      <span className="min-w-12 shrink-0 font-serif text-lg font-semibold">{points}</span>
      {/* The button is below where both do not fit. */}
      <span className="min-w-0 grow wrap-anywhere max-sm:basis-28">
        <bdi className="leading-snug font-medium">{name}</bdi>
        {details}
      </span>
      {button}
    </li>
  )
}

const detailLook = 'block text-[0.8125rem] text-quiet'

type MendProps = {
  found: ReturnType<typeof toMend<PostedActivity>>
  /** The grade that so many points more would give; undefined if it is the same. */
  gradeWith: (points: number) => string | undefined
  choice: Choice
  onLeave: () => void
}

/** The returned postings with their reasons: what is done already, and only has to be mended. */
export function ToMend({ found, gradeWith, choice, onLeave }: MendProps) {
  const say = useSay()
  const language = useLanguage()
  const navigate = useNavigate()
  return (
    <Section heading={words.returned} isEmpty={found.length === 0}>
      {found.map(({ posting, adds }) => {
        const name = localized(language, posting, 'activity_name')
        const grade = gradeWith(adds)
        const points = `+${formatPoints(adds)}`
        return (
          <Row
            key={posting.id}
            choice={choice}
            choiceKey={mendKey(posting)}
            name={name}
            points={<bdi className="whitespace-nowrap">{grade ? say(words.leadsTo({ points, grade })) : points}</bdi>}
            details={
              <>
                <bdi className={detailLook}>{formatDay(say, posting.starting_date)}</bdi>
                <span dir="auto" className="line-clamp-2 text-[0.8125rem] text-as-around">
                  {localized(language, posting, 'returned_reason')}
                </span>
              </>
            }
            button={
              <Button
                size="small"
                aria-label={say(messages.actions.editNamed({ name }))}
                className="max-sm:min-h-11"
                onClick={() => {
                  onLeave()
                  void navigate({ to: pages.staffDashboard, search: { tab: 'your-activity', posting: posting.id } })
                }}
              >
                {say(messages.actions.edit)}
              </Button>
            }
          />
        )
      })}
    </Section>
  )
}

type ActivitiesProps = {
  choice: Choice
  onLeave: () => void /** The coming events for the member, the soonest first. */
  events: readonly PortalEvent[]
}

/** What the member did in former terms, and not in this one yet. */
export function DoneBeforeList({
  found,
  ...props
}: ActivitiesProps & { found: readonly DoneBefore<Activity, PostedActivity>[] }) {
  const say = useSay()
  return (
    <Section heading={words.before} isEmpty={found.length === 0}>
      {found.map(({ activity, times, last }) => (
        <ActivityRow key={activity.id} activity={activity} {...props}>
          {say(words.done({ count: times, term: termNameOf(last) }))}
        </ActivityRow>
      ))}
    </Section>
  )
}

export function Activities({
  heading,
  activities,
  ...props
}: ActivitiesProps & { heading: Message; activities: readonly Activity[] }) {
  const say = useSay()
  return (
    <Section heading={heading} isEmpty={activities.length === 0}>
      {activities.map((activity) => (
        <ActivityRow key={activity.id} activity={activity} {...props}>
          {say(typeName(activity.type))}
        </ActivityRow>
      ))}
    </Section>
  )
}

function ActivityRow({
  activity,
  choice,
  onLeave,
  events,
  children,
}: ActivitiesProps & { activity: Activity; children: ReactNode }) {
  const event = events.find(({ activity_id }) => activity_id === activity.id)
  return (
    <Row
      choice={choice}
      choiceKey={postKey(activity)}
      name={localized(useLanguage(), activity, 'name')}
      points={
        <ActivityPoints activity={activity}>
          <bdi className={explainedLook}>+{formatPoints(activity.score)}</bdi>
        </ActivityPoints>
      }
      details={
        <>
          <bdi className={detailLook}>{children}</bdi>
          {event && <EventLink event={event} onLeave={onLeave} />}
        </>
      }
      button={<PostButton activity={activity} onPost={onLeave} />}
    />
  )
}

const dayOfEvent = (say: Say, { starting_date }: PortalEvent) => formatDay(say, starting_date)
const placeOf = ({ id }: PortalEvent) => ({ to: pages.staffDashboard, search: { tab: 'events', event: id } }) as const

/** The next event at which the activity can be done. */
function EventLink({ event, onLeave }: { event: PortalEvent; onLeave: () => void }) {
  const say = useSay()
  const name = localized(useLanguage(), event, 'name')
  return (
    <Link
      {...placeOf(event)}
      onClick={onLeave}
      className="block w-fit text-[0.8125rem] font-medium text-brand underline underline-offset-2 max-sm:py-3"
    >
      <bdi>{say(words.event({ name, day: dayOfEvent(say, event) }))}</bdi>
    </Link>
  )
}

/** The events to which the member said that they come, where their activity is not proposed anyway. */
export function Promised({ found, choice, onLeave }: Omit<ActivitiesProps, 'events'> & { found: readonly PortalEvent[] }) {
  const say = useSay()
  const language = useLanguage()
  return (
    <Section heading={words.promised} isEmpty={found.length === 0}>
      {found.map((event) => {
        const name = localized(language, event, 'name')
        return (
          <Row
            key={event.id}
            choice={choice}
            choiceKey={eventKey(event)}
            name={name}
            points={<bdi>+{formatPoints(event.gain?.points ?? 0)}</bdi>}
            details={
              <span className={detailLook}>
                <bdi>{dayOfEvent(say, event)}</bdi> · <bdi>{event.place}</bdi>
              </span>
            }
            button={
              <Link
                {...placeOf(event)}
                onClick={onLeave}
                aria-label={say(words.openNamed({ name }))}
                className={`${buttonLook('plain', 'small')} max-sm:min-h-11`}
              >
                {say(messages.actions.open)}
              </Link>
            }
          />
        )
      })}
    </Section>
  )
}

/** What still counts of each type that has a limit. */
export function RoomLeft({ rooms }: { rooms: readonly Room[] }) {
  const say = useSay()
  const sentences = rooms.flatMap(({ type, points, times }) => {
    const named = (room: { left: number; most: number }) => ({
      type: typeName(type),
      left: formatPoints(room.left),
      most: formatPoints(room.most),
    })
    return [...(points ? [words.pointsLeft(named(points))] : []), ...(times ? [words.timesLeft(named(times))] : [])]
  })
  if (sentences.length === 0) return null
  return (
    <p className="text-sm text-quiet">
      <bdi className="font-medium">{say(words.room)}</bdi>
      {sentences.map((sentence) => {
        const text = say(sentence)
        return (
          <bdi key={text} className="block">
            {text}
          </bdi>
        )
      })}
    </p>
  )
}
