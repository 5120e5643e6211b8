import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { accountName } from '../../contract/account-names.ts'
import type { EventPerson, PortalEvent } from '../../contract/events.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { shownName, withShownName } from '../../contract/person-names.ts'
import { useEventMembers, useTakeOff, useTickMembers, useUntick } from '../entities/events/events.api.ts'
import { PersonCombobox } from '../entities/members/person-combobox.tsx'
import { alertFailure } from '../http/alerts.ts'
import { addressOf, refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { useSession } from '../session/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, buttonLook } from '../ui/button.tsx'
import { formatMoment } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { formatWhole } from '../ui/numbers.ts'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'
import { ToggleButton } from '../ui/toggle-button.tsx'
import { isThere, openedSessions, whenOf } from './event-words.ts'

const ParticipantsDialog = lazyComponent(() => import('./participants-dialog.tsx'), 'ParticipantsDialog', 'all')

const words = messages.events

type Props = {
  event: PortalEvent
  list: UseQueryResult<EventPerson[]>
  /** The session that runs, or the next one: unless another one is chosen, members are checked in to it by name. */
  session: PortalEvent['sessions'][number] | undefined
}

/** The parts of the list: of 500 people in a hall, those to ask about are few. */
const parts = {
  all: () => true,
  there: isThere,
  awaited: (person: EventPerson) => person.is_coming && person.check_ins.length === 0,
  toAsk: (person: EventPerson) =>
    isThere(person) && person.check_ins.some(({ of_device, from_elsewhere }) => of_device !== null || from_elsewhere),
}
type Part = keyof typeof parts
const partNames = Object.keys(parts) as Part[]

/** Who comes and who was there, with what an organiser should look at, and checking in by name. */
export function EventPeople({ event, list, session: next }: Props) {
  const say = useSay()
  const [removed, setRemoved] = useState<EventPerson>()
  const [chosen, setChosen] = useState<number>()
  const [isImporting, setIsImporting] = useState(false)
  const [part, setPart] = useState<Part>('all')
  const opened = openedSessions(event, Date.now())
  const session = opened.find(({ id }) => id === chosen) ?? opened.find(({ id }) => id === next?.id) ?? opened.at(-1)
  const mayTick = event.state !== 'cancelled' && session !== undefined
  const shown = list.data?.filter(parts[part])
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
                {format === 'pdf' ? say(words.listToSign) : format.toUpperCase()}
              </a>
            </li>
          ))}
        </ul>
      </div>
      {mayTick && (
        <div className="mt-3 flex flex-wrap items-end gap-2.5 print:hidden">
          {event.sessions.length > 1 && (
            <div className="w-full max-w-md">
              <SelectField
                label={say(words.sessionToTick)}
                value={session.id}
                onChange={({ target }) => setChosen(Number(target.value))}
              >
                {opened.map((one) => (
                  <option key={one.id} value={one.id}>
                    {whenOf(say, one)}
                  </option>
                ))}
              </SelectField>
            </div>
          )}
          <div className="w-full max-w-md">
            <TickByName event={event} sessionId={session.id} />
          </div>
          <Button size="large" onClick={() => setIsImporting(true)} onPointerEnter={() => void ParticipantsDialog.preload?.()}>
            {say(words.lists.open)}
          </Button>
        </div>
      )}
      <div className="mt-4">
        {list.isLoadingError ? (
          <LoadFailure
            isPlain
            message={say(refusalOf(list.error) ?? words.peopleFailed)}
            onRetry={() => void list.refetch()}
            busy={list.isFetching}
          />
        ) : !list.data || !shown ? (
          <p role="status" className="flex items-center gap-3 py-2 text-quiet">
            <Spinner />
            {say(messages.general.loading)}
          </p>
        ) : list.data.length === 0 ? (
          <p className="text-quiet">{say(words.nobody)}</p>
        ) : (
          <>
            <Parts list={list.data} shown={part} onChoose={setPart} />
            {shown.length === 0 ? (
              <p className="text-quiet">{say(words.nobody)}</p>
            ) : (
              <ul aria-labelledby="event-people" className="divide-y divide-line rounded-md border border-line">
                {shown.map((person) => (
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
          </>
        )}
      </div>
      {isImporting && session && (
        <LazyBoundary onFailure={() => setIsImporting(false)}>
          <ParticipantsDialog event={event} sessions={opened} session={session} onClose={() => setIsImporting(false)} />
        </LazyBoundary>
      )}
      {removed && <TakeOffDialog event={event} person={removed} onClose={() => setRemoved(undefined)} />}
    </section>
  )
}

function Parts({ list, shown, onChoose }: { list: EventPerson[]; shown: Part; onChoose: (part: Part) => void }) {
  const say = useSay()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these are buttons.
    <div role="group" aria-label={say(words.shownPeople)} className="mb-3 flex flex-wrap gap-1.5 print:hidden">
      {partNames.map((name) => (
        <ToggleButton key={name} isOn={name === shown} onToggle={() => onChoose(name)}>
          {say(words.partOfPeople[name]({ number: formatWhole(list.filter(parts[name]).length) }))}
        </ToggleButton>
      ))}
    </div>
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
    <PersonCombobox
      label={say(words.tick)}
      people={people}
      nothing={say(words.noMember)}
      onChoose={(person) => person && tick(person.id, person.name)}
    />
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
  const wasThere = isThere(person)
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
        {event.sessions.length > 1 && <Sessions event={event} person={person} name={name} />}
        {notesOf(person).map((note) => (
          <p key={note.key + JSON.stringify(note.values ?? {})} className="text-[0.8125rem] text-quiet">
            <bdi>{say(note)}</bdi>
          </p>
        ))}
        {event.sessions.length === 1 && person.check_ins[0] && (
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
    return check_ins.flatMap((checkIn) => {
      const { of_device, from_elsewhere } = checkIn
      const how = event.sessions.length > 1 ? undefined : howOf(say, checkIn)
      return [
        ...(how ? [how] : []),
        ...(of_device === null ? [] : [words.sameDevice({ count: of_device })]),
        ...(from_elsewhere ? [words.elsewhere] : []),
      ]
    })
  }
}

/** Who checked the member in; undefined if they did it themselves. */
function howOf(say: Say, { how, recorded_by_name }: EventPerson['check_ins'][number]): Message | undefined {
  const who = accountName(say, recorded_by_name ?? '')
  return how === 'ticked' ? words.byName({ who }) : how === 'scanned' ? words.byScan({ who }) : undefined
}

type SessionsProps = { event: PortalEvent; person: EventPerson; name: string }

/** The sessions at which a member was. A check-in by mistake is undone; the only one is, by taking the member off the list. */
function Sessions({ event, person, name }: SessionsProps) {
  const say = useSay()
  const { mutate, isPending } = useUntick()
  const mayUndo = person.check_ins.length > 1 && person.removed_reason === null
  return (
    <ul>
      {event.sessions.map(({ id }, index) => {
        const found = person.check_ins.find(({ session_id }) => session_id === id)
        if (!found) return null
        const number = String(index + 1)
        const how = howOf(say, found)
        const there = say(words.sessionThere({ number, moment: formatMoment(say, found.at) }))
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-2 text-[0.8125rem] text-quiet">
            <bdi>{how ? `${there}${say(messages.general.factSeparator)}${say(how)}` : there}</bdi>
            {mayUndo && (
              <Button
                size="small"
                look="ghost"
                busy={isPending}
                aria-label={say(words.untickNamed({ name, number }))}
                onClick={() =>
                  mutate(
                    { id: event.id, session_id: id, user_id: person.id },
                    {
                      onSuccess: () => toast(words.untickedNamed({ name })),
                      onError: (error) => alertFailure(error, words.failed),
                    },
                  )
                }
              >
                {say(words.untick)}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
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
