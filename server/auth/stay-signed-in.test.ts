import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MadeUser, testPassword } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { softPasskey } from '../../testing/soft-passkey.ts'
import { sessions } from './auth.queries.ts'
import { newSecret } from './second-factor/totp.ts'

const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'
const phoneAsDesktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const laptop = 'Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko/20100101 Firefox/133.0'
const days = 24 * 60 * 60

let portal: Portal
let office: MadeUser
let admin: Caller
/** Portals whose settings do not offer to stay, and offer it for a shorter time. */
let without: Portal
let shorter: Portal
beforeAll(async () => {
  portal = await startPortal()
  without = await startPortal({ environment: { STAY_SIGNED_IN_DAYS: '0' } })
  shorter = await startPortal({ environment: { STAY_SIGNED_IN_DAYS: '7' } })
  office = await portal.make.admin()
  admin = await portal.as(office)
})
afterAll(async () => {
  await portal.stop()
  await without.stop()
  await shorter.stop()
})

type Headers = { cookie: string; 'user-agent': string }
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const send = (method: Method, url: string, headers: Partial<Headers>, payload?: object, { app } = portal) =>
  app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
type Reply = Awaited<ReturnType<typeof send>>

const cookieIn = ({ cookies }: Reply, name = 'portal_session') => cookies.find((cookie) => cookie.name === name)

async function logIn({ username }: MadeUser, more: object = { stay_signed_in: true }, agent = phone, at = portal) {
  const body = { username, password: testPassword, ...more }
  const reply = await send('POST', '/auth/login', { 'user-agent': agent }, body, at)
  expect(reply.statusCode).toBe(200)
  const cookie = cookieIn(reply)
  return { reply, cookie, headers: { cookie: `portal_session=${cookie?.value}`, 'user-agent': agent } }
}

const me = (headers: Headers, at = portal) => send('GET', '/auth/me', headers, undefined, at)
const statusOf = async (headers: Headers, at = portal) => (await me(headers, at)).statusCode

/** Lets time pass for the sessions of a member: as if they had begun and been used that much earlier. */
const wait = ({ id }: MadeUser, time: string, { sql } = portal) =>
  sql`update sessions set created_at = created_at - ${time}::interval, last_seen_at = last_seen_at - ${time}::interval where user_id = ${id}`

describe('staying signed in', () => {
  test('lasts for 30 days without use, and no longer', async () => {
    const member = await portal.make.staff()
    const { cookie, headers } = await logIn(member)
    expect(cookie).toMatchObject({ maxAge: 30 * days, httpOnly: true, sameSite: 'Strict', path: '/' })
    const left = Date.parse((await me(headers)).json().session_ends_at) - Date.now()
    expect(Math.round(left / 1000 / days)).toBe(30)
    await wait(member, '29 days 23 hours')
    expect(await statusOf(headers)).toBe(200)
    await wait(member, '2 hours')
    expect(await statusOf(headers)).toBe(401)
  })

  test('is not what happens to somebody who does not choose it, or sends something else in its place', async () => {
    for (const more of [{}, { stay_signed_in: false }, { stay_signed_in: 'yes' }, { stay_signed_in: null }]) {
      const member = await portal.make.staff()
      const { cookie, headers } = await logIn(member, more)
      expect(cookie?.maxAge).toBeUndefined()
      await wait(member, '121 minutes')
      expect(await statusOf(headers)).toBe(401)
    }
  })

  test('goes with a second factor', async () => {
    const member = await portal.make.staff()
    const secret = newSecret()
    await portal.sql`insert into authenticators (user_id, secret, confirmed_at) values (${member.id}, ${secret}, now())`
    const first = await send(
      'POST',
      '/auth/login',
      { 'user-agent': phone },
      { username: member.username, password: testPassword, stay_signed_in: true },
    )
    const code = new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) }).generate()
    const pending = { cookie: `portal_sign_in=${cookieIn(first, 'portal_sign_in')?.value}`, 'user-agent': phone }
    const second = await send('POST', '/auth/second-factor', pending, { code })
    expect(cookieIn(second)?.maxAge).toBe(30 * days)
    await wait(member, '5 days')
    expect(await statusOf({ cookie: `portal_session=${cookieIn(second)?.value}`, 'user-agent': phone })).toBe(200)
  })

  test('goes with a passkey', async () => {
    const member = await portal.make.staff()
    const { headers } = await logIn(member)
    await send('POST', '/auth/confirm', headers, { password: testPassword })
    const passkey = softPasskey()
    const { options } = (await send('POST', '/auth/passkeys/options', headers)).json()
    await send('POST', '/auth/passkeys', headers, { name: 'Phone', passkey: passkey.create(options) })
    const asked = (await send('POST', '/auth/passkey/options', {}, {})).json().options
    const reply = await send(
      'POST',
      '/auth/passkey',
      { 'user-agent': phone },
      { passkey: passkey.get(asked), stay_signed_in: true },
    )
    expect([reply.statusCode, cookieIn(reply)?.maxAge]).toEqual([200, 30 * days])
    expect(cookieIn(reply)?.value).not.toBe(headers.cookie)
  })

  test('is offered by the pages for as long as the setting says, and not at all with 0', async () => {
    const daysAt = async ({ app }: Portal) => (await app.inject('/branding')).json().stay_signed_in_days
    expect([await daysAt(portal), await daysAt(shorter), await daysAt(without)]).toEqual([30, 7, 0])
    const member = await without.make.staff()
    const { cookie, headers } = await logIn(member, { stay_signed_in: true }, phone, without)
    expect(cookie?.maxAge).toBeUndefined()
    await wait(member, '121 minutes', without)
    expect(await statusOf(headers, without)).toBe(401)
  })

  test('ends with the setting of today, also where it began under a longer one', async () => {
    const member = await shorter.make.staff()
    const { headers } = await logIn(member, { stay_signed_in: true }, phone, shorter)
    await wait(member, '6 days', shorter)
    expect(await statusOf(headers, shorter)).toBe(200)
    await wait(member, '2 days', shorter)
    expect(await statusOf(headers, shorter)).toBe(401)
  })

  test('leaves nothing in the database with which one could sign in', async () => {
    const member = await portal.make.staff()
    const { cookie } = await logIn(member)
    const rows = await portal.sql`select to_jsonb(s) as row from sessions s where user_id = ${member.id}`
    expect(JSON.stringify(rows)).not.toContain(cookie?.value)
    const [{ hash }] = await portal.sql<[{ hash: Buffer }]>`select token_hash as hash from sessions where user_id = ${member.id}`
    for (const token of [hash.toString('hex'), hash.toString('base64url')])
      expect(await statusOf({ cookie: `portal_session=${token}`, 'user-agent': phone })).toBe(401)
  })
})

