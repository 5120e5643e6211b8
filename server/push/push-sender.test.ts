import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PushMessage } from '../../contract/push.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { newTestBrowser, type ReceivedPush, readVapid, startPushService } from '../../testing/push-service.ts'
import { createLogger } from '../process/logging.ts'
import { readSettings } from '../settings.ts'
import { pushDevices } from './push.queries.ts'
import type { PushConnection } from './push-request.ts'
import { pushSender } from './push-sender.ts'

let portal: Portal
let service: Awaited<ReturnType<typeof startPushService>>
let admin: Caller
let activity: MadeActivity
let term: { id: number; name: string }
/** Noon of this day in UTC. */
let noon: Date
const logged: string[] = []

const environment = () => ({ PUSH_SERVICES: service.host, PUBLIC_URL: 'https://portal.test.example' })

beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  service.received.length = 0
  service.replyWith({ status: 201 })
  logged.length = 0
  portal = await startPortal({ environment: environment() })
  const [row] = await portal.sql<
    [{ noon: Date }]
  >`select (date_trunc('day', now() at time zone 'UTC') + interval '12 hours') at time zone 'UTC' as noon`
  noon = row.noon
  term = await portal.make.term('Autumn', day(-60), day(60), { names: { ckb: 'پاییز' } })
  activity = await portal.make.activity({ name: 'Open day', score: 12 })
  admin = await portal.as(await portal.make.admin())
  return () => portal.stop()
})

const day = (offset: number) => new Date(noon.getTime() + offset * 86_400_000).toISOString().slice(0, 10)
const hours = (count: number) => new Date(noon.getTime() + count * 3_600_000)
const minutes = (count: number) => hours(count / 60)

/** A member with a device of their own. */
async function withDevice(person?: MadeUser) {
  const member = person ?? (await portal.make.staff())
  const caller = await portal.as(member)
  const browser = newTestBrowser()
  const path = `/send/${crypto.randomUUID()}`
  const reply = await caller('PUT', '/auth/push/device', { endpoint: `https://${service.host}${path}`, keys: browser.keys })
  expect(reply.statusCode, reply.body).toBe(200)
  const read = ({ body }: ReceivedPush) => JSON.parse(browser.decrypt(body)) as PushMessage
  return { ...member, caller, path, received: () => service.received.filter((push) => push.path === path), read }
}
type Device = Awaited<ReturnType<typeof withDevice>>

/** Sends what is due at that moment, with other settings or another connection. All notices so far are of a minute before noon. */
async function sendAt(moment: Date, more: Record<string, string> = {}, connection: PushConnection = { ca: service.ca }) {
  await portal.sql`update notices set created_at = ${minutes(-1)}`
  const settings = readSettings({ ...environment(), ...more })
  const logger = createLogger('warn', { write: (line) => void logged.push(line) })
  const sender = pushSender(portal.database, settings, logger, { clock: () => moment, ...connection })
  await sender?.sendDue()
  await sender?.stop()
}

const subscriptions = () => portal.sql`select id from push_subscriptions`

async function post(member: { id: number }): Promise<number> {
  const [{ date }] = await portal.sql<
    [{ date: string }]
  >`select current_date - (select count(*)::int from posted_activities) as date`
  return portal.make.posting(member.id, activity, date)
}

async function decide(id: number, state: string, more: object = {}) {
  const [{ version }] = await portal.sql<[{ version: number }]>`select version from posted_activities where id = ${id}`
  const reply = await admin('PUT', '/review', { state, postings: [{ id, version }], ...more })
  expect(reply.statusCode, reply.body).toBe(200)
}

const returned = async (device: Device, reason = 'Wrong photo') => {
  const id = await post(device)
  await decide(id, 'returned', { reason })
  return id
}

