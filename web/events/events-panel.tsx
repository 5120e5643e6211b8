import './words.ts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { PortalEvent } from '../../contract/events.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { useEvents } from '../entities/events/events.api.ts'
import { useTermInAddress } from '../entities/terms/term-in-address.ts'
import { TermPicker } from '../entities/terms/term-picker.tsx'
import { refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { useOpenFromAddress } from '../routing/open-from-address.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState, NextStep } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { PanelHeader } from '../ui/panel.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { EventPage } from './event-page.tsx'
import { EventState } from './event-state.tsx'
import { gainSentence, isPast, whenOf, whomOf } from './event-words.ts'

const EventForm = lazyComponent(() => import('./event-form.tsx'), 'EventForm', 'all')
const Attendance = lazyComponent(() => import('./attendance.tsx'), 'Attendance')

const words = messages.events

/** The events of a term, the one in the address, or their attendance in numbers. */
export function EventsPanel() {
  const { event, section } = useSearch({ strict: false })
  const navigate = useNavigate()
  if (event !== undefined) return <EventPage key={event} id={event} />
  if (section !== 'attendance') return <EventsList />
  const leave = () => void navigate({ to: '.', search: ({ section: _, ...search }) => search })
  return (
    <LazyBoundary onFailure={leave}>
      <Attendance sections={<Sections open="attendance" />} />
    </LazyBoundary>
  )
}

/** The parts of the panel, for who has numbers to see. */
function Sections({ open }: { open: 'list' | 'attendance' }) {
  const say = useSay()
  const { term } = useSearch({ strict: false })
  return (
    <nav aria-label={say(words.attendance.sections)} className="-mt-1 border-b border-line print:hidden">
      <ul className="flex flex-wrap gap-x-1">
        {(['list', 'attendance'] as const).map((section) => (
          <li key={section}>
            <Link
              to="."
              search={{ tab: 'events', ...(section === 'list' ? {} : { section }), ...(term === undefined ? {} : { term }) }}
              aria-current={section === open ? 'page' : undefined}
              // Without it the list counts as open in the attendance, too, whose address has all of its own and more.
              activeOptions={{ exact: true, includeSearch: true }}
              className="-mb-px flex min-h-10 max-sm:min-h-11 items-center border-b-2 border-transparent px-3 text-sm font-medium text-quiet hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-brass aria-[current=page]:text-ink sm:px-4"
            >
              {say(section === 'list' ? words.title : words.attendance.title)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function EventsList() {
  const say = useSay()
  const navigate = useNavigate()
  const { isAdmin, department, faculty, see_members } = useRights()
  const mayAdd = isAdmin || department !== null || faculty !== null
  const { terms, term, chooseTerm } = useTermInAddress()
  const { data, isLoadingError, error, refetch, isFetching } = useEvents(term?.id)
  const [isAdding, setIsAdding] = useState(false)
  useOpenFromAddress('add', () => setIsAdding(true), mayAdd)
  const now = Date.now()
  const coming = data?.filter((event) => !isPast(event, now)) ?? []
  const past = data?.filter((event) => isPast(event, now)).toReversed() ?? []

  function close(saved?: PortalEvent) {
    setIsAdding(false)
    if (saved) void navigate({ to: '.', search: (search) => ({ ...search, event: saved.id }) })
  }

  return (
    <>
      <PanelHeader title={say(messages.panels.events)} summary={say(mayAdd ? words.manageSummary : words.summary)}>
        <TermPicker terms={terms.data} chosen={term} onChoose={chooseTerm} />
        {mayAdd && term?.status === 'open' && (
          <Button look="primary" onClick={() => setIsAdding(true)} onPointerEnter={() => void EventForm.preload?.()}>
            {say(words.add)}
          </Button>
        )}
      </PanelHeader>
      {(see_members || data?.some(({ may_manage }) => may_manage)) && <Sections open="list" />}
      {isLoadingError ? (
        <LoadFailure message={say(refusalOf(error) ?? words.loadFailed)} onRetry={() => void refetch()} busy={isFetching} />
      ) : !data ? (
        <p role="status" className="flex items-center gap-3 py-10 text-quiet">
          <Spinner />
          {say(messages.general.loading)}
        </p>
      ) : data.length === 0 ? (
        <EmptyState title={say(words.empty)}>
          <NextStep text={say(words.emptyHint)} />
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-7">
          <Group title={say(words.coming)} events={coming} />
          <Group title={say(words.past)} events={past} />
        </div>
      )}
      {isAdding && (
        <LazyBoundary onFailure={() => setIsAdding(false)}>
          <EventForm event={undefined} onClose={close} />
        </LazyBoundary>
      )}
    </>
  )
}

function Group({ title, events }: { title: string; events: readonly PortalEvent[] }) {
  if (events.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="text-lg">{title}</h2>
      <ul aria-label={title} className="mt-3 grid gap-3">
        {events.map((event) => (
          <EventCard key={event.id} event={event} />
        ))}
      </ul>
    </section>
  )
}

function EventCard({ event }: { event: PortalEvent }) {
  const say = useSay()
  const language = useLanguage()
  const [first] = event.sessions
  const gain = gainSentence(event)
  return (
    <li className="relative rounded-lg border border-line bg-card p-4 shadow-soft hover:border-edge">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
        <h3 className="min-w-0 font-sans text-base font-semibold wrap-anywhere">
          <Link to="." search={(search) => ({ ...search, event: event.id })} className="after:absolute after:inset-0">
            <bdi>{localized(language, event, 'name')}</bdi>
          </Link>
        </h3>
        <EventState event={event} />
      </div>
      {first && (
        <p className="mt-1">
          <bdi>{whenOf(say, first)}</bdi>
        </p>
      )}
      <p className="mt-0.5 text-sm text-quiet wrap-anywhere">
        <bdi>{event.place}</bdi> · <bdi>{whomOf(say, language, event)}</bdi>
        {gain && (
          <>
            {' · '}
            <bdi>{say(gain)}</bdi>
          </>
        )}
      </p>
    </li>
  )
}