describe('the device', () => {
  test('a session that stays is none in another browser or system that has its cookie, and says why', async () => {
    const { headers } = await logIn(await portal.make.staff())
    for (const agent of [laptop, phone.replace('Chrome', 'Firefox'), 'curl/8.5.0']) {
      const stolen = await me({ ...headers, 'user-agent': agent })
      expect([stolen.statusCode, stolen.json().session_end.message]).toEqual([
        401,
        'You were signed in on another device or in another browser. Please log in again.',
      ])
    }
    expect(await statusOf(headers)).toBe(200)
  })

  test('the desktop site, or a new version of the browser, is the same device', async () => {
    const { headers } = await logIn(await portal.make.staff())
    expect(await statusOf({ ...headers, 'user-agent': phoneAsDesktop })).toBe(200)
    expect(await statusOf({ ...headers, 'user-agent': phone.replace('131.0', '140.2') })).toBe(200)
  })

  test('a session that does not stay is not tied to the name of its browser', async () => {
    const { headers } = await logIn(await portal.make.staff(), {})
    expect(await statusOf({ ...headers, 'user-agent': laptop })).toBe(200)
  })
})

describe('a session that stays is listed', () => {
  const listOf = async (headers: Headers) => (await send('GET', '/auth/sessions', headers)).json().sessions

  test('by name and until when, and its owner ends it from another device', async () => {
    const member = await portal.make.staff()
    const kept = await logIn(member)
    const here = await logIn(member, {}, laptop)
    const [own, other] = await listOf(here.headers)
    expect(own).toMatchObject({ device: 'Firefox · Windows', is_this: true, stays_until: null })
    expect(other).toMatchObject({ device: 'Chrome · Android', is_this: false })
    expect(Math.round((Date.parse(other.stays_until) - Date.now()) / 1000 / days)).toBe(30)

    const ended = await send('DELETE', `/auth/sessions/${other.id}`, here.headers)
    expect([ended.statusCode, ended.json().message]).toEqual([200, 'The device was signed out'])
    expect((await me(kept.headers)).json().session_end.message).toBe(
      'You logged this device out from another one. Please log in again.',
    )
    expect(await listOf(here.headers)).toHaveLength(1)
    const [began] =
      await portal.sql`select kind, after from audit where person_id = ${member.id} and kind = 'signed in' order by id limit 1`
    expect(began).toEqual({ kind: 'signed in', after: { stays: true } })
    const [record] =
      await portal.sql`select kind, actor_id, after from audit where person_id = ${member.id} order by id desc limit 1`
    expect(record).toEqual({ kind: 'signed out', actor_id: member.id, after: { devices: '1' } })
    expect((await send('DELETE', `/auth/sessions/${other.id}`, here.headers)).statusCode).toBe(404)
  })

  test('to its owner alone; the session of the request is ended by logging out', async () => {
    const [member, stranger] = [await logIn(await portal.make.staff()), await logIn(await portal.make.staff())]
    const [{ id }] = await listOf(member.headers)
    expect((await send('DELETE', `/auth/sessions/${id}`, stranger.headers)).statusCode).toBe(404)
    expect((await send('DELETE', `/auth/sessions/${id}`, member.headers)).statusCode).toBe(404)
    expect(await statusOf(member.headers)).toBe(200)
  })

  test('and an administrator ends it on the page of the person; that of another administrator they do not', async () => {
    const member = await portal.make.staff()
    const [kept, other] = [await logIn(member), await logIn(member, {}, laptop)]
    const listed = (await admin('GET', `/people/${member.id}/sessions`)).json().sessions
    const { id } = listed.find(({ stays_until }: { stays_until: string | null }) => stays_until !== null)
    const ended = await admin('DELETE', `/people/${member.id}/sessions/${id}`)
    expect([ended.statusCode, ended.json().message]).toEqual([200, '1 device signed out'])
    expect((await me(kept.headers)).json().session_end.message).toBe(
      'An administrator logged this device out. Please log in again.',
    )
    expect(await statusOf(other.headers)).toBe(200)

    const colleague = await portal.make.admin()
    const theirs = await logIn(colleague)
    const [session] = await listOf(theirs.headers)
    expect((await admin('DELETE', `/people/${colleague.id}/sessions/${session.id}`)).statusCode).toBe(403)
    // The person of the address counts, not the session alone.
    expect((await admin('DELETE', `/people/${member.id}/sessions/${session.id}`)).statusCode).toBe(404)
    expect(await statusOf(theirs.headers)).toBe(200)
  })
})

