import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeUser } from '../../testing/factories.ts'
import { testPassword } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { sessions } from './auth.queries.ts'

let portal: Portal
let administrator: MadeUser
let admin: Caller
beforeAll(async () => {
  portal = await startPortal()
  administrator = await portal.make.admin()
  admin = await portal.as(administrator)
  await portal.make.admin()
})
afterAll(() => portal.stop())

type Session = Awaited<ReturnType<Portal['startSession']>>
const me = async (headers: Record<string, string>) => portal.app.inject({ url: '/auth/me', headers })
const reasonFor = async (session: Session) => (await me(session)).json().session_end?.message
const asking = (session: Session, method: 'PUT' | 'DELETE', url: string, payload?: object) =>
  portal.app.inject({ method, url, headers: session, ...(payload ? { payload } : {}) })

/** How sessions of a member end, and what the browser that had the first one is told. */
const endings: [name: string, end: (member: MadeUser, other: Session) => Promise<unknown>, told: string][] = [
  [
    'an administrator made them staff',
    async ({ id }) => {
      await admin('PUT', `/users/toggle-role/${id}`, {})
    },
    'Your rights changed: an administrator made you staff. Please log in again.',
  ],
  [
    'their account was deleted',
    ({ id }) => portal.sql`update users set removed_at = now() where id = ${id}`,
    'An administrator deleted your account. Please ask the office if this is a mistake.',
  ],
  [
    'an administrator set a password',
    async ({ id }) => {
      await portal.sql.begin(async (tx) => {
        await tx`select set_config('portal.actor_id', ${String(administrator.id)}, true)`
        await tx`update users set password_hash = password_hash || 'A' where id = ${id}`
      })
    },
    'An administrator gave you a new password. Please log in with it.',
  ],
  [
    'they changed their password elsewhere',
    (_, other) =>
      asking(other, 'PUT', '/auth/password', { current_password: testPassword, new_password: 'another good long sentence' }),
    'You changed your password on another device. Please log in with the new one.',
  ],
  [
    'a link or the command line set a password',
    ({ id }) => portal.sql`update users set password_hash = password_hash || 'A' where id = ${id}`,
    'Your password was replaced. Please log in with the new one.',
  ],
  [
    'they ended their other sessions',
    (_, other) => asking(other, 'DELETE', '/auth/sessions'),
    'You logged this device out from another one. Please log in again.',
  ],
]

test.each(endings)('the browser of a session reads that %s', async (name, end, told) => {
  const member = name.endsWith('made them staff') ? await portal.make.admin() : await portal.make.staff()
  const [session, other] = [await portal.startSession(member), await portal.startSession(member)]
  await end(member, other)
  const reply = await me(session)
  // The sentence of the specification stays.
  expect([reply.statusCode, reply.json().message]).toEqual([401, 'Unauthorized access. Please login again.'])
  expect(reply.json().session_end.message).toBe(told)
})

test('only the browser with the cookie is told, in its language', async () => {
  const member = await portal.make.staff()
  const session = await portal.startSession(member)
  await portal.sql`update users set role_id = 1 where id = ${member.id}`
  expect((await me({})).json().session_end).toBeUndefined()
  const another = session.cookie.replace(/=(.)/, (_, first: string) => `=${first === 'A' ? 'B' : 'A'}`)
  expect((await me({ cookie: another })).json().session_end).toBeUndefined()
  const { session_end } = (await me({ cookie: `${session.cookie}; language=ar` })).json()
  expect(session_end).toEqual({ code: 'sessionEnds.madeAdministrator', message: expect.stringContaining('تغيّرت صلاحياتك') })
})

test('a session that its owner ended there, or that expired, has no reason', async () => {
  const session = await portal.startSession(await portal.make.staff())
  await portal.app.inject({ method: 'POST', url: '/auth/logout', headers: session })
  expect(await reasonFor(session)).toBeUndefined()
})

test('a reason is forgotten after three days', async () => {
  const member = await portal.make.staff()
  const session = await portal.startSession(member)
  await portal.sql`update users set role_id = 1 where id = ${member.id}`
  await portal.sql`update ended_sessions set ended_at = now() - interval '71 hours' where user_id = ${member.id}`
  expect(await reasonFor(session)).toContain('Your rights changed')
  await portal.sql`update ended_sessions set ended_at = now() - interval '73 hours' where user_id = ${member.id}`
  expect(await reasonFor(session)).toBeUndefined()
  await sessions(portal.sql).forgetExpired({
    SESSION_IDLE_MINUTES: 60,
    SESSION_MAX_HOURS: 12,
    STAY_SIGNED_IN_DAYS: 30,
    REQUIRE_SECOND_FACTOR: 'none',
  })
  expect(await portal.sql`select from ended_sessions where user_id = ${member.id}`).toEqual([])
})
