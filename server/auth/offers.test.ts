import { afterAll, beforeAll, expect, test } from 'vitest'
import { knownDeviceDays } from '../../contract/limits.ts'
import { type MadeUser, testPassword } from '../../testing/factories.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { sessions } from './auth.queries.ts'

const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'
const laptop = 'Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko/20100101 Firefox/133.0'

let portal: Portal
let plain: Portal
beforeAll(async () => {
  portal = await startPortal({ environment: { PUBLIC_URL: 'https://portal.test.example' } })
  plain = await startPortal({ environment: { PUBLIC_URL: 'http://portal.test.example' } })
})
afterAll(async () => {
  await portal.stop()
  await plain.stop()
})

/** Signs in, and returns whether a passkey is offered then. */
async function isOffered({ username }: MadeUser, agent = phone, { app } = portal): Promise<boolean> {
  const payload = { username, password: testPassword }
  const reply = await app.inject({ method: 'POST', url: '/auth/login', payload, headers: { 'user-agent': agent } })
  const { name, value } = reply.cookies[0] ?? {}
  const me = await app.inject({ url: '/auth/me', headers: { cookie: `${name}=${value}`, 'user-agent': agent } })
  expect(me.json().offers_passkey).toBe(reply.json().offers_passkey)
  return reply.json().offers_passkey === true
}

test('a passkey is offered from the second sign-in on a device', async () => {
  const member = await portal.make.staff()
  expect(await isOffered(member)).toBe(false)
  expect(await isOffered(member, laptop)).toBe(false)
  expect(await isOffered(member)).toBe(true)
  expect(await isOffered(member, laptop)).toBe(true)
})

test('and no more once it was taken or dismissed, on any device', async () => {
  const member = await portal.make.staff()
  for (const agent of [phone, laptop]) await isOffered(member, agent)
  const call = await portal.as(member)
  expect((await call('PUT', '/auth/offers', { offer: 'passkey' })).json()).toEqual({ is_first: true })
  expect(await isOffered(member)).toBe(false)
  expect(await isOffered(member, laptop)).toBe(false)
})

test.each<[string, (member: MadeUser) => Promise<unknown>]>([
  [
    'has one',
    ({ id }) =>
      portal.sql`insert into passkeys (credential_id, user_id, public_key, name) values (${`of ${id}`}, ${id}, '\\x00', 'Phone')`,
  ],
  ['has still the initial password', ({ id }) => portal.sql`update users set password_is_initial = true where id = ${id}`],
])('it is not offered to somebody who %s', async (_, prepare) => {
  const member = await portal.make.staff()
  await isOffered(member)
  await prepare(member)
  expect(await isOffered(member)).toBe(false)
})

test('it is not offered where the address of the portal allows none', async () => {
  const member = await plain.make.staff()
  await isOffered(member, phone, plain)
  expect(await isOffered(member, phone, plain)).toBe(false)
})

test('a device that does not say its name is not counted', async () => {
  const member = await portal.make.staff()
  await isOffered(member, 'curl/8.5.0')
  expect(await isOffered(member, 'curl/8.5.0')).toBe(false)
  expect(await portal.sql`select from sign_in_devices where user_id = ${member.id}`).toEqual([])
})

test('each offer is noted once for a person, and apart from the other; of two at the same time one is first', async () => {
  const [member, other] = [await portal.make.staff(), await portal.make.staff()]
  const [call, theirs] = [await portal.as(member), await portal.as(other)]
  const both = await Promise.all([1, 2].map(() => call('PUT', '/auth/offers', { offer: 'home-screen' })))
  expect(both.map((reply) => reply.json().is_first).toSorted()).toEqual([false, true])
  expect((await call('PUT', '/auth/offers', { offer: 'passkey' })).json()).toEqual({ is_first: true })
  expect((await theirs('PUT', '/auth/offers', { offer: 'home-screen' })).json()).toEqual({ is_first: true })
  expect((await call('PUT', '/auth/offers', { offer: 'a car' })).statusCode).toBe(400)
})

test('a device that was not used for long is forgotten', async () => {
  const member = await portal.make.staff()
  for (const agent of [phone, laptop]) await isOffered(member, agent)
  await portal.sql`update sign_in_devices set last_signed_in_at = now() - make_interval(days => ${knownDeviceDays + 1})
    where user_id = ${member.id} and device = 'Firefox · Windows'`
  const limits = {
    SESSION_IDLE_MINUTES: 120,
    SESSION_MAX_HOURS: 12,
    STAY_SIGNED_IN_DAYS: 30,
    REQUIRE_SECOND_FACTOR: 'none',
  } as const
  await sessions(portal.sql).forgetExpired(limits)
  expect(await portal.sql`select device from sign_in_devices where user_id = ${member.id}`).toEqual([
    { device: 'Chrome · Android' },
  ])
})
