import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { newTestBrowser } from '../../testing/push-service.ts'

let portal: Portal
let member: MadeUser
let asMember: Caller
const logged: string[] = []
beforeAll(async () => {
  portal = await startPortal({
    environment: { LOG_LEVEL: 'trace', PUSH_SERVICES: 'push.test.example,*.other.test.example' },
    log: logged,
  })
})
afterAll(() => portal.stop())
beforeEach(async () => {
  member = await portal.make.staff()
  asMember = await portal.as(member)
})

let count = 0
function subscription(host = 'push.test.example') {
  count += 1
  return { endpoint: `https://${host}/send/${count}`, expirationTime: null, keys: newTestBrowser().keys }
}

const state = async (who: Caller) => (await who('GET', '/auth/push')).json()
const devicesOf = async ({ id }: MadeUser) =>
  (await portal.sql<{ endpoint: string }[]>`select endpoint from push_subscriptions where user_id = ${id} order by id`).map(
    ({ endpoint }) => endpoint,
  )

describe('a device', () => {
  test('is turned on for the session that asks, and off again', async () => {
    const elsewhere = await portal.as(member)
    const device = subscription()
    const reply = await asMember('PUT', '/auth/push/device', device)
    expect([reply.statusCode, reply.json().message]).toEqual([200, 'Notices on this device are turned on'])
    expect(await state(asMember)).toMatchObject({ is_on: true, unreachable_since: null })
    expect(await state(elsewhere)).toMatchObject({ is_on: false })
    expect(await devicesOf(member)).toEqual([device.endpoint])
    expect((await asMember('DELETE', '/auth/push/device')).statusCode).toBe(200)
    expect(await state(asMember)).toMatchObject({ is_on: false })
  })

  test('ends with its session: by logging out, by a new password, from another device, by another role, by an administrator, by removal', async () => {
    const administrator = await portal.as(await portal.make.admin())
    for (const end of [
      async () => void (await asMember('POST', '/auth/logout')),
      async () => void (await portal.sql`update users set password_hash = password_hash || ' ' where id = ${member.id}`),
      async () => void (await (await portal.as(member))('DELETE', '/auth/sessions')),
      async () => void (await administrator('PUT', `/users/toggle-role/${member.id}`, { replaces: 2 })),
      async () => void (await administrator('PUT', `/users/toggle-role/${member.id}`, { replaces: 1 })),
      async () => void (await administrator('DELETE', `/people/${member.id}/sessions`)),
      async () => void (await administrator('DELETE', `/users/${member.id}`)),
    ]) {
      asMember = await portal.as(member)
      await asMember('PUT', '/auth/push/device', subscription())
      expect(await devicesOf(member)).toHaveLength(1)
      await end()
      expect(await devicesOf(member)).toEqual([])
    }
  })

  test('has one address, and an address one session: who signed in there last', async () => {
    const device = subscription()
    await asMember('PUT', '/auth/push/device', subscription())
    await asMember('PUT', '/auth/push/device', device)
    expect(await devicesOf(member)).toEqual([device.endpoint])
    const other = await portal.make.staff()
    await (await portal.as(other))('PUT', '/auth/push/device', device)
    expect([await devicesOf(member), await devicesOf(other)]).toEqual([[], [device.endpoint]])
  })

  test('is one of ten of a person: the first one ends with the eleventh', async () => {
    const devices = Array.from({ length: 11 }, () => subscription())
    for (const device of devices) await (await portal.as(member))('PUT', '/auth/push/device', device)
    expect(await devicesOf(member)).toEqual(devices.slice(1).map(({ endpoint }) => endpoint))
  })

  test.each([
    ['an address on the own network', { endpoint: 'https://127.0.0.1/admin' }],
    ['plain http', { endpoint: 'http://push.test.example/send/1' }],
    ['a service that is not in the list', { endpoint: 'https://push.elsewhere.example/send/1' }],
  ])('is refused with %s', async (_, wrong) => {
    const reply = await asMember('PUT', '/auth/push/device', { ...subscription(), ...wrong })
    expect([reply.statusCode, reply.json().message]).toEqual([
      400,
      'The push service of this browser is not among those that this portal sends to.',
    ])
    expect(await devicesOf(member)).toEqual([])
  })

  test.each([
    ['a key that is no point of the curve', { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }],
    ['a short secret', { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(10) } }],
    ['no keys', { keys: undefined }],
    ['an endless address', { endpoint: `https://push.test.example/${'x'.repeat(1000)}` }],
  ])('is refused with %s', async (_, wrong) => {
    const reply = await asMember('PUT', '/auth/push/device', { ...subscription(), ...wrong })
    expect([reply.statusCode, reply.json().message]).toEqual([400, 'The browser sent something that is not a push subscription.'])
    expect(await devicesOf(member)).toEqual([])
  })

  test('of a host below a domain of the list is known', async () => {
    expect((await asMember('PUT', '/auth/push/device', subscription('web.other.test.example'))).statusCode).toBe(200)
  })
})

describe('the keys of the portal', () => {
  test('are made once, and the private one never leaves the server', async () => {
    const { key } = await state(asMember)
    expect(key).toMatch(/^B[\w-]{86}$/)
    expect((await state(await portal.as(await portal.make.admin()))).key).toBe(key)
    const keys = await portal.sql<{ private_key: Buffer }[]>`select private_key from push_keys`
    expect(keys).toHaveLength(1)
    const [{ private_key } = { private_key: Buffer.alloc(0) }] = keys
    expect(logged.join('')).not.toContain(private_key.toString('base64url'))
    expect(logged.join('')).not.toContain(private_key.toString('hex'))
  })

  test('do not exist where nothing is sent to devices, and a sentence says so', async () => {
    const without = await startPortal({ environment: { PUSH_SERVICES: 'none' } })
    try {
      const caller = await without.as(await without.make.staff())
      expect(await state(caller)).toMatchObject({ key: null, is_on: false })
      const reply = await caller('PUT', '/auth/push/device', subscription())
      expect([reply.statusCode, reply.json().message]).toEqual([
        409,
        'This portal sends no notices to devices. Whoever runs the server can turn them on.',
      ])
      expect(await without.sql`select from push_keys`).toEqual([])
    } finally {
      await without.stop()
    }
  })
})

describe('the choices', () => {
  const all = { returned: true, verified: true, answered: true, released: true, days: true, events: true }

  test('are all topics, without details, until somebody chooses; each is chosen alone', async () => {
    expect(await state(asMember)).toMatchObject({ topics: all, details: false })
    await asMember('PUT', '/auth/push', { verified: false })
    await asMember('PUT', '/auth/push', { days: false, details: true })
    expect(await state(asMember)).toMatchObject({ topics: { ...all, verified: false, days: false }, details: true })
    await asMember('PUT', '/auth/push', { verified: true })
    expect(await state(asMember)).toMatchObject({ topics: { ...all, days: false }, details: true })
  })

  test('are refused when they are none', async () => {
    for (const wrong of [{}, { verified: 'no' }, { everything: true }]) {
      const reply = await asMember('PUT', '/auth/push', wrong)
      expect([reply.statusCode, reply.json().message]).toEqual([400, 'Choose whether these notices are on or off.'])
    }
  })
})
