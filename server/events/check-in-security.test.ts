import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { PortalEvent } from '../../contract/events.ts'
import { en } from '../../contract/languages/en.ts'
import { attempts, ownDoorCodes } from '../../contract/limits.ts'
import { addEvent, firstSession, session } from '../../testing/events.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { codeOf, type Purpose, stepAt } from './door-code.ts'

/** Attacks on checking in, by members, former organisers and wrong clocks. */

const words = en.events
const wrong = 'AAAAAAAA'
const log: string[] = []

let portal: Portal
let department: { id: number }
let activity: MadeActivity
let admin: MadeUser
let head: MadeUser
let asHead: Caller
let member: MadeUser
let asMember: Caller
beforeAll(async () => {
  portal = await startPortal({ log })
  await portal.make.termOfToday()
  admin = await portal.make.admin()
  department = await portal.make.department()
  activity = await portal.make.activity()
  head = await portal.make.head(department.id)
  asHead = await portal.as(head)
})
afterAll(() => portal.stop())
beforeEach(async () => {
  await portal.sql`delete from sign_in_attempts`
  member = await colleague()
  asMember = await portal.as(member)
})

const colleague = () => portal.make.staff({ department_id: department.id })
const input = (more: object = {}) => ({
  activity_id: activity.id,
  name: 'Seminar',
  place: 'Hall 2',
  audience: 'department',
  department_id: department.id,
  sessions: [session()],
  ...more,
})
const add = (more: object = {}) => addEvent(asHead, input(more))
const said = async (reply: ReturnType<Caller>) => {
  const { statusCode, ...rest } = await reply
  return [statusCode, rest.json().message]
}
const secretOf = async ({ id }: PortalEvent) => {
  const [row] = await portal.sql<[{ secret: Buffer }]>`select secret from event_secrets where event_id = ${id}`
  return row.secret
}
/** The code of a step before or after this one, by the clock of the database: no test waits until a code is old. */
const codeAt = async (event: PortalEvent, steps: number, purpose: Purpose = `session ${firstSession(event)}`) => {
  const [{ ms }] = await portal.sql<[{ ms: number }]>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`
  return codeOf(await secretOf(event), purpose, stepAt(ms) + steps)
}
const ownCodeAt = async (event: PortalEvent, { id }: MadeUser, steps: number) =>
  `${id}-${await codeAt(event, steps, `member ${id}`)}`
const checkIn = (event: PortalEvent, code: string, by = asMember, more?: Record<string, string>) =>
  by('POST', `/events/check-in/${event.id}`, { code }, more)
const scan = (event: PortalEvent, code: string, by = asHead) =>
  by('POST', `/events/scan/${event.id}`, { session_id: firstSession(event), code })
const checkIns = async ({ id }: PortalEvent) => {
  const rows = await portal.sql<
    { user_id: number }[]
  >`select user_id from event_check_ins where event_id = ${id} order by user_id`
  return rows.map(({ user_id }) => user_id)
}
const doorOf = (event: PortalEvent, by = asHead) => by('GET', `/events/${event.id}/door?session_id=${firstSession(event)}`)
const waitsForLock = () =>
  portal.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

describe('the secret of an event', () => {
  test('is in no reply, list, export, record, stored reply or log, and neither is a code in what is stored', async () => {
    const event = await add()
    const secret = await secretOf(event)
    const code = await codeAt(event, 0)
    log.length = 0
    const payloads: string[] = []
    for (const by of [asHead, asMember, await portal.as(admin)]) {
      const { path } = (await by('POST', '/calendar/address')).json()
      for (const url of [
        '/events',
        `/events/${event.id}`,
        `/events/${event.id}/door?session_id=${firstSession(event)}`,
        `/events/${event.id}/own-code`,
        `/events/${event.id}/people`,
        `/events/${event.id}/members`,
        `/events/${event.id}/guests`,
        `/events/${event.id}/list?format=csv`,
        '/audit',
        '/audit?subject=event',
        path,
      ])
        payloads.push((await by('GET', url)).payload)
      payloads.push((await checkIn(event, wrong, by)).payload, (await checkIn(event, code, by)).payload)
    }
    await asHead('PUT', `/events/${event.id}`, input({ sessions: event.sessions, place: 'Hall 5' }), {
      'idempotency-key': crypto.randomUUID(),
    })
    // Every table but that of the secrets, as text: a backup has that one, too, and is as secret as the passwords in it.
    const tables = await portal.sql<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'event_secrets'`
    const stored: string[] = []
    for (const { name } of tables) {
      const rows = await portal.sql<{ row: string }[]>`select t::text as row from ${portal.sql.identifier(name)} t`
      stored.push(...rows.map(({ row }) => row))
    }
    const everything = [...payloads, ...stored, ...log].join('\n')
    expect(log.length).toBeGreaterThan(0)
    for (const form of ['hex', 'base64', 'base64url', 'latin1'] as const) expect(everything).not.toContain(secret.toString(form))
    expect([...stored, ...log].join('\n')).not.toContain(code)
  })
})

