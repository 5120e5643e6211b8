import { useState } from 'react'
import { roles } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { OwnSession } from '../../contract/own-sessions.ts'
import type { Person } from '../../contract/people.ts'
import { useGivenRights } from '../entities/given-rights/given-rights.api.ts'
import { useSay } from '../language/language.ts'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { formatMoment } from '../ui/dates.ts'
import { useEndSessions, usePersonSessions } from './person.api.ts'
import { RecordList } from './person-records.tsx'
import { NothingHere, PersonSection, SectionContent } from './person-section.tsx'

const words = messages.person
const { unknownDevice, thisDevice, signedInSince, lastUsedAt, staysUntil, end: endWord, endNamed } = messages.ownSessions

/** Where the person is signed in now, and the records of their sign-ins. For administrators alone. */
export function PersonDevices({ person, name }: { person: Person; name: string }) {
  const say = useSay()
  return (
    <PersonSection title={say(words.devices)}>
      <Devices person={person} name={name} />
      <h3 className="border-t border-line px-4 pt-4 text-base sm:px-5">{say(words.latestSignIns)}</h3>
      <RecordList filters={{ about: String(person.id), subject: 'session' }} label={say(words.latestSignIns)} />
    </PersonSection>
  )
}

function Devices({ person, name }: { person: Person; name: string }) {
  const say = useSay()
  return (
    <SectionContent query={usePersonSessions(person.id)} failed={words.sessionsFailed}>
      {(sessions) =>
        sessions.length === 0 ? (
          <NothingHere>{say(words.noDevices)}</NothingHere>
        ) : (
          <div className="px-4 py-4 sm:px-5">
            <h3 className="text-base">{say(words.signedInOn)}</h3>
            <ul className="mt-1 divide-y divide-line">
              {sessions.map((session) => (
                <Device key={session.id ?? `${session.signed_in_at} ${session.device}`} session={session} person={person} />
              ))}
            </ul>
            <EndSessions person={person} name={name} sessions={sessions} />
          </div>
        )
      }
    </SectionContent>
  )
}

function Device({ session, person }: { session: OwnSession; person: Person }) {
  const say = useSay()
  const [isAsking, setIsAsking] = useState(false)
  const end = useEndSessions(person.id)
  const mayEnd = useMayEndSessions(person)
  const { id, device, signed_in_at, last_used_at, stays_until, is_this } = session
  const name = device ?? say(unknownDevice)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-40 grow">
        <p className="font-medium">
          <bdi>{name}</bdi>
          {is_this && <span className="ms-2 text-sm font-normal text-good">{say(thisDevice)}</span>}
        </p>
        <p className="text-sm text-quiet">
          {say(signedInSince({ moment: formatMoment(say, signed_in_at) }))}
          {say(messages.general.factSeparator)}
          {say(lastUsedAt({ moment: formatMoment(say, last_used_at) }))}
        </p>
        {stays_until && <p className="text-sm text-quiet">{say(staysUntil({ moment: formatMoment(say, stays_until) }))}</p>}
      </div>
      {mayEnd && id !== undefined && !is_this && (
        <>
          <Button
            size="small"
            busy={end.isPending}
            aria-label={say(endNamed({ device: name }))}
            onClick={() => setIsAsking(true)}
          >
            {say(endWord)}
          </Button>
          <ConfirmDialog
            open={isAsking}
            question={say(endNamed({ device: name }))}
            consequence={say(words.endConsequence)}
            confirmLabel={say(endWord)}
            busy={end.isPending}
            onCancel={() => setIsAsking(false)}
            onConfirm={() => end.mutate(id, { onSettled: () => setIsAsking(false) })}
          />
        </>
      )}
    </li>
  )
}

/** Whether the reader may end sessions of the person: other administrators do it themselves. */
function useMayEndSessions({ id, account }: Person): boolean {
  const { data } = useGivenRights()
  const isOwn = useSession()?.id === id
  const administers =
    account?.role_id === roles.admin ||
    data?.people.some((one) => one.id === id && one.rights.some(({ right }) => right === 'administrator'))
  return isOwn || !administers
}

/** Signs the person out. Other administrators do it themselves; of the own devices, this one stays. */
function EndSessions({ person, name, sessions }: { person: Person; name: string; sessions: readonly OwnSession[] }) {
  const say = useSay()
  const [isAsking, setIsAsking] = useState(false)
  const end = useEndSessions(person.id)
  const isOwn = useSession()?.id === person.id
  const mayEnd = useMayEndSessions(person)
  if (!mayEnd || (isOwn && sessions.length < 2)) return null
  const label = say(isOwn ? words.endOthers : words.endAll)
  return (
    <>
      <Button className="mt-2" busy={end.isPending} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        question={isOwn ? label : say(words.endQuestion({ name }))}
        consequence={say(words.endConsequence)}
        confirmLabel={label}
        busy={end.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => end.mutate(undefined, { onSettled: () => setIsAsking(false) })}
      />
    </>
  )
}
