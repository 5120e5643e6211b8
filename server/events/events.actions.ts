import { createHash, randomBytes } from 'node:crypto'
import type { CheckInInput, EventInput, EventPerson, PortalEvent, RemovalInput } from '../../contract/events.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, authorizedTransaction, retry } from '../../database/transaction.ts'
import { activities } from '../activities/activities.queries.ts'
import { networkOf } from '../auth/sign-in-limits.ts'
import { BadRequest, Conflict, Forbidden, NotFound } from '../errors/errors.ts'
import { conflictOrNotFound } from '../http/edit-conflict.queries.ts'
import { conflictWith } from '../http/who-changed.queries.ts'
import { type PolicySettings, viewers } from '../policy/policy.queries.ts'
import { can, type Viewer } from '../policy/policy.ts'
import { isCurrentCode, typedCode } from './door-code.ts'
import { eventPostings } from './event-postings.queries.ts'
import { events, type HeldEvent } from './events.queries.ts'
import { countGuess } from './guesses.ts'

const words = messages.events

/** A change by a person whose rights are those of this moment. */
function change<T>(
  database: Database,
  settings: PolicySettings,
  actor: Actor,
  work: (tx: Sql, viewer: Viewer) => Promise<T>,
): Promise<T> {
  return authorizedTransaction(
    database,
    actor,
    (tx) => viewers(tx, settings).lock(actor.id),
    (tx, _by, viewer) => work(tx, viewer),
  )
}

export function addEvent(database: Database, settings: PolicySettings, input: EventInput, actor: Actor): Promise<PortalEvent> {
  return change(database, settings, actor, async (tx, viewer) => {
    if (!can(viewer, 'add-events')) throw new Forbidden()
    if (!(await events(tx).isOwnScope(viewer, input))) throw new Forbidden(words.notYours)
    await refuseUnknown(tx, input)
    const id = await events(tx).add(input, randomBytes(32), viewer.id)
    return events(tx).byId(viewer, id)
  })
}

/** What the event names must be there: the activity, its organisers, and the members who were chosen. */
async function refuseUnknown(tx: Sql, input: EventInput) {
  const { activity_id, organisers, invited, audience } = input
  if (!(await activities(tx).postable({ id: activity_id }))) throw new BadRequest(words.activityRequired, 'activity_id')
  const named = [...new Set(organisers)]
  if ((await events(tx).present(named)) < named.length) throw new BadRequest(words.notOrganisers, 'organisers')
  const chosen = [...new Set(invited)]
  if (audience === 'chosen' && (await events(tx).invitable(chosen, input)) < chosen.length)
    throw new BadRequest(words.notInvitable, 'invited')
}

/** Somebody who was named as an organiser changes the event, but not for whom it is. */
export function editEvent(
  database: Database,
  settings: PolicySettings,
  id: number,
  input: EventInput,
  actor: Actor,
): Promise<PortalEvent> {
  return change(database, settings, actor, async (tx, viewer) => {
    const held = await events(tx).lock(viewer, id)
    if (held.state !== 'planned') throw await conflictWith(tx, { subject: 'event', id }, words.notPlanned)
    if (input.version !== undefined && input.version !== held.version)
      throw await conflictOrNotFound(tx, 'events', id, words.notFound)
    const isSameScope =
      input.audience === held.audience &&
      (input.department_id ?? null) === held.department_id &&
      (input.faculty_id ?? null) === held.faculty_id
    if (!isSameScope && !(await events(tx).isOwnScope(viewer, input))) throw new Forbidden(words.notYours)
    await refuseUnknown(tx, input)
    const concerns = await events(tx).differs(id, input)
    await events(tx).edit(id, input, viewer.id)
    if (concerns) await events(tx).tell(id, 'event changed')
    return events(tx).byId(viewer, id)
  })
}

export function cancelEvent(database: Database, settings: PolicySettings, id: number, actor: Actor): Promise<PortalEvent> {
  return change(database, settings, actor, async (tx, viewer) => {
    const held = await events(tx).lock(viewer, id)
    if (held.state !== 'planned') throw await conflictWith(tx, { subject: 'event', id }, words.notPlanned)
    if (held.has_check_ins) throw new Conflict(words.hasCheckIns)
    await events(tx).setState(id, 'cancelled', viewer.id)
    await events(tx).tell(id, 'event cancelled')
    return events(tx).byId(viewer, id)
  })
}