describe('guesses', () => {
  test('of others behind the same address, however many, lock nobody out of the hall', async () => {
    const event = await add()
    await portal.sql`insert into sign_in_attempts (key, attempts, window_ends_at)
      values ('event:network:127.0.0.1', ${attempts.eventNetwork.most}, now() + interval '10 minutes')`
    for (let typed = 1; typed < ownDoorCodes; typed += 1) expect((await checkIn(event, wrong)).statusCode).toBe(400)
    expect((await checkIn(event, await codeAt(event, 0))).statusCode).toBe(201)
    // Who has mistyped often waits, and is told how to come in.
    const guesser = await portal.as(await colleague())
    const replies = []
    for (let typed = 0; typed <= ownDoorCodes; typed += 1) replies.push((await checkIn(event, wrong, guesser)).statusCode)
    expect(replies).toEqual([...Array(ownDoorCodes).fill(400), 429])
    expect(await said(checkIn(event, await codeAt(event, 0), guesser))).toEqual([429, words.tooManyGuesses])
    expect((await checkIn(event, await codeAt(event, 0), await portal.as(await colleague()))).statusCode).toBe(201)
  })

  test('of own codes are counted for the organiser who scans', async () => {
    const event = await add({ organisers: [member.id] })
    const statuses = []
    for (let scanned = 0; scanned <= attempts.eventMember.most; scanned += 1)
      statuses.push((await scan(event, `${head.id}-${wrong}`, asMember)).statusCode)
    expect(statuses).toEqual([...Array(attempts.eventMember.most).fill(400), 429])
    expect(await checkIns(event)).toEqual([])
  })

  test('at two servers count together, and the code of one is right at the other', async () => {
    const event = await add()
    const other = await portal.another()
    onTestFinished(() => other.close())
    const headers = await portal.startSession(member)
    const atOther = (code: string) =>
      other.inject({ method: 'POST', url: `/events/check-in/${event.id}`, headers, payload: { code } })
    const { code } = (await doorOf(event)).json()
    for (let round = 0; round < attempts.eventMember.most / 2; round += 1)
      expect([(await checkIn(event, wrong)).statusCode, (await atOther(wrong)).statusCode]).toEqual([400, 400])
    expect([(await checkIn(event, wrong)).statusCode, (await atOther(wrong)).statusCode]).toEqual([429, 429])
    await portal.sql`delete from sign_in_attempts`
    const replies = await Promise.all([atOther(code), checkIn(event, code)])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(await checkIns(event)).toEqual([member.id])
  })
})