describe('what a device gets', () => {
  test('says nothing personal, is signed with the keys of the portal, and leads to the posting', async () => {
    const device = await withDevice()
    const id = await returned(device)
    await sendAt(noon)
    const [push, ...others] = device.received()
    if (!push) throw new Error('Nothing was sent.')
    expect(others).toEqual([])
    expect(device.read(push)).toEqual({
      title: 'Staff Activity and Performance Portal',
      body: 'Something new in the portal',
      language: 'en',
      direction: 'ltr',
      tag: 'notices',
      path: `/staff-dashboard?tab=your-activity&term=${term.id}&posting=${id}`,
    })
    const { claims, key } = readVapid(push.headers.authorization)
    expect(claims).toMatchObject({ aud: `https://${service.host}`, sub: 'https://portal.test.example' })
    expect(key).toBe((await device.caller('GET', '/auth/push')).json().key)
    expect(push.headers).toMatchObject({ ttl: '86400', urgency: 'normal', topic: 'notices', 'content-encoding': 'aes128gcm' })
  })

  test('says what the notice says, in the language of the account, where the member wants that', async () => {
    const device = await withDevice()
    await device.caller('PUT', '/auth/push', { details: true })
    await device.caller('PUT', '/auth/language', { language: 'ckb' })
    await returned(device)
    await sendAt(noon)
    const [push] = device.received()
    if (!push) throw new Error('Nothing was sent.')
    expect(device.read(push)).toMatchObject({ language: 'ckb', direction: 'rtl', body: expect.stringContaining('Wrong photo') })
    expect(device.read(push).tag).toMatch(/^notice-\d+$/)
  })

  test('is one message for ten notices, and fits however long they are', async () => {
    const device = await withDevice()
    await device.caller('PUT', '/auth/push', { details: true })
    for (let count = 0; count < 10; count += 1) await returned(device, 'هۆکار '.repeat(80))
    await sendAt(noon)
    const [push, ...others] = device.received()
    if (!push) throw new Error('Nothing was sent.')
    expect(others).toEqual([])
    expect(push.body.length).toBeLessThan(4096)
    const { body, path } = device.read(push)
    expect(body.split('\n')).toHaveLength(4)
    expect(body).toMatch(/More notices: 7$/)
    expect(path).toBe('/staff-dashboard?tab=notices')
  })

  test('is about what was returned, verified, answered and released, days that end, and events; nothing else', async () => {
    const device = await withDevice()
    await portal.sql`
      insert into notices (user_id, kind, term_id, details)
      select ${device.id}::int, kind, ${term.id}::int, '{}' from unnest(array['returned', 'verified', 'edited', 'scored', 'points changed',
        'scores released', 'release taken back', 'term ends', 'review lent', 'head added', 'rules changed', 'term closed', 'term reopened',
        'question asked', 'question accepted', 'question declined', 'question message', 'message', 'day extended', 'extension withdrawn', 'posting ends',
        'event changed', 'event cancelled', 'event withdrawn', 'event taken off', 'event put back']) as kind`
    const rows = await portal.sql<{ kind: string }[]>`
      select n.kind from pushes p join notices n on n.id = p.notice_id order by n.id`
    expect(rows.map(({ kind }) => kind)).toEqual([
      'returned',
      'verified',
      'scores released',
      'release taken back',
      'term ends',
      'question accepted',
      'question declined',
      'question message',
      'day extended',
      'extension withdrawn',
      'posting ends',
      'event changed',
      'event cancelled',
      'event withdrawn',
      'event taken off',
      'event put back',
    ])
  })

  test('is nothing of a kind that the member does not want, also if it was switched off while it waited', async () => {
    const device = await withDevice()
    await device.caller('PUT', '/auth/push', { returned: false })
    await returned(device)
    await decide(await post(device), 'verified')
    await device.caller('PUT', '/auth/push', { verified: false })
    await sendAt(noon)
    expect(device.received()).toEqual([])
  })

  test('is nothing that was read in the portal, or is not true any more', async () => {
    const device = await withDevice()
    const id = await returned(device)
    await decide(id, 'posted')
    await returned(device)
    await portal.sql`update notices set read_at = now() where kind = 'returned'`
    await sendAt(noon)
    expect(device.received()).toEqual([])
  })

  test('goes to every device of the member, and to nobody else', async () => {
    const first = await withDevice()
    const [second, other] = [await withDevice(first), await withDevice()]
    await returned(first)
    await sendAt(noon)
    expect([first, second, other].map((device) => device.received().length)).toEqual([1, 1, 0])
  })
})

