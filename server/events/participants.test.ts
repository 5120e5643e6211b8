import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PortalEvent } from '../../contract/events.ts'
import { en } from '../../contract/languages/en.ts'
import { mostEventPeople } from '../../contract/limits.ts'
import type { ParticipantRow } from '../../contract/participants.ts'
import { addEvent, firstSession, session } from '../../testing/events.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

const words = en.events

let portal: Portal
let termId: number
let department: { id: number; name: string }
let activity: MadeActivity
let head: MadeUser
let asHead: Caller
let ann: MadeUser
let kawa: MadeUser
beforeAll(async () => {
  portal = await startPortal()
  termId = (await portal.make.termOfToday()).id
})
afterAll(() => portal.stop())
beforeEach(async () => {
  department = await portal.make.department()
  activity = await portal.make.activity({ score: 4 })
  head = await portal.make.head(department.id)
  asHead = await portal.as(head)
  ann = await portal.make.staff({ department_id: department.id })
  kawa = await portal.make.staff({ department_id: department.id })
})

const add = (more: object = {}) =>
  addEvent(asHead, { activity_id: activity.id, audience: 'department', department_id: department.id, ...more })

async function send(path: string, file: string | Uint8Array, fields: Record<string, string> = {}, who = head) {
  const { payload, headers } = multipart(fields, { field: 'file', name: 'list.csv', bytes: Buffer.from(file) })
  const cookie = await portal.startSession(who)
  return portal.app.inject({ method: 'POST', url: path, payload, headers: { ...headers, ...cookie } })
}
const preview = (event: PortalEvent, file: string | Uint8Array, who = head, sessionId = firstSession(event)) =>
  send(`/events/${event.id}/list/preview?session_id=${sessionId}`, file, {}, who)
const confirm = (event: PortalEvent, file: string | Uint8Array, fingerprint: string, query = '', who = head) =>
  send(`/events/${event.id}/list?session_id=${firstSession(event)}${query}`, file, { fingerprint }, who)
async function seen(event: PortalEvent, file: string | Uint8Array) {
  const reply = await preview(event, file)
  expect(reply.statusCode, reply.payload).toBe(200)
  return reply.json() as { rows: ParticipantRow[]; counts: Record<string, number>; fingerprint: string }
}
const outcomes = ({ rows }: { rows: ParticipantRow[] }) => rows.map(({ who, outcome }) => [who, outcome])
const checkIns = ({ id }: PortalEvent) =>
  portal.sql`select user_id, how, recorded_by from event_check_ins where event_id = ${id} order by user_id`
const said = async (reply: ReturnType<typeof send>) => {
  const { statusCode, ...rest } = await reply
  return [statusCode, rest.json().message]
}

