import { messages } from '../../contract/languages/catalogue.ts'
import type { ParticipantsPreview } from '../../contract/participants.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, authorizedTransaction } from '../../database/transaction.ts'
import { Conflict, NotFound } from '../errors/errors.ts'
import { conflictWith } from '../http/who-changed.queries.ts'
import type { ImportFile } from '../imports/import-file.ts'
import { type PolicySettings, viewers } from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'
import { certificates } from './certificates.queries.ts'
import { checkInByOrganiser } from './events.actions.ts'
import { events } from './events.queries.ts'
import { countsOf, decideRows, fingerprintOf, namingRows } from './participant-rows.ts'
import { participants } from './participants.queries.ts'

const words = messages.events

/** A list from elsewhere, for a session of an event. */
export interface ParticipantList {
  eventId: number
  sessionId: number
  file: Pick<ImportFile, 'table' | 'digest' | 'fingerprint'>
}

async function decided(sql: Sql, { eventId, sessionId, file }: ParticipantList, organiser: Viewer) {
  if (!(await events(sql).hasOpened(eventId, sessionId))) throw new Conflict(words.notOpen)
  const candidates = await participants(sql).candidates(eventId, sessionId)
  const guests = await certificates(sql).guests(eventId)
  const rows = decideRows(namingRows(file.table), candidates, guests, organiser.id)
  return { rows, fingerprint: fingerprintOf(file.digest, sessionId, rows) }
}

/** Whom the list would check in. The viewer is an organiser by now. */
export async function previewParticipants(sql: Sql, list: ParticipantList, organiser: Viewer): Promise<ParticipantsPreview> {
  const { rows, fingerprint } = await decided(sql, list, organiser)
  const shown = rows.map(({ userId: _, guest: __, ...row }) => row)
  return { rows: shown, counts: countsOf(rows), fingerprint }
}

/** Checks in the members of the list as by name, all in one transaction. What became another outcome since the preview refuses all of it. */
export function importParticipants(
  database: Database,
  settings: PolicySettings,
  list: ParticipantList,
  addsGuests: boolean,
  actor: Actor,
): Promise<{ checked_in: number; guests: number }> {
  return authorizedTransaction(
    database,
    actor,
    (tx) => viewers(tx, settings).lock(actor.id),
    async (tx, by, organiser) => {
      const held = await events(tx).lock(organiser, list.eventId)
      if (held.state === 'cancelled') throw await conflictWith(tx, { subject: 'event', id: held.id }, words.notPlanned)
      const { rows, fingerprint } = await decided(tx, list, organiser)
      if (fingerprint !== list.file.fingerprint) throw new Conflict(messages.imports.movedOn)
      const userIds = rows.flatMap(({ outcome, userId }) => (outcome === 'new' && userId !== null ? userId : []))
      const guests = addsGuests ? rows.flatMap(({ outcome, guest }) => (outcome === 'unknown' && guest ? guest : [])) : []
      if (userIds.length > 0)
        await checkInByOrganiser(tx, held, { session_id: list.sessionId, how: 'ticked', userIds }, organiser)
      const added = guests.length > 0 ? await participants(tx).addGuests(held.id, guests, by) : 0
      return { checked_in: userIds.length, guests: added }
    },
  )
}

/** Refuses who does not organise the event, before anything of their file is read. */
export async function refuseOthers(sql: Sql, viewer: Viewer, eventId: number) {
  const { may_manage } = await events(sql).byId(viewer, eventId)
  if (!may_manage) throw new NotFound(words.notFound)
}
