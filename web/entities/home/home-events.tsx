import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatClock, isoMomentIn } from '../../../contract/dates.ts'
import type { ComingEvent } from '../../../contract/home.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { checkInOpensMinutes } from '../../../contract/limits.ts'
import { localized } from '../../../contract/localized.ts'
import { pages } from '../../../contract/pages.ts'
import { alertFailure } from '../../http/alerts.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { portalZone } from '../../ui/time-zone.ts'
import { useAnswerEvent } from '../events/events.api.ts'
import { countPoints } from '../grades/count-points.ts'
import { lineLink } from './line-link.ts'

const words = messages.home

/** The next events, on a wide page in a column of their own. */
export function EventsCard({ events }: { events: readonly ComingEvent[] }) {
  const say = useSay()
  const now = useNow()
  return (
    <ul
      aria-label={say(words.events)}
      className="min-w-0 divide-y divide-line overflow-clip rounded-lg border border-line bg-card shadow-soft"
    >
      {events.map((event) => (
        <li
          key={event.id}
          className="flex min-h-12 items-center gap-3 px-4 py-2 @max-xs/page:flex-wrap lg:h-1/3 lg:min-h-0 lg:py-0"
        >
          <CalendarClock aria-hidden="true" className="size-4 shrink-0 self-start text-quiet max-lg:mt-1 lg:hidden" />
          <p className="relative min-w-0 grow wrap-anywhere @max-xs/page:basis-3/4">
            <EventLink event={event} />
            <Details event={event} now={now} />
          </p>
          <Action event={event} now={now} />
        </li>
      ))}
    </ul>
  )
}

/** The first event as a line among what concerns the member. */
export function EventLine({ event }: { event: ComingEvent }) {
  const now = useNow()
  return (
    <li className="flex h-8 items-center gap-3 px-4">
      <CalendarClock aria-hidden="true" className="size-4 shrink-0 text-quiet" />
      <p className="flex min-w-0 grow gap-2.5">
        <EventLink event={event} />
        <Details event={event} now={now} />
      </p>
      <Action event={event} now={now} />
    </li>
  )
}

/** The time of this moment, every half a minute: a door opens while the page stands. */
function useNow() {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const placeOf = ({ id }: ComingEvent) => ({ to: pages.staffDashboard, search: { tab: 'events', event: id } }) as const

function EventLink({ event }: { event: ComingEvent }) {
  const name = localized(useLanguage(), event, 'name')
  return (
    // For a finger, the text below the name belongs to the link.
    <Link
      {...placeOf(event)}
      title={name}
      dir="auto"
      className="block min-w-0 text-as-around font-medium hover:underline max-lg:after:absolute max-lg:after:inset-0 lg:truncate lg:leading-5"
    >
      {name}
    </Link>
  )
}

function Details({ event: { begins_at, ends_at, place, gain }, now }: { event: ComingEvent; now: number }) {
  const say = useSay()
  const isRunning = Date.parse(begins_at) <= now && now < Date.parse(ends_at)
  const when = say(
    isRunning
      ? words.eventNow({ clock: isoMomentIn(portalZone(), ends_at).slice(11, 16) })
      : messages.dates.moment(formatClock(say, isoMomentIn(portalZone(), begins_at))),
  )
  const brings = say(gain.points > 0 ? words.eventBrings({ points: countPoints(gain.points) }) : words.eventBringsNothing)
  return (
    <span
      title={[when, place, brings].join(' · ')}
      dir="auto"
      className="block min-w-0 text-as-around text-sm leading-6 text-quiet lg:truncate lg:text-[0.8125rem] lg:leading-5"
    >
      {when} · <bdi>{place}</bdi> · <bdi>{brings}</bdi>
    </span>
  )
}

/** The one thing to do: to check in while the door is open, and before that to say that one comes. */
function Action({ event, now }: { event: ComingEvent; now: number }) {
  const say = useSay()
  const name = localized(useLanguage(), event, 'name')
  const { mutate, isPending } = useAnswerEvent()
  const { id, begins_at, ends_at, was_there, is_coming, is_full } = event
  const isOpen = now >= Date.parse(begins_at) - checkInOpensMinutes * 60_000 && now <= Date.parse(ends_at)
  const said = was_there ? words.checkedIn : is_coming ? words.youCome : is_full ? words.full : undefined
  if (isOpen && !was_there)
    return (
      <Link {...placeOf(event)} aria-label={say(words.checkInTo({ name }))} className={lineLink}>
        {say(words.checkIn)}
      </Link>
    )
  if (said) return <bdi className="max-w-1/2 shrink-0 text-sm text-quiet">{say(said)}</bdi>
  return (
    <button
      type="button"
      aria-label={say(words.iComeTo({ name }))}
      disabled={isPending}
      onClick={() => mutate({ id, is_coming: true }, { onError: (error) => alertFailure(error, words.answerFailed) })}
      className={`${lineLink} cursor-pointer`}
    >
      {say(words.iCome)}
    </button>
  )
}