describe('a list from elsewhere', () => {
  test('is previewed row by row, and nothing is written', async () => {
    const stranger = await portal.make.staff({ department_id: (await portal.make.department()).id })
    const twins = [1, 2].map(() => portal.make.staff({ name: 'Sara Same', department_id: department.id }))
    await Promise.all(twins)
    const other = await portal.make.staff({ name: 'Omar Salih', other_name: 'عومەر ساڵح', department_id: department.id })
    const there = await portal.make.staff({ department_id: department.id })
    const off = await portal.make.staff({ department_id: department.id })
    const event = await add()
    const tick = (id: number) => asHead('PUT', `/events/tick/${event.id}`, { session_id: firstSession(event), user_ids: [id] })
    await tick(there.id)
    await tick(off.id)
    await asHead('PUT', `/events/remove/${event.id}`, { user_id: off.id, reason: 'Left at once.' })
    await asHead('POST', `/events/${event.id}/guests`, { name: 'Dr. Zana Guest' })
    const [{ email }] = (await portal.sql`select email from users where id = ${kawa.id}`) as [{ email: string }]
    const before = await portal.sql`select count(*)::int as count from audit`
    const file = [
      'List of the hall,,',
      'No,Full name,Email address,User name',
      `1,Somebody Else,,${ann.username.toUpperCase()}`,
      `2,,${email},`,
      '3,Dr.  عومەر ساڵح,,',
      '4,Sara Same,,',
      `5,,,${stranger.username}`,
      `6,${head.name},,`,
      '7,Visitor From Afar,,',
      `8,Ann again,,${ann.username}`,
      `9,,,${there.username}`,
      `10,,,${off.username}`,
      '11,dr. zana guest,,',
      '12,,nobody@elsewhere.example,',
      '13,visitor from afar,,',
    ].join('\n')
    const found = await seen(event, file)
    expect(outcomes(found)).toEqual([
      ['Somebody Else', 'new'],
      [email, 'new'],
      ['Dr. عومەر ساڵح', 'new'],
      ['Sara Same', 'ambiguous'],
      [stranger.username, 'not_invited'],
      [head.name, 'oneself'],
      ['Visitor From Afar', 'unknown'],
      ['Ann again', 'repeated'],
      [there.username, 'there'],
      [off.username, 'taken_off'],
      ['dr. zana guest', 'guest'],
      ['nobody@elsewhere.example', 'nameless'],
      ['visitor from afar', 'repeated'],
    ])
    expect(found.rows[0]).toMatchObject({ row: 3, member: { name: ann.name, department_name: department.name } })
    expect(found.rows[2]?.member).toMatchObject({ name: other.name })
    // Of who is not invited it says nothing that the row does not say.
    expect(found.rows[4]?.member).toBeNull()
    expect(found.counts).toMatchObject({ new: 3, ambiguous: 1, repeated: 2, unknown: 1 })
    expect(await checkIns(event)).toHaveLength(2)
    expect(await portal.sql`select count(*)::int as count from audit`).toEqual(before)
  })

  test('may be names alone, without headings, in XLSX, or the portal’s own list', async () => {
    const event = await add()
    expect(outcomes(await seen(event, `${ann.name}\n${kawa.username}`))).toEqual([
      [ann.name, 'new'],
      [kawa.username, 'new'],
    ])
    const sheet = await writeXlsx({ sheets: [{ name: 'a', rows: [['ناوی تەواو'], [ann.name]] }] })
    expect(outcomes(await seen(event, sheet))).toEqual([[ann.name, 'new']])
    const own = (await asHead('GET', `/events/${event.id}/list?format=csv&language=ar`)).payload
    expect(outcomes(await seen(event, own)).filter(([, outcome]) => outcome === 'new')).toHaveLength(2)
  })

  test('checks in as by name when it is confirmed, once, recorded with who did it', async () => {
    const event = await add()
    const file = `name\n${ann.name}\n${kawa.name}\nVisitor From Afar`
    const { fingerprint } = await seen(event, file)
    expect(await said(confirm(event, file, fingerprint))).toEqual([200, '2 members are checked in'])
    expect(await said(confirm(event, file, fingerprint))).toEqual([200, words.alreadyThere])
    const row = (id: number) => ({ user_id: id, how: 'ticked', recorded_by: head.id })
    expect(await checkIns(event)).toEqual([row(ann.id), row(kawa.id)])
    const records = await portal.sql`
      select actor_id, person_id from audit where subject = 'event' and kind = 'checked in' and subject_id = ${event.id} order by person_id`
    expect(records).toEqual([ann, kawa].map(({ id }) => ({ actor_id: head.id, person_id: id })))
    expect(await portal.sql`select from event_guests where event_id = ${event.id}`).toEqual([])
  })

  test('sent twice at the same time counts once, and adds the others as guests only if asked to', async () => {
    const event = await add()
    const file = `name\n${ann.name}\nVisitor From Afar\nعلی میوان`
    const { fingerprint } = await seen(event, file)
    const replies = await Promise.all([1, 2].map(() => confirm(event, file, fingerprint, '&add_guests=true')))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const done = replies.map((reply) => reply.json())
    expect(done.map(({ checked_in }) => checked_in).toSorted()).toEqual([0, 1])
    expect(done.find(({ guests }) => guests > 0).message).toBe('1 member is checked in · 2 guests added')
    expect(await portal.sql`select name, created_by from event_guests where event_id = ${event.id} order by id`).toEqual([
      { name: 'Visitor From Afar', created_by: head.id },
      { name: 'علی میوان', created_by: head.id },
    ])
  })

  test('is decided again when it is confirmed: who arrived meanwhile does not matter, everything else does', async () => {
    const event = await add()
    const file = `username\n${ann.username}\n${kawa.username}`
    const { fingerprint } = await seen(event, file)
    await asHead('PUT', `/events/tick/${event.id}`, { session_id: firstSession(event), user_ids: [ann.id] })
    const other = await portal.make.department()
    await portal.sql`update users set department_id = ${other.id} where id = ${kawa.id}`
    expect(await said(confirm(event, file, fingerprint))).toEqual([409, en.imports.movedOn])
    await portal.sql`update users set department_id = ${department.id} where id = ${kawa.id}`
    expect(await said(confirm(event, `${file}\n`, fingerprint))).toEqual([409, en.imports.movedOn])
    expect(await said(confirm(event, file, fingerprint))).toEqual([200, '1 member is checked in'])
    expect((await checkIns(event)).map(({ user_id }) => user_id)).toEqual([ann.id, kawa.id])
  })

  test('after the end of the event gives the posting at once', async () => {
    const event = await add()
    await asHead('PUT', `/events/done/${event.id}`)
    const { fingerprint } = await seen(event, ann.username)
    expect((await confirm(event, ann.username, fingerprint)).statusCode).toBe(200)
    expect(await portal.sql`select state, event_id from posted_activities where user_id = ${ann.id}`).toEqual([
      { state: 'verified', event_id: event.id },
    ])
  })

  test('is for organisers alone, for a session of their event whose door has opened', async () => {
    const event = await add({ sessions: [session(), session(90, 100)] })
    const other = await add()
    expect(await said(preview(event, 'x', ann))).toEqual([404, words.notFound])
    expect(await said(confirm(event, 'x', 'x', '', ann))).toEqual([404, words.notFound])
    expect(await said(preview(event, 'x', head, event.sessions[1]?.id))).toEqual([409, words.notOpen])
    expect(await said(preview(event, 'x', head, firstSession(other)))).toEqual([409, words.notOpen])
    const { fingerprint } = await seen(event, ann.username)
    await portal.sql`delete from department_heads where user_id = ${head.id}`
    expect(await said(confirm(event, ann.username, fingerprint))).toEqual([404, words.notFound])
    expect(await checkIns(event)).toEqual([])
  })

  test('that is no table, or too long, is refused', async () => {
    const event = await add()
    expect((await preview(event, '')).statusCode).toBe(400)
    expect((await preview(event, new Uint8Array([0, 1, 2, 3]))).statusCode).toBe(400)
    const long = Array.from({ length: mostEventPeople + 1 }, (_, index) => `Person ${index}`).join('\n')
    expect(await said(preview(event, long))).toEqual([400, `A list has at most ${mostEventPeople} rows.`])
  })

  test('of a cancelled event, or in a closed term, changes nothing', async () => {
    const cancelled = await add()
    const { fingerprint } = await seen(cancelled, ann.username)
    await asHead('PUT', `/events/cancel/${cancelled.id}`)
    expect((await confirm(cancelled, ann.username, fingerprint)).statusCode).toBe(409)
    const event = await add()
    const agreed = await seen(event, `${ann.name}\nVisitor From Afar`)
    const asAdmin = await portal.as(await portal.make.admin())
    expect((await asAdmin('PUT', `/terms/close/${termId}`, {})).statusCode).toBe(200)
    try {
      const reply = await confirm(event, `${ann.name}\nVisitor From Afar`, agreed.fingerprint, '&add_guests=true')
      expect(reply.statusCode).toBe(409)
      expect(await checkIns(event)).toEqual([])
      expect(await portal.sql`select from event_guests where event_id = ${event.id}`).toEqual([])
    } finally {
      await asAdmin('PUT', `/terms/reopen/${termId}`, { reason: 'For the other tests.' })
    }
  })
})