export function answerEvent(
  database: Database,
  settings: PolicySettings,
  id: number,
  isComing: boolean,
  actor: Actor,
): Promise<PortalEvent> {
  return change(database, settings, actor, async (tx, viewer) => {
    const { state, seats, coming, is_over } = await events(tx).lockForAnswer(viewer, id)
    if (state !== 'planned' || is_over) throw new Conflict(words.notPlanned)
    if (isComing && seats !== null && coming >= seats) throw new Conflict(words.full)
    await events(tx).answer(id, viewer.id, isComing)
    return events(tx).byId(viewer, id)
  })
}

const hashOf = (device: string | undefined) => (device ? createHash('sha256').update(device).digest() : null)

/** Checks in the member who has the code of this moment. A repetition, as after a lost reply, changes nothing. */
export async function checkIn(
  database: Database,
  settings: PolicySettings,
  id: number,
  { code, device }: CheckInInput,
  actor: Actor,
): Promise<PortalEvent> {
  if (!(await events(database).isInvited(id, actor.id))) throw new Forbidden(words.notInvited)
  const doors = await events(database).openDoors(id)
  if (doors.length === 0) throw new Conflict(words.notOpen)
  const giveBack = await countGuess(database, actor.id, actor.address)
  const door = doors.find(({ session_id, secret, now_ms }) => isCurrentCode(secret, `session ${session_id}`, code, now_ms))
  if (!door) throw new BadRequest(words.wrongCode, 'code')
  const event = await change(database, settings, actor, async (tx, viewer) => {
    // The event may have been cancelled, and the member may have moved, while the code was compared.
    await events(tx).lockShared(id)
    const open = await events(tx).openDoors(id)
    if (!open.some(({ session_id }) => session_id === door.session_id)) throw new Conflict(words.notOpen)
    if (!(await events(tx).isInvited(id, viewer.id))) throw new Forbidden(words.notInvited)
    const { taken_off_reason } = await events(tx).byId(viewer, id)
    if (taken_off_reason !== null) throw new Conflict(words.youWereTakenOff({ reason: taken_off_reason }))
    const [network, hash] = [networkOf(actor.address), hashOf(device)]
    const { session_id } = door
    await events(tx).checkIn({ event_id: id, session_id, how: 'code', recorded_by: null, network, device: hash }, [viewer.id])
    return events(tx).byId(viewer, id)
  })
  await giveBack()
  return event
}

/** The code of a member names the member, too: 17-ABCDEFGH. */
const memberCode = /^\D*(\d{1,10})\D+?([0-9A-Za-z][0-9A-Za-z -]*)$/

/** Checks in the member whose own code an organiser scans. */
export async function scanMember(
  database: Database,
  settings: PolicySettings,
  id: number,
  { session_id, code }: { session_id: number; code: string },
  actor: Actor,
): Promise<EventPerson> {
  const viewer = await viewers(database, settings).read(actor.id)
  const door = await events(database).door(viewer, id, session_id)
  if (door.state !== 'open') throw new Conflict(words.notOpen)
  const giveBack = await countGuess(database, actor.id, actor.address)
  const [, person = '', typed = ''] = memberCode.exec(code.trim()) ?? []
  const userId = Number(person)
  if (!isCurrentCode(door.secret, `member ${userId}`, typedCode(typed), door.now_ms))
    throw new BadRequest(words.wrongCode, 'code')
  const checked = await change(database, settings, actor, async (tx, organiser) => {
    const held = await events(tx).lock(organiser, id)
    if (held.state !== 'planned') throw new Conflict(words.notOpen)
    return checkInByOrganiser(tx, held, { session_id, how: 'scanned', userIds: [userId] }, organiser)
  })
  await giveBack()
  const [found] = checked.people
  if (!found) throw new NotFound(words.notFound)
  return found
}

export function tickMembers(
  database: Database,
  settings: PolicySettings,
  id: number,
  { session_id, user_ids }: { session_id: number; user_ids: readonly number[] },
  actor: Actor,
): Promise<number> {
  return change(database, settings, actor, async (tx, organiser) => {
    const held = await events(tx).lock(organiser, id)
    if (held.state === 'cancelled') throw await conflictWith(tx, { subject: 'event', id }, words.notPlanned)
    const { added } = await checkInByOrganiser(
      tx,
      held,
      { session_id, how: 'ticked', userIds: [...new Set(user_ids)] },
      organiser,
    )
    return added
  })
}

