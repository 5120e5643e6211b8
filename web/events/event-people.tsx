import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { accountName } from '../../contract/account-names.ts'
import type { EventPerson, PortalEvent } from '../../contract/events.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { shownName, withShownName } from '../../contract/person-names.ts'
import { useEventMembers, useTakeOff, useTickMembers } from '../entities/events/events.api.ts'
import { PersonCombobox } from '../entities/members/person-combobox.tsx'
import { alertFailure } from '../http/alerts.ts'
import { addressOf, refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { useSession } from '../session/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, buttonLook } from '../ui/button.tsx'
import { formatMoment } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'

const words = messages.events

type Props = {
  event: PortalEvent
  list: UseQueryResult<EventPerson[]>
  /** The session to which members are checked in by name: the one that runs, or the next one. */
  session: PortalEvent['sessions'][number] | undefined
}

/** Who comes and who was there, with what an organiser should look at, and checking in by name. */
export function EventPeople({ event, list, session }: Props) {
  const say = useSay()
  const [removed, setRemoved] = useState<EventPerson>()
  const mayTick = event.state !== 'cancelled' && session !== undefined
  return (
    <section aria-labelledby="event-people" className="rounded-lg border border-line bg-card p-4 shadow-soft sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="event-people" className="text-lg">
          {say(words.people)}
        </h2>
        <ul className="flex flex-wrap gap-2 print:hidden">
          {(['csv', 'xlsx', 'pdf'] as const).map((format) => (
            <li key={format}>
              <a
                href={addressOf('GET /events/:id/list', { params: { id: event.id }, query: { format } })}
                download
                aria-label={say(
                  messages.general.labelled({
                    label: format === 'pdf' ? words.listToSign : words.list,
                    value: format.toUpperCase(),
                  }),
                )}
                className={buttonLook('plain', 'small')}
              >
                {format.toUpperCase()}
              </a>
            </li>
          ))}
        </ul>
      </div>
      {mayTick && <TickByName event={event} sessionId={session.id} />}
      <div className="mt-4">
        {list.isLoadingError ? (
          <LoadFailure
            isPlain
            message={say(refusalOf(list.error) ?? words.peopleFailed)}
            onRetry={() => void list.refetch()}
            busy={list.isFetching}
          />
        ) : !list.data ? (
          <p role="status" className="flex items-center gap-3 py-2 text-quiet">
            <Spinner />
            {say(messages.general.loading)}
          </p>
        ) : list.data.length === 0 ? (
          <p className="text-quiet">{say(words.nobody)}</p>
        ) : (
          <ul aria-labelledby="event-people" className="divide-y divide-line rounded-md border border-line">
            {list.data.map((person) => (
              <Person
                key={person.id}
                person={person}
                mayTick={mayTick}
                event={event}
                sessionId={session?.id}
                onRemove={() => setRemoved(person)}
              />
            ))}
          </ul>
        )}
      </div>
      {removed && <TakeOffDialog event={event} person={removed} onClose={() => setRemoved(undefined)} />}
    </section>
  )
}

function useTick(event: PortalEvent, sessionId: number | undefined) {
  const { mutate, isPending } = useTickMembers()
  const tick = (id: number, name: string) => {
    if (sessionId === undefined) return
    mutate(
      { id: event.id, session_id: sessionId, user_ids: [id] },
      {
        onSuccess: () => toast(words.nameChecked({ name })),
        onError: (error) => alertFailure(error, words.failed),
      },
    )
  }
  return { tick, isPending }
}

function TickByName({ event, sessionId }: { event: PortalEvent; sessionId: number }) {
  const say = useSay()
  const language = useLanguage()
  const ownId = useSession()?.id
  const members = useEventMembers(event.id, true)
  const { tick } = useTick(event, sessionId)
  const people = members.data
    ?.filter(({ id }) => id !== ownId)
    .map((member) => ({
      ...withShownName(language, { name: member.name, other_name: member.other_name }),
      id: member.id,
      note: localized(language, member, 'department_name') ?? '',
    }))
  return (
    <div className="mt-3 max-w-md print:hidden">
      <PersonCombobox
        label={say(words.tick)}
        people={people}
        nothing={say(words.noMember)}
        onChoose={(person) => person && tick(person.id, person.name)}
      />
    </div>
  )
}

type PersonProps = {
  person: EventPerson
  event: PortalEvent
  mayTick: boolean
  sessionId: number | undefined
  onRemove: () => void
}

function Person({ person, event, mayTick, sessionId, onRemove }: PersonProps) {
  const say = useSay()
  const language = useLanguage()
  const ownId = useSession()?.id
  const { tick, isPending } = useTick(event, sessionId)
  const name = shownName(language, person)
  const department = localized(language, person, 'department_name')
  const wasThere = person.check_ins.length > 0 && person.removed_reason === null
  const state = wasThere ? words.wasThere : person.is_coming ? words.says : words.invitedOnly
  const isInSession = person.check_ins.some(({ session_id }) => session_id === sessionId) && person.removed_reason === null
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5 px-3 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p dir="auto" className="text-as-around font-medium wrap-anywhere">
          {name}
        </p>
        {department && (
          <p dir="auto" className="text-as-around text-[0.8125rem] text-quiet wrap-anywhere">
            {department}
          </p>
        )}
        {person.removed_reason !== null && (
          <p className="text-[0.8125rem] text-bad">
            <bdi>{say(words.takenOffBecause({ reason: person.removed_reason }))}</bdi>
          </p>
        )}
        {notesOf(person).map((note) => (
          <p key={note.key + JSON.stringify(note.values ?? {})} className="text-[0.8125rem] text-quiet">
            <bdi>{say(note)}</bdi>
          </p>
        ))}
        {person.check_ins[0] && (
          <p className="text-[0.8125rem] text-quiet">
            <bdi>{formatMoment(say, person.check_ins[0].at)}</bdi>
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Badge look={wasThere ? 'good' : 'plain'}>{say(state)}</Badge>
        {mayTick && !isInSession && person.id !== ownId && (
          <Button size="small" busy={isPending} aria-label={say(words.tickNamed({ name }))} onClick={() => tick(person.id, name)}>
            {say(words.checkIn)}
          </Button>
        )}
        {wasThere && event.state === 'done' && (
          <a
            href={addressOf('GET /events/:id/certificate', { params: { id: event.id }, query: { user_id: String(person.id) } })}
            download
            aria-label={say(words.certificateFor({ name }))}
            className={buttonLook('plain', 'small')}
          >
            {say(words.certificates)}
          </a>
        )}
        {wasThere && (
          <Button size="small" look="ghost" aria-label={say(words.takeOffNamed({ name }))} onClick={onRemove}>
            {say(words.takeOff)}
          </Button>
        )}
      </div>
    </li>
  )

  function notesOf({ check_ins }: EventPerson): Message[] {
    return check_ins.flatMap(({ how, recorded_by_name, of_device, from_elsewhere }) => [
      ...(how === 'ticked' ? [words.byName({ who: accountName(say, recorded_by_name ?? '') })] : []),
      ...(how === 'scanned' ? [words.byScan({ who: accountName(say, recorded_by_name ?? '') })] : []),
      ...(of_device === null ? [] : [words.sameDevice({ count: of_device })]),
      ...(from_elsewhere ? [words.elsewhere] : []),
    ])
  }
}

function TakeOffDialog({ event, person, onClose }: { event: PortalEvent; person: EventPerson; onClose: () => void }) {
  const say = useSay()
  const name = shownName(useLanguage(), person)
  const { mutate, isPending } = useTakeOff()
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  return (
    <Dialog open onClose={onClose} title={say(words.takeOffNamed({ name }))}>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(submit) => {
          submit.preventDefault()
          if (reason.trim() === '') return setIsMissing(true)
          mutate(
            { id: event.id, user_id: person.id, reason },
            {
              onSuccess: () => {
                toast(words.takenOff({ name }))
                onClose()
              },
              onError: (error) => alertFailure(error, words.failed),
            },
          )
        }}
      >
        <TextField
          label={say(words.reason)}
          hint={say(words.reasonHint({ name }))}
          maxLength={500}
          value={reason}
          error={isMissing ? say(words.reasonRequired) : undefined}
          onChange={({ target }) => {
            setReason(target.value)
            setIsMissing(false)
          }}
        />
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={onClose}>{say(messages.actions.cancel)}</Button>
          <Button type="submit" look="danger" busy={isPending}>
            {say(words.takeOff)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
