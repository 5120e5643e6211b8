import { randomInt } from 'node:crypto'
import { CertificateFacts, type EventGuest } from '../../contract/events.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { codeLength, codeSigns, isCode } from '../../contract/statements.ts'
import type { Database } from '../../database/connect.ts'
import { type Actor, authorizedTransaction } from '../../database/transaction.ts'
import { Conflict, NotFound } from '../errors/errors.ts'
import { type PolicySettings, viewers } from '../policy/policy.queries.ts'
import { type Attendee, certificates, type StoredCertificate } from './certificates.queries.ts'
import { events } from './events.queries.ts'

const words = messages.events

/** The facts in the order of the schema, so that the same facts give the same text. */
const contentOf = (facts: CertificateFacts) => JSON.stringify(CertificateFacts.parse(facts))

const newCode = () => Array.from({ length: codeLength }, () => codeSigns[randomInt(codeSigns.length)]).join('')

/** A certificate of the member’s own, or for an organiser that of anybody who was there. */
export async function issueCertificate(
  database: Database,
  settings: PolicySettings,
  eventId: number,
  attendee: Attendee,
  actor: Actor,
) {
  return authorizedTransaction(
    database,
    actor,
    (tx) => viewers(tx, settings).lock(actor.id),
    async (tx, by, viewer) => {
      const isOwn = 'user_id' in attendee && attendee.user_id === viewer.id
      const { may_manage } = isOwn ? { may_manage: false } : await events(tx).byId(viewer, eventId)
      if (!isOwn && !may_manage) throw new NotFound(words.notFound)
      const facts = await certificates(tx).facts(eventId, attendee)
      if (!facts) throw new NotFound(words.noCertificate)
      const kept = await certificates(tx).keep(newCode(), eventId, attendee, contentOf(facts), by)
      return { facts, issued: kept }
    },
  )
}

/** What a certificate confirms, and whether it would be the same today. */
export async function confirmCertificate(database: Database, code: string) {
  const stored = isCode(code) ? await certificates(database).byCode(code) : undefined
  if (!stored) throw new NotFound(messages.statements.unknownCode)
  const today = await certificates(database).facts(stored.event_id, attendeeOf(stored))
  return {
    ...stored,
    facts: CertificateFacts.parse(JSON.parse(stored.content)),
    is_current: today !== undefined && contentOf(today) === stored.content,
  }
}
export type ConfirmedCertificate = Awaited<ReturnType<typeof confirmCertificate>>

function attendeeOf({ user_id, guest_id }: StoredCertificate): Attendee {
  return user_id === null ? { guest_id: guest_id ?? 0 } : { user_id }
}

export function addGuest(
  database: Database,
  settings: PolicySettings,
  eventId: number,
  name: string,
  actor: Actor,
): Promise<EventGuest> {
  return authorizedTransaction(
    database,
    actor,
    (tx) => viewers(tx, settings).lock(actor.id),
    async (tx, by, viewer) => {
      await events(tx).lock(viewer, eventId)
      const guest = await certificates(tx).addGuest(eventId, name, by)
      if (!guest) throw new Conflict(words.guestTwice, 'name')
      return guest
    },
  )
}

export function removeGuest(database: Database, settings: PolicySettings, eventId: number, id: number, actor: Actor) {
  return authorizedTransaction(
    database,
    actor,
    (tx) => viewers(tx, settings).lock(actor.id),
    async (tx, _by, viewer) => {
      await events(tx).lock(viewer, eventId)
      if (!(await certificates(tx).removeGuest(eventId, id))) throw new NotFound(words.notFound)
    },
  )
}