describe('when', () => {
  test('at night nothing is sent, in the time zone of the portal; in the morning it is', async () => {
    const device = await withDevice()
    await returned(device)
    // 22:00 and 6:59 in Baghdad, three hours before UTC.
    await sendAt(hours(7), { TIME_ZONE: 'Asia/Baghdad' })
    await sendAt(minutes(15 * 60 + 59), { TIME_ZONE: 'Asia/Baghdad' })
    expect(device.received()).toEqual([])
    await sendAt(hours(16), { TIME_ZONE: 'Asia/Baghdad' })
    expect(device.received()).toHaveLength(1)
  })

  test('not twice, and what is new within five minutes comes together after them', async () => {
    const device = await withDevice()
    await returned(device)
    await sendAt(noon)
    await returned(device)
    await returned(device)
    await sendAt(minutes(1))
    await sendAt(minutes(4))
    expect(device.received()).toHaveLength(1)
    await sendAt(minutes(6))
    await sendAt(minutes(12))
    expect(device.received()).toHaveLength(2)
  })

  test('not a day later', async () => {
    const device = await withDevice()
    await returned(device)
    await sendAt(hours(24))
    expect(device.received()).toEqual([])
    await portal.sql`update notices set created_at = now() - interval '25 hours'`
    await pushDevices(portal.database).forgetOld()
    expect(await portal.sql`select from pushes`).toEqual([])
  })

  test('by one of two servers', async () => {
    const device = await withDevice()
    await returned(device)
    await Promise.all([sendAt(noon), sendAt(noon)])
    expect(device.received()).toHaveLength(1)
  })

  test('never after the session, also one that nobody ended', async () => {
    const device = await withDevice()
    await returned(device)
    await portal.sql`update sessions set last_seen_at = now() - interval '3 hours' where user_id = ${device.id}`
    await sendAt(noon)
    expect(device.received()).toEqual([])
    expect(await subscriptions()).toEqual([])
  })
})

describe('a push service', () => {
  test.each([404, 410])('that replies with %i has lost the device, which is removed', async (status) => {
    const device = await withDevice()
    await returned(device)
    service.replyWith({ status })
    await sendAt(noon)
    expect(await subscriptions()).toEqual([])
    expect(await portal.sql`select from pushes`).toEqual([])
  })

  test('that is busy is asked again as late as it says', async () => {
    const device = await withDevice()
    await returned(device)
    service.replyWith({ status: 429, headers: { 'retry-after': '1800' } })
    await sendAt(noon)
    service.replyWith({ status: 201 })
    await sendAt(minutes(29))
    expect(device.received()).toHaveLength(1)
    await sendAt(minutes(31))
    expect(device.received()).toHaveLength(2)
    await sendAt(minutes(60))
    expect(device.received()).toHaveLength(2)
  })

  test('that refuses again and again is given up for that device', async () => {
    await returned(await withDevice())
    service.replyWith({ status: 403 })
    for (const hour of [0, 2, 4]) await sendAt(hours(hour))
    expect(await subscriptions()).toHaveLength(1)
    await sendAt(hours(6))
    expect(await subscriptions()).toEqual([])
  })

  test('that redirects is not followed', async () => {
    const device = await withDevice()
    await returned(device)
    service.replyWith({ status: 307, headers: { location: `https://${service.host}/elsewhere` } })
    await sendAt(noon)
    expect(service.received.map(({ path }) => path)).toEqual([device.path])
  })

  test('that cannot be reached, or is silent, is an outage, until one replies; no secret address is logged', async () => {
    const device = await withDevice()
    await returned(device)
    const since = async () => (await device.caller('GET', '/auth/push')).json().unreachable_since
    service.replyWith('none')
    await sendAt(noon, {}, { ca: service.ca, timeout: 50 })
    expect(await since()).toMatch(/Z$/)
    // Its certificate is not trusted.
    await sendAt(hours(1), {}, {})
    expect(await since()).toMatch(/Z$/)
    expect(logged.join('')).toContain(`The push service ${service.host} cannot be reached`)
    expect(logged.join('')).not.toContain(device.path)
    service.replyWith({ status: 201 })
    await sendAt(hours(3))
    expect(await since()).toBeNull()
    // Once in vain, and once for good: who is not trusted receives nothing.
    expect(device.received()).toHaveLength(2)
  })

  test('that is not in the list any more gets nothing', async () => {
    const device = await withDevice()
    await returned(device)
    await sendAt(noon, { PUSH_SERVICES: 'push.test.example' })
    expect(device.received()).toEqual([])
    expect(await subscriptions()).toEqual([])
  })

  test('holds nobody up: a device whose service fails is tried after the others', async () => {
    const [first, second] = [await withDevice(), await withDevice()]
    await returned(first)
    service.replyWith({ status: 500 })
    await sendAt(noon)
    service.replyWith({ status: 201 })
    await returned(second)
    await sendAt(hours(2))
    expect(service.received.map(({ path }) => path)).toEqual([first.path, second.path, first.path])
  })
})

test('a decision neither waits for a device that is just being turned off, nor fails with it', async () => {
  const device = await withDevice()
  const id = await post(device)
  const other = portal.database
  await other.begin(async (tx) => {
    await tx`delete from push_subscriptions where user_id = ${device.id}`
    await decide(id, 'returned', { reason: 'Wrong photo' })
  })
  await pushDevices(portal.database).forgetOld()
  expect(await portal.sql`select from pushes`).toEqual([])
})