describe('a session that stays ends, too,', () => {
  test.each([
    ['with a new password', `password_hash = '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA'`],
    ['with another role', 'role_id = 1'],
    ['when its owner is removed', 'removed_at = now()'],
  ])('%s', async (_, change) => {
    const member = await portal.make.staff()
    const { headers } = await logIn(member)
    await portal.sql.unsafe(`update users set ${change} where id = ${member.id}`)
    expect(await statusOf(headers)).toBe(401)
  })

  test('when its owner changes the password elsewhere; the device where it is changed goes on staying', async () => {
    const member = await portal.make.staff()
    const [here, elsewhere] = [await logIn(member), await logIn(member)]
    const reply = await send('PUT', '/auth/password', here.headers, {
      current_password: testPassword,
      new_password: 'an even longer test sentence',
    })
    expect(cookieIn(reply)?.maxAge).toBe(30 * days)
    expect(await statusOf(elsewhere.headers)).toBe(401)
    await wait(member, '20 days')
    expect(await statusOf({ ...here.headers, cookie: `portal_session=${cookieIn(reply)?.value}` })).toBe(200)
  })

  test('by logging out, and is forgotten when its time is over', async () => {
    const member = await portal.make.staff()
    const { headers } = await logIn(member)
    await send('POST', '/auth/logout', headers)
    expect(await statusOf(headers)).toBe(401)
    await logIn(member)
    const limits = {
      SESSION_IDLE_MINUTES: 120,
      SESSION_MAX_HOURS: 12,
      STAY_SIGNED_IN_DAYS: 30,
      REQUIRE_SECOND_FACTOR: 'none',
    } as const
    const left = async () => {
      await sessions(portal.sql).forgetExpired(limits)
      return (await portal.sql`select from sessions where user_id = ${member.id}`).length
    }
    await wait(member, '20 days')
    expect(await left()).toBe(1)
    await wait(member, '11 days')
    expect(await left()).toBe(0)
  })
})

test('after days, sensitive steps ask again: a factor for a confirmation, a password for the current one', async () => {
  const member = await portal.make.staff()
  const { headers } = await logIn(member)
  await wait(member, '3 days')
  for (const [method, url] of [
    ['POST', '/auth/authenticator'],
    ['POST', '/auth/passkeys/options'],
    ['POST', '/auth/recovery-codes'],
  ] as const) {
    const reply = await send(method, url, headers, {})
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'signInSecurity.confirmFirst'])
  }
  const changed = await send('PUT', '/auth/password', headers, { new_password: 'an even longer test sentence' })
  expect(changed.json().errors).toMatchObject([{ field: 'current_password' }])
})