/** Members whom an organiser checks in. After the end of the event they get their posting at once. */
export async function checkInByOrganiser(
  tx: Sql,
  held: HeldEvent,
  { session_id, how, userIds }: { session_id: number; how: 'scanned' | 'ticked'; userIds: number[] },
  organiser: Viewer,
) {
  if (userIds.includes(organiser.id)) throw new Forbidden(words.notOneself)
  if (!(await events(tx).hasOpened(held.id, session_id))) throw new Conflict(words.notOpen)
  if ((await events(tx).countInvited(held.id, userIds)) < userIds.length) throw new BadRequest(words.notAllInvited, 'user_ids')
  const row = { event_id: held.id, session_id, how, recorded_by: organiser.id, network: null, device: null }
  const added = await events(tx).checkIn(row, userIds)
  await events(tx).putBack(held.id, userIds)
  if (held.state === 'done') await eventPostings(tx).make(held, organiser.id)
  const [only] = userIds
  return { added: added.length, people: only === undefined ? [] : await events(tx).people(held.id, only) }
}

/** Undoes a check-in to one session, such as one by mistake. Who was at no other one is taken off the list, with a reason that they are told. */
export function untickMember(
  database: Database,
  settings: PolicySettings,
  id: number,
  { session_id, user_id }: { session_id: number; user_id: number },
  actor: Actor,
): Promise<EventPerson> {
  return change(database, settings, actor, async (tx, viewer) => {
    await events(tx).lock(viewer, id)
    const [person] = await events(tx).people(id, user_id)
    if (!person) throw new NotFound(messages.users.notFound)
    const { name, check_ins, removed_reason } = person
    const isThere = check_ins.some((one) => one.session_id === session_id) && removed_reason === null
    if (!isThere) throw new Conflict(words.wasNotThere({ name }))
    if (check_ins.length === 1) throw new Conflict(words.onlySession({ name }))
    await events(tx).undoCheckIn(session_id, user_id)
    return person
  })
}

/** Takes a member off the list, who is told why. What the event gave them is taken back. */
export function removeFromEvent(
  database: Database,
  settings: PolicySettings,
  id: number,
  { user_id, reason }: RemovalInput,
  actor: Actor,
): Promise<EventPerson> {
  return change(database, settings, actor, async (tx, viewer) => {
    const held = await events(tx).lock(viewer, id)
    const [person] = await events(tx).people(id, user_id)
    if (!person) throw new NotFound(messages.users.notFound)
    if (!(await events(tx).remove(id, user_id, reason, viewer.id))) throw new Conflict(words.wasNotThere({ name: person.name }))
    await eventPostings(tx).takeBack(id, user_id)
    // Another event of that day about the same activity may give the points now.
    for (const other of await events(tx).lockSame(held, user_id)) await eventPostings(tx).make(other, other.done_by)
    return person
  })
}

/** Ends an event: each member who was there gets a verified posting, once, all in one transaction. */
export function finishEvent(
  database: Database,
  settings: PolicySettings,
  id: number,
  actor: Actor,
): Promise<{ event: PortalEvent; posted: number }> {
  return change(database, settings, actor, async (tx, viewer) => {
    const held = await events(tx).lock(viewer, id)
    if (held.state !== 'planned') throw await conflictWith(tx, { subject: 'event', id }, words.notPlanned)
    if (!held.has_begun) throw new Conflict(words.notBeforeBegin)
    await events(tx).setState(id, 'done', viewer.id)
    const posted = await eventPostings(tx).make(held, viewer.id)
    return { event: await events(tx).byId(viewer, id), posted }
  })
}

/** Ends the events that nobody has ended, each in a transaction of its own, in the name of who added it. */
export async function finishDueEvents(database: Database) {
  for (const id of await events(database).due())
    await retry(() =>
      database.begin(async (tx) => {
        const held = await events(tx).lockDue(id)
        if (!held) return
        await events(tx).setState(id, 'done', held.created_by)
        await eventPostings(tx).make(held, held.created_by)
      }),
    )
}