describe('nobody is checked in by somebody else', () => {
  test('by an id in the body, the query, a header or the path', async () => {
    const event = await add()
    const other = await colleague()
    const code = await codeAt(event, 0)
    const ids = { user_id: String(other.id), userId: String(other.id), id: String(other.id) }
    const identity = { 'user-id': String(other.id), 'role-id': '1', 'x-user-id': String(other.id) }
    const query = new URLSearchParams(ids)
    await asMember('POST', `/events/check-in/${event.id}?${query}`, { code, ...ids }, identity)
    for (const path of [`/events/check-in/${event.id}/${other.id}`, `/events/${event.id}/check-in/${other.id}`])
      expect((await asMember('POST', path, { code })).statusCode).toBe(404)
    expect(await checkIns(event)).toEqual([member.id])
  })

  test('by the own code of another member: members cannot use it, and only organisers can scan it', async () => {
    const event = await add()
    const other = await colleague()
    const own = (await (await portal.as(other))('GET', `/events/${event.id}/own-code`)).json().code
    expect(await said(checkIn(event, own))).toEqual([400, words.wrongCode])
    expect(await said(checkIn(event, own.slice(-8)))).toEqual([400, words.wrongCode])
    expect(await said(scan(event, own, asMember))).toEqual([404, words.notFound])
    expect((await asMember('GET', `/events/${event.id}/own-code?user_id=${other.id}`)).json().code).toMatch(
      new RegExp(`^${member.id}-`),
    )
    expect(await checkIns(event)).toEqual([])
  })

  test('by an own code that is old, of another event, or of the organiser who scans; a repeated one counts once', async () => {
    const event = await add({ organisers: [member.id] })
    const elsewhere = await add()
    const other = await colleague()
    expect(await said(scan(event, await ownCodeAt(event, other, -2)))).toEqual([400, words.wrongCode])
    expect(await said(scan(event, await ownCodeAt(elsewhere, other, 0)))).toEqual([400, words.wrongCode])
    expect(await said(scan(event, await ownCodeAt(event, member, 0), asMember))).toEqual([403, words.notOneself])
    expect(await checkIns(event)).toEqual([])
    const own = await ownCodeAt(event, other, 0)
    expect([(await scan(event, own)).statusCode, (await scan(event, own)).statusCode]).toEqual([201, 201])
    expect(await checkIns(event)).toEqual([other.id])
  })

  test('by a session of another event, at the door or by name', async () => {
    const event = await add()
    const elsewhere = await add()
    const strange = { session_id: firstSession(elsewhere) }
    expect((await asHead('GET', `/events/${event.id}/door?session_id=${firstSession(elsewhere)}`)).statusCode).toBe(404)
    expect(await said(asHead('PUT', `/events/tick/${event.id}`, { ...strange, user_ids: [member.id] }))).toEqual([
      409,
      words.notOpen,
    ])
    const own = await ownCodeAt(event, member, 0)
    expect((await asHead('POST', `/events/scan/${event.id}`, { ...strange, code: own })).statusCode).toBe(404)
    expect([...(await checkIns(event)), ...(await checkIns(elsewhere))]).toEqual([])
  })
})

describe('an organiser whose right has ended', () => {
  const everything = (event: PortalEvent, by: Caller) => [
    doorOf(event, by),
    by('GET', `/events/${event.id}/people`),
    by('GET', `/events/${event.id}/list?format=csv`),
    scan(event, wrong, by),
    by('PUT', `/events/tick/${event.id}`, { session_id: firstSession(event), user_ids: [member.id] }),
    by('PUT', `/events/done/${event.id}`),
  ]

  const cases = [
    {
      who: 'a named organiser who was taken off',
      make: colleague,
      isNamed: true,
      end: (_: MadeUser, event: PortalEvent) =>
        asHead('PUT', `/events/${event.id}`, input({ sessions: event.sessions, organisers: [] })),
    },
    {
      who: 'a head who was replaced',
      make: () => portal.make.head(department.id),
      end: ({ id }: MadeUser) => portal.sql`delete from department_heads where user_id = ${id}`,
    },
    {
      who: 'an administrator who was demoted',
      make: () => portal.make.admin(),
      end: ({ id }: MadeUser) => portal.sql`update users set role_id = 2 where id = ${id}`,
    },
    {
      who: 'somebody who was deleted',
      make: colleague,
      isNamed: true,
      end: async ({ id }: MadeUser) => (await portal.as(admin))('DELETE', `/users/${id}`),
    },
  ]
  test.each(cases)('$who gets nothing with the next call', async ({ make, isNamed, end }) => {
    const person = await make()
    const event = await add({ organisers: isNamed ? [person.id] : [] })
    const by = await portal.as(person)
    expect((await doorOf(event, by)).json().code).toMatch(/^\w{8}$/)
    await end(person, event)
    for (const reply of await Promise.all(everything(event, by))) {
      expect([401, 403, 404]).toContain(reply.statusCode)
      expect(reply.json()).not.toHaveProperty('arrivals')
    }
    expect(await checkIns(event)).toEqual([])
  })
})

