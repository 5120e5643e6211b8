import { Link } from '@tanstack/react-router'
import { ArrowLeft, FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { PortalEvent } from '../../contract/events.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { useAnswerEvent, useCancelEvent, useEvent, useEventPeople, useFinishEvent } from '../entities/events/events.api.ts'
import { namesOf } from '../entities/members/names-of.ts'
import { alertFailure } from '../http/alerts.ts'
import { addressOf, refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button, buttonLook } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { formatWhole } from '../ui/numbers.ts'
import { PanelHeader } from '../ui/panel.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'
import { CheckIn } from './check-in.tsx'
import { EventGuests } from './event-guests.tsx'
import { EventPeople } from './event-people.tsx'
import { EventState } from './event-state.tsx'
import { gainSentence, isOver, isThere, runningSession, whenOf, whomOf } from './event-words.ts'
import { ScannedMember } from './scanned-member.tsx'

const EventForm = lazyComponent(() => import('./event-form.tsx'), 'EventForm', 'all')
const DoorScreen = lazyComponent(() => import('./door-screen.tsx'), 'DoorScreen')

const words = messages.events

/** One event: what a member has to know and do, and for organisers the door and the list. */
export function EventPage({ id }: { id: number }) {
  const say = useSay()
  const language = useLanguage()
  const { data: event, error, isLoadingError, refetch, isFetching } = useEvent(id)
  const now = useNow()
  if (isLoadingError)
    return (
      <>
        <PanelHeader title={say(messages.panels.events)} />
        <BackLink />
        <LoadFailure message={say(refusalOf(error) ?? words.loadFailed)} onRetry={() => void refetch()} busy={isFetching} />
      </>
    )
  if (!event)
    return (
      <>
        <PanelHeader title={say(messages.panels.events)} />
        <p role="status" className="flex items-center gap-3 py-10 text-quiet">
          <Spinner />
          {say(messages.general.loading)}
        </p>
      </>
    )
  return (
    <>
      <BackLink />
      <PanelHeader title={localized(language, event, 'name')}>
        <EventState event={event} />
      </PanelHeader>
      <div className="flex w-full max-w-3xl flex-col gap-5">
        <Facts event={event} />
        {event.taken_off_reason !== null && (
          <Banner kind="bad">{say(words.youWereTakenOff({ reason: event.taken_off_reason }))}</Banner>
        )}
        {event.is_invited && event.taken_off_reason === null && <CheckIn event={event} now={now} />}
        {event.state === 'done' && event.sessions.some(({ was_there }) => was_there) && <OwnCertificate event={event} />}
        {event.is_invited && !isOver(event, now) && !runningSession(event, now) && <Answer event={event} />}
        {event.may_manage && <Organising event={event} now={now} />}
      </div>
    </>
  )
}

/** The time of this moment, every ten seconds: doors open and close while the page stands. */
function useNow() {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

function BackLink() {
  const say = useSay()
  return (
    <Link
      to="."
      search={({ event: _, ...search }) => search}
      className="-mb-3 inline-flex min-h-9 w-fit items-center gap-1.5 text-sm text-quiet hover:text-ink max-sm:min-h-11 print:hidden"
    >
      <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
      {say(words.back)}
    </Link>
  )
}

function Facts({ event }: { event: PortalEvent }) {
  const say = useSay()
  const language = useLanguage()
  const gain = gainSentence(event)
  const activity = localized(language, event, 'activity_name')
  const facts: [Message, string][] = [
    [words.place, event.place],
    [messages.fields.activity, gain ? `${activity} · ${say(gain)}` : activity],
    [words.forWhom, whomOf(say, language, event)],
    [
      words.attendance.saidYes,
      // Once it is over nobody comes any more: the number alone is what they had said.
      event.state !== 'planned'
        ? formatWhole(event.coming_count)
        : say(
            event.seats === null
              ? words.comingCount({ count: event.coming_count })
              : words.ofSeats({ coming: formatWhole(event.coming_count), seats: formatWhole(event.seats) }),
          ),
    ],
  ]
  const organisers = namesOf(say, language, event.organisers)
  if (organisers !== '') facts.push([words.organisers, organisers])
  return (
    <section className="rounded-lg border border-line bg-card p-4 shadow-soft sm:p-5">
      <ul className="space-y-1 font-medium">
        {event.sessions.map((session) => (
          <li key={session.id}>
            <bdi>{whenOf(say, session)}</bdi>
          </li>
        ))}
      </ul>
      <dl className="mt-3 grid gap-x-6 gap-y-1.5 sm:grid-cols-[auto_1fr]">
        {facts.map(([label, value]) => (
          <div key={label.key} className="contents">
            <dt className="text-quiet">{say(label)}</dt>
            <dd className="min-w-0 wrap-anywhere max-sm:mb-1.5">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function OwnCertificate({ event }: { event: PortalEvent }) {
  const say = useSay()
  return (
    <a
      href={addressOf('GET /events/:id/certificate', { params: { id: event.id } })}
      download
      className={`${buttonLook('plain', 'medium')} self-start`}
    >
      <FileText aria-hidden="true" className="size-4" />
      {say(words.ownCertificate)}
    </a>
  )
}

function Answer({ event }: { event: PortalEvent }) {
  const say = useSay()
  const { mutate, isPending } = useAnswerEvent()
  const answer = (is_coming: boolean) =>
    mutate({ id: event.id, is_coming }, { onError: (error) => alertFailure(error, words.failed) })
  return (
    <div className="flex flex-wrap gap-2.5">
      {event.is_coming ? (
        <Button busy={isPending} onClick={() => answer(false)}>
          {say(words.iComeNot)}
        </Button>
      ) : (
        <Button look="primary" busy={isPending} onClick={() => answer(true)}>
          {say(words.iCome)}
        </Button>
      )}
    </div>
  )
}

function Organising({ event, now }: { event: PortalEvent; now: number }) {
  const say = useSay()
  const name = localized(useLanguage(), event, 'name')
  const running = runningSession(event, now)
  const next = running ?? event.sessions.find(({ ends_at }) => Date.parse(ends_at) > now) ?? event.sessions.at(-1)
  const people = useEventPeople(event.id, running !== undefined)
  const finish = useFinishEvent()
  const cancel = useCancelEvent()
  const [asked, setAsked] = useState<'finish' | 'cancel' | 'edit' | 'door'>()
  const close = () => setAsked(undefined)
  const isPlanned = event.state === 'planned'
  const hasLater = event.sessions.some(({ begins_at }) => Date.parse(begins_at) > now)
  const hasBegun = event.sessions.some(({ begins_at }) => Date.parse(begins_at) <= now)
  const present = people.data?.filter(isThere) ?? []
  const run = { onError: (error: unknown) => alertFailure(error, words.failed), onSettled: close }
  return (
    <>
      {isPlanned && <ScannedMember event={event} session={running} />}
      {isPlanned && (
        <div className="flex flex-wrap gap-2.5 print:hidden">
          {next && Date.parse(next.ends_at) > now && (
            <Button look="primary" onClick={() => setAsked('door')} onPointerEnter={() => void DoorScreen.preload?.()}>
              {say(words.door)}
            </Button>
          )}
          <Button onClick={() => setAsked('edit')}>{say(words.edit)}</Button>
          {hasBegun && <Button onClick={() => setAsked('finish')}>{say(words.finish)}</Button>}
          {present.length === 0 && <Button onClick={() => setAsked('cancel')}>{say(words.cancel)}</Button>}
        </div>
      )}
      <EventPeople event={event} list={people} session={next} />
      <EventGuests event={event} />
      <ConfirmDialog
        open={asked === 'finish'}
        look="primary"
        question={say(words.finishQuestion({ name }))}
        consequence={[...(hasLater ? [words.finishTooEarly] : []), words.finishConsequence({ count: present.length })]
          .map(say)
          .join(' ')}
        confirmLabel={say(words.finish)}
        busy={finish.isPending}
        onCancel={close}
        onConfirm={() => finish.mutate(event.id, { ...run, onSuccess: ({ posted }) => toast(words.done({ count: posted })) })}
      />
      <ConfirmDialog
        open={asked === 'cancel'}
        question={say(words.cancelQuestion({ name }))}
        consequence={say(words.cancelConsequence)}
        confirmLabel={say(words.cancel)}
        cancelLabel={say(messages.actions.close)}
        busy={cancel.isPending}
        onCancel={close}
        onConfirm={() => cancel.mutate(event.id, { ...run, onSuccess: () => toast(words.cancelled) })}
      />
      {asked === 'edit' && (
        <LazyBoundary onFailure={close}>
          <EventForm event={event} onClose={close} />
        </LazyBoundary>
      )}
      {asked === 'door' && next && (
        <LazyBoundary onFailure={close}>
          <DoorScreen event={event} session={next} onClose={close} />
        </LazyBoundary>
      )}
    </>
  )
}
