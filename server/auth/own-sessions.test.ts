import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPassword } from '../../testing/factories.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
})
afterAll(() => portal.stop())

const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

async function signIn(username: string, userAgent: string): Promise<{ cookie: string }> {
  const payload = { username, password: testPassword }
  const reply = await portal.app.inject({ method: 'POST', url: '/auth/login', payload, headers: { 'user-agent': userAgent } })
  expect(reply.statusCode).toBe(200)
  const cookie = reply.cookies.find(({ name }) => name === 'portal_session')
  return { cookie: `portal_session=${cookie?.value}` }
}
const sessionsOf = async (headers: { cookie: string }) => {
  const reply = await portal.app.inject({ method: 'GET', url: '/auth/sessions', headers })
  return reply.statusCode === 200 ? reply.json().sessions : reply.statusCode
}

test('a user sees the own sessions, and ends all but this one; those of others stay', async () => {
  const [member, other] = [await portal.make.staff(), await portal.make.staff()]
  const first = await signIn(member.username, 'Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko/20100101 Firefox/133.0')
  const second = await signIn(member.username, phone)
  const foreign = await signIn(other.username, phone)
  expect(await sessionsOf(second)).toMatchObject([
    { device: 'Chrome · Android', is_this: true },
    { device: 'Firefox · Windows', is_this: false },
  ])

  const ended = await portal.app.inject({ method: 'DELETE', url: '/auth/sessions', headers: second })
  expect([ended.statusCode, ended.json().message]).toEqual([200, '1 other device signed out'])
  expect(await sessionsOf(first)).toBe(401)
  expect(await sessionsOf(second)).toHaveLength(1)
  expect(await sessionsOf(foreign)).toHaveLength(1)
  const [record] = await portal.sql`select kind, after from audit where person_id = ${member.id} order by id desc limit 1`
  expect(record).toEqual({ kind: 'signed out', after: { devices: '1' } })
})

test('a session that has expired is not listed', async () => {
  const member = await portal.make.staff()
  const [headers] = [await signIn(member.username, phone), await signIn(member.username, phone)]
  await portal.sql`update sessions set last_seen_at = now() - interval '1 year' where user_id = ${member.id} and created_at = (
    select max(created_at) from sessions where user_id = ${member.id})`
  expect(await sessionsOf(headers)).toHaveLength(1)
})