describe('the clock of the server', () => {
  test.each([-7, 7])('wrong by %i hours changes nothing: that of the database decides', async (hours) => {
    const event = await add()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
    onTestFinished(() => void vi.useRealTimers())
    const { state, code } = (await doorOf(event)).json()
    expect(state).toBe('open')
    const other = await colleague()
    expect((await checkIn(event, code)).statusCode).toBe(201)
    expect((await checkIn(event, await codeAt(event, 0), await portal.as(other))).statusCode).toBe(201)
    for (const steps of [-2, 3]) expect(await said(checkIn(event, await codeAt(event, steps)))).toEqual([400, words.wrongCode])
    const own = (await asMember('GET', `/events/${event.id}/own-code`)).json().code
    expect((await scan(event, own)).statusCode).toBe(201)
    const [{ is_now }] = await portal.sql<[{ is_now: boolean }]>`
      select bool_and(created_at > now() - interval '1 hour' and created_at <= now()) as is_now from event_check_ins where event_id = ${event.id}`
    expect([is_now, await checkIns(event)]).toEqual([true, [member.id, other.id]])
  })
})

describe('a code from before a change', () => {
  test('opens no door of an event that was moved, and none of a session that was deleted', async () => {
    const event = await add()
    const code = await codeAt(event, 0)
    const moved = event.sessions.map(({ id }) => ({ id, ...session(120, 180) }))
    expect((await asHead('PUT', `/events/${event.id}`, input({ sessions: moved }))).statusCode).toBe(200)
    expect(await said(checkIn(event, code))).toEqual([409, words.notOpen])
    // The session gives way to one that is open, whose code is another one.
    expect((await asHead('PUT', `/events/${event.id}`, input({ sessions: [session()] }))).statusCode).toBe(200)
    expect(await said(checkIn(event, code))).toEqual([400, words.wrongCode])
    expect((await doorOf(event)).statusCode).toBe(404)
    expect(await checkIns(event)).toEqual([])
  })

  test.each<[string, (tx: Portal['sql'], event: PortalEvent) => Promise<unknown>]>([
    ['cancelled', (tx, { id }) => tx`update events set state = 'cancelled' where id = ${id}`],
    [
      'moved',
      (tx, { id }) =>
        tx`update event_sessions set begins_at = begins_at + interval '1 day', ends_at = ends_at + interval '1 day' where event_id = ${id}`,
    ],
    ['without its session', (tx, { id }) => tx`delete from event_sessions where event_id = ${id}`],
  ])('checks nobody in where the event is %s while the code is compared', async (_, change) => {
    const event = await add()
    const code = await codeAt(event, 0)
    let reply: ReturnType<Caller> | undefined
    await portal.sql.begin(async (tx) => {
      await tx`select from events where id = ${event.id} for update`
      reply = checkIn(event, code)
      await expect.poll(waitsForLock).toHaveLength(1)
      await change(tx as Portal['sql'], event)
    })
    expect(await said(reply as ReturnType<Caller>)).toEqual([409, words.notOpen])
    expect(await checkIns(event)).toEqual([])
  })

  test('does not put back who was taken off the list', async () => {
    const event = await add()
    const code = await codeAt(event, 0)
    expect((await checkIn(event, code)).statusCode).toBe(201)
    expect((await asHead('PUT', `/events/remove/${event.id}`, { user_id: member.id, reason: 'You left.' })).statusCode).toBe(200)
    expect(await said(checkIn(event, code))).toEqual([
      409,
      'You were taken off the list. Ask the organiser. The reason: You left.',
    ])
    expect((await asMember('GET', `/events/${event.id}`)).json().event.sessions[0].was_there).toBe(false)
    await asHead('PUT', `/events/done/${event.id}`)
    expect(await portal.sql`select from posted_activities where user_id = ${member.id}`).toEqual([])
  })
})
