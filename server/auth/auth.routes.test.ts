import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { testPassword } from '../../testing/factories.ts'
import { occupyThreads } from '../../testing/occupied-threads.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { dummyHash, hashPassword } from './passwords.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

function login(payload: unknown, more: { remoteAddress?: string; headers?: Record<string, string> } = {}) {
  return portal.app.inject({ method: 'POST', url: '/auth/login', payload: payload as object, ...more })
}

function me(headers: Record<string, string>) {
  return portal.app.inject({ url: '/auth/me', headers })
}

/** A new address for each call, so that the limits of one test do not affect another. */
let address = 0
function newAddress() {
  address += 1
  return `10.1.${Math.floor(address / 250)}.${(address % 250) + 1}`
}

describe('signing in', () => {
  test('replies with the message, the four values of the user, and what they may do', async () => {
    const staff = await portal.make.staff({ name: 'Dr. Sara Aziz' })
    const reply = await login({ username: staff.username, password: testPassword })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({
      message: 'Login successful',
      user: { id: staff.id, role_id: 2, username: staff.username, name: 'Dr. Sara Aziz' },
      rights: { department: null, see_members: false, review: false, score: false, lend: false, delegations: [] },
    })
  })

  test('ignores the case of the username and a trailing space, but nothing in the password', async () => {
    await portal.make.staff({ username: 'Layla.Hassan' })
    expect((await login({ username: 'layla.hassan ', password: testPassword })).statusCode).toBe(200)
    expect((await login({ username: 'layla.hassan', password: testPassword.toUpperCase() })).statusCode).toBe(401)
  })

  test('a username in another Unicode normalization form is the same', async () => {
    await portal.make.staff({ username: 'Jos\u00e9' })
    expect((await login({ username: 'Jose\u0301', password: testPassword })).statusCode).toBe(200)
  })

  test('a username in Arabic or Persian digits is the one in Latin digits; one that was stored with them is found, too', async () => {
    await portal.make.staff({ username: '07701234567' })
    for (const username of ['٠٧٧٠١٢٣٤٥٦٧', '۰۷۷۰۱۲۳۴۵۶۷', '07701234567'])
      expect((await login({ username, password: testPassword })).json()).toMatchObject({ user: { username: '07701234567' } })
    const { id } = await portal.make.staff({ username: 'former' })
    await portal.sql`update users set username = '٠٧٧٠٠٠٠' where id = ${id}`
    expect((await login({ username: '٠٧٧٠٠٠٠', password: testPassword })).statusCode).toBe(200)
  })

  test.each([{}, { username: 'x' }, { password: 'x' }, { username: '', password: '' }, { username: ' ', password: 'x' }])(
    'requires username and password: %j',
    async (payload) => {
      const reply = await login(payload)
      expect(reply.statusCode).toBe(400)
      expect(reply.json().message).toBe('Username and password are required')
    },
  )

  test.each([null, [], {}, 5, undefined])('refuses the password %j with the same message', async (password) => {
    const reply = await login({ username: 'admin', password })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().message).toBe('Username and password are required')
  })

  test.each(['null', '[]', '"text"', '5'])('refuses the body %s with the same message', async (payload) => {
    const reply = await portal.app.inject({
      method: 'POST',
      url: '/auth/login',
      payload,
      headers: { 'content-type': 'application/json' },
    })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().message).toBe('Username and password are required')
  })

  test('a removed user cannot sign in', async () => {
    const staff = await portal.make.staff()
    await portal.sql`update users set removed_at = now() where id = ${staff.id}`
    expect((await login({ username: staff.username, password: testPassword })).statusCode).toBe(401)
  })

  test('unknown user and wrong password are indistinguishable in status, body and work', async () => {
    const { username } = await portal.make.staff()
    const stranger = await portal.as(null)
    // Passwords are verified in threads: as long as none is free, only a sign-in without that work gets a reply.
    const { release } = occupyThreads()
    onTestFinished(release)
    const replies: Awaited<ReturnType<typeof login>>[] = []
    const logins = ['nobody', username].map(async (username) => {
      replies.push(await login({ username, password: 'not the password' }, { remoteAddress: newAddress() }))
    })
    for (let count = 0; count < 30; count += 1) await stranger('GET', '/branding')
    expect(replies).toEqual([])
    await release()
    await Promise.all(logins)
    for (const reply of replies) {
      expect(reply.statusCode).toBe(401)
      expect(reply.json()).toEqual({ message: 'Invalid username or password', code: 'auth.invalid' })
    }
    // The work is that of a password that was stored in service: its cost stands in the hash.
    const costOf = (hash: string) => hash.split('$').slice(1, 4)
    expect(costOf(await dummyHash)).toEqual(costOf(await hashPassword(testPassword)))
  })

  test('a 100-character password with its last character changed is wrong', async () => {
    const staff = await portal.make.staff()
    const long = 'x'.repeat(99)
    const session = await portal.signIn(staff)
    const changed = await changePassword(session, testPassword, `${long}y`)
    expect(changed.statusCode).toBe(200)
    expect((await login({ username: staff.username, password: `${long}z` })).statusCode).toBe(401)
    expect((await login({ username: staff.username, password: `${long}y` })).statusCode).toBe(200)
  })
})

describe('attempt limits', () => {
  test('many failures for one account from one address: 429 with Retry-After; others are unaffected; it recovers by itself', async () => {
    const victim = await portal.make.staff()
    const other = await portal.make.staff()
    const remoteAddress = newAddress()
    const attempt = (username: string, password: string, from = remoteAddress) =>
      login({ username, password }, { remoteAddress: from })
    for (let failure = 0; failure < 5; failure += 1) expect((await attempt(victim.username, 'wrong')).statusCode).toBe(401)

    const refused = await attempt(victim.username, testPassword)
    expect(refused.statusCode).toBe(429)
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(refused.json().message).toBe(`Too many attempts. Try again in ${seconds} seconds.`)

    expect((await attempt(other.username, testPassword)).statusCode).toBe(200)
    expect((await attempt(victim.username, testPassword, newAddress())).statusCode).toBe(200)

    await portal.sql`update sign_in_attempts set window_ends_at = now() - interval '1 second'`
    expect((await attempt(victim.username, testPassword)).statusCode).toBe(200)
  })

  test('twenty attempts at the same moment are twenty attempts', async () => {
    const victim = await portal.make.staff()
    const remoteAddress = newAddress()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => login({ username: victim.username, password: 'wrong' }, { remoteAddress })),
    )
    expect(replies.filter((reply) => reply.statusCode === 401)).toHaveLength(5)
    expect(replies.filter((reply) => reply.statusCode === 429)).toHaveLength(15)
    // The records are of each wrong password, and of the first attempt refused by the limit.
    const refusals = await portal.sql`select from audit where kind = 'sign-in refused' and person_id = ${victim.id}`
    expect(refusals).toHaveLength(6)
  })

  test('attempts refused by the tight limit do not count for the wide ones: the victim elsewhere and the neighbours can sign in', async () => {
    const victim = await portal.make.staff()
    const neighbour = await portal.make.staff()
    const remoteAddress = newAddress()
    for (let failure = 0; failure < 110; failure += 1)
      await login({ username: victim.username, password: 'wrong' }, { remoteAddress })
    expect((await login({ username: victim.username, password: testPassword }, { remoteAddress: newAddress() })).statusCode).toBe(
      200,
    )
    expect((await login({ username: neighbour.username, password: testPassword }, { remoteAddress })).statusCode).toBe(200)
  })

  test.each([
    ['exists', true],
    ['does not exist', false],
  ])('another spelling that the database considers the same username shares its limits: one that %s', async (_, exists) => {
    if (exists) await portal.make.staff({ username: 'özgür.minimi' })
    else await portal.sql`update users set removed_at = now() where username = 'özgür.minimi'`
    const remoteAddress = newAddress()
    const spellings = ['özgür.minimi', 'ÖZGÜR.MINIMI', 'Özgür.Minimi', 'ÖZGÜR.minimi', 'özgür.MINIMI', 'Özgür.minimi']
    const replies = []
    for (const username of spellings) replies.push(await login({ username, password: 'wrong' }, { remoteAddress }))
    expect(replies.map((reply) => reply.statusCode)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('one address that tries many accounts is refused', async () => {
    const remoteAddress = newAddress()
    await portal.sql`insert into sign_in_attempts values (${`address:${remoteAddress}`}, 100, now() + interval '9 minutes')`
    const staff = await portal.make.staff()
    expect((await login({ username: staff.username, password: testPassword }, { remoteAddress })).statusCode).toBe(429)
  })

  test('a campus behind one address does not lock itself out: strangers do not use up the limits of a user who signed in there before', async () => {
    const campus = newAddress()
    const attempt = async (username: string, password: string) =>
      (await login({ username, password }, { remoteAddress: campus })).statusCode
    const member = await portal.make.staff()
    const typist = await portal.make.staff()
    const stranger = await portal.make.staff()
    for (const { username } of [member, typist]) expect(await attempt(username, testPassword)).toBe(200)

    // Their own failures do not count against the address, or the hundred below would not fit.
    for (let failure = 0; failure < 4; failure += 1) expect(await attempt(typist.username, 'wrong')).toBe(401)
    for (let batch = 0; batch < 100; batch += 10) {
      const madeUp = Array.from({ length: 10 }, (__, index) => attempt(`made-up-${batch + index}`, 'wrong'))
      expect(new Set(await Promise.all(madeUp))).toEqual(new Set([401]))
    }

    expect(await attempt(stranger.username, testPassword)).toBe(429)
    expect(await attempt(member.username, testPassword)).toBe(200)
    expect(await attempt(typist.username, 'wrong')).toBe(401)
    expect(await attempt(typist.username, testPassword)).toBe(429)

    await portal.sql`update sign_in_addresses set last_signed_in_at = now() - interval '31 days' where user_id = ${member.id}`
    expect(await attempt(member.username, testPassword)).toBe(429)
  })

  test('guesses at users who signed in from an address before have a wide limit in all; what is right does not count', async () => {
    const campus = newAddress()
    const attempt = async (username: string, password: string) =>
      (await login({ username, password }, { remoteAddress: campus })).statusCode
    const [member, typist] = [await portal.make.staff(), await portal.make.staff()]
    for (const { username } of [member, typist]) expect(await attempt(username, testPassword)).toBe(200)
    expect(await attempt(typist.username, 'wrong')).toBe(401)
    expect(await attempt(member.username, testPassword)).toBe(200)
    const key = `known-address:${campus}`
    expect(await portal.sql`select attempts from sign_in_attempts where key = ${key}`).toEqual([{ attempts: 1 }])
    await portal.sql`update sign_in_attempts set attempts = 1000 where key = ${key}`
    expect(await attempt(member.username, testPassword)).toBe(429)
    expect((await login({ username: member.username, password: testPassword }, { remoteAddress: newAddress() })).statusCode).toBe(
      200,
    )
  })

  test('no wait is longer than one window, even after the clock of the database was set back', async () => {
    const remoteAddress = newAddress()
    const { username } = await portal.make.staff()
    await portal.sql`insert into sign_in_attempts values (${`address:${remoteAddress}`}, 100, now() + interval '9 days')`
    const first = await login({ username, password: testPassword }, { remoteAddress })
    expect(first.statusCode).toBe(429)
    expect(Number(first.headers['retry-after'])).toBe(900)
    // The stored window is shortened, and later attempts do not extend it.
    await portal.sql`update sign_in_attempts set window_ends_at = window_ends_at - interval '14 minutes'
      where key = ${`address:${remoteAddress}`}`
    const second = await login({ username, password: testPassword }, { remoteAddress })
    expect(Number(second.headers['retry-after'])).toBeLessThanOrEqual(60)
  })

  test('nothing that was typed as a username is stored', async () => {
    const typed = 'my secret password'
    await login({ username: typed, password: 'wrong' }, { remoteAddress: newAddress() })
    const rows = await portal.sql<{ row: string }[]>`
      select to_jsonb(a)::text as row from sign_in_attempts a union all select to_jsonb(a)::text from audit a`
    expect(rows.filter(({ row }) => row.toLowerCase().includes('secret'))).toEqual([])
  })

  test('a distributed attack on one account does not lock its owner out at an address where they signed in before', async () => {
    const victim = await portal.make.staff()
    const home = newAddress()
    expect((await login({ username: victim.username, password: testPassword }, { remoteAddress: home })).statusCode).toBe(200)
    for (let failure = 0; failure < 50; failure += 1) {
      await login({ username: victim.username, password: 'wrong' }, { remoteAddress: newAddress() })
    }
    const elsewhere = await login({ username: victim.username, password: testPassword }, { remoteAddress: newAddress() })
    expect(elsewhere.statusCode).toBe(429)
    expect((await login({ username: victim.username, password: testPassword }, { remoteAddress: home })).statusCode).toBe(200)
  })

  test('X-Forwarded-For counts only behind a configured proxy', async () => {
    const behindProxy = await startPortal({ environment: { TRUST_PROXY: '127.0.0.1' } })
    try {
      const attempt = (on: Portal, username: string, forwarded: string) =>
        on.app.inject({
          method: 'POST',
          url: '/auth/login',
          remoteAddress: '127.0.0.1',
          headers: { 'x-forwarded-for': forwarded },
          payload: { username, password: 'wrong' },
        })
      const victim = await portal.make.staff()
      for (let round = 0; round < 5; round += 1) await attempt(portal, victim.username, newAddress())
      expect((await attempt(portal, victim.username, newAddress())).statusCode).toBe(429)

      const { username } = await behindProxy.make.staff()
      for (let round = 0; round < 6; round += 1) expect((await attempt(behindProxy, username, newAddress())).statusCode).toBe(401)
    } finally {
      await behindProxy.stop()
    }
  })
})

describe('sessions', () => {
  test('the cookie holds 256 random bits, is HttpOnly, SameSite and for the whole site; the database stores only a hash', async () => {
    const staff = await portal.make.staff()
    const reply = await login({ username: staff.username, password: testPassword })
    const [cookie] = reply.cookies
    expect(cookie).toMatchObject({ name: 'portal_session', httpOnly: true, sameSite: 'Strict', path: '/' })
    const value = cookie?.value ?? ''
    expect(Buffer.from(value, 'base64url')).toHaveLength(32)
    const rows = await portal.sql`select token_hash, to_jsonb(s)::text as row from sessions s where user_id = ${staff.id}`
    expect(rows).toHaveLength(1)
    expect(rows[0]?.['row']).not.toContain(value)
    expect(rows[0]?.['token_hash']).not.toEqual(Buffer.from(value, 'base64url'))
  })

  test('under https the cookie is Secure and has the __Host- prefix', async () => {
    const secure = await startPortal({ environment: { PUBLIC_URL: 'https://portal.test.example' } })
    try {
      const staff = await secure.make.staff()
      const session = await secure.signIn(staff)
      expect(session.cookie).toMatch(/^__Host-portal_session=/)
      const reply = await secure.app.inject({
        method: 'POST',
        url: '/auth/login',
        payload: { username: staff.username, password: testPassword },
      })
      expect(reply.headers['set-cookie']).toMatch(/; Secure/)
      expect(reply.headers['strict-transport-security']).toBeDefined()
      expect((await secure.app.inject({ url: '/auth/me', headers: session })).statusCode).toBe(200)
    } finally {
      await secure.stop()
    }
  })

  test('a cookie set before signing in is replaced, and its old value is not a session', async () => {
    const staff = await portal.make.staff()
    const planted = 'portal_session=planted-by-somebody-else'
    const reply = await login({ username: staff.username, password: testPassword }, { headers: { cookie: planted } })
    expect(reply.cookies[0]?.value).not.toBe('planted-by-somebody-else')
    expect((await me({ cookie: planted })).statusCode).toBe(401)
  })

  test('signing in again ends the previous session', async () => {
    const staff = await portal.make.staff()
    const before = await portal.signIn(staff)
    await login({ username: staff.username, password: testPassword }, { headers: before })
    expect((await me(before)).statusCode).toBe(401)
  })

  test('logout ends the session at once', async () => {
    const session = await portal.signIn(await portal.make.staff())
    const reply = await portal.app.inject({ method: 'POST', url: '/auth/logout', headers: session })
    expect(reply.json()).toEqual({ message: 'Logged out!' })
    // The header clears the pictures of evidence, not what others have on the device: the page deletes the rest by itself.
    expect(reply.headers['clear-site-data']).toBe('"cache"')
    const after = await me(session)
    expect(after.statusCode).toBe(401)
    expect(after.json()).toEqual({ message: 'Unauthorized access. Please login again.', code: 'general.unauthorized' })
  })

  test.each([
    ['the password is changed', `password_hash = '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA'`],
    ['the role is toggled', 'role_id = 1'],
    ['the user is removed', 'removed_at = now()'],
  ])('every session of a user ends at once when %s', async (_, change) => {
    const staff = await portal.make.staff()
    const bystander = await portal.signIn(await portal.make.staff())
    const both = [await portal.signIn(staff), await portal.signIn(staff)]
    await portal.sql.unsafe(`update users set ${change} where id = ${staff.id}`)
    for (const session of both) expect((await me(session)).statusCode).toBe(401)
    expect((await me(bystander)).statusCode).toBe(200)
  })

  test('a new name or e-mail ends no session', async () => {
    const staff = await portal.make.staff()
    const session = await portal.signIn(staff)
    await portal.sql`update users set name = 'Another Name' where id = ${staff.id}`
    expect((await me(session)).json().user.name).toBe('Another Name')
  })

  test('a session ends after two idle hours, and after twelve hours in any case', async () => {
    const idle = await portal.make.staff()
    const idleSession = await portal.signIn(idle)
    await portal.sql`update sessions set last_seen_at = now() - interval '119 minutes' where user_id = ${idle.id}`
    expect((await me(idleSession)).statusCode).toBe(200)
    await portal.sql`update sessions set last_seen_at = now() - interval '121 minutes' where user_id = ${idle.id}`
    expect((await me(idleSession)).statusCode).toBe(401)

    const busy = await portal.make.staff()
    const busySession = await portal.signIn(busy)
    await portal.sql`update sessions set created_at = now() - interval '11 hours 59 minutes' where user_id = ${busy.id}`
    expect((await me(busySession)).statusCode).toBe(200)
    await portal.sql`update sessions set created_at = now() - interval '12 hours 1 minute' where user_id = ${busy.id}`
    expect((await me(busySession)).statusCode).toBe(401)
  })

  test('both limits are settings', async () => {
    const strict = await startPortal({ environment: { SESSION_IDLE_MINUTES: '10', SESSION_MAX_HOURS: '1' } })
    try {
      const staff = await strict.make.staff()
      const session = await strict.signIn(staff)
      await strict.sql`update sessions set last_seen_at = now() - interval '11 minutes'`
      expect((await strict.app.inject({ url: '/auth/me', headers: session })).statusCode).toBe(401)
      const second = await strict.signIn(staff)
      await strict.sql`update sessions set last_seen_at = now(), created_at = now() - interval '61 minutes'`
      expect((await strict.app.inject({ url: '/auth/me', headers: second })).statusCode).toBe(401)
    } finally {
      await strict.stop()
    }
  })

  test('also with the shortest idle time, use keeps a session alive', async () => {
    const strict = await startPortal({ environment: { SESSION_IDLE_MINUTES: '1' } })
    try {
      const session = await strict.signIn(await strict.make.staff())
      await strict.sql`update sessions set last_seen_at = now() - interval '55 seconds'`
      expect((await strict.app.inject({ url: '/auth/me', headers: session })).statusCode).toBe(200)
      const [row] = await strict.sql`select last_seen_at > now() - interval '5 seconds' as fresh from sessions`
      expect(row?.['fresh']).toBe(true)
    } finally {
      await strict.stop()
    }
  })

  test('use keeps a session alive', async () => {
    const staff = await portal.make.staff()
    const session = await portal.signIn(staff)
    await portal.sql`update sessions set last_seen_at = now() - interval '100 minutes' where user_id = ${staff.id}`
    await me(session)
    const [row] =
      await portal.sql`select last_seen_at > now() - interval '1 minute' as fresh from sessions where user_id = ${staff.id}`
    expect(row?.['fresh']).toBe(true)
  })
})

function changePassword(session: { cookie: string }, current_password: unknown, new_password: unknown) {
  return portal.app.inject({
    method: 'PUT',
    url: '/auth/password',
    headers: session,
    payload: { current_password, new_password } as object,
  })
}

describe("changing one's own password", () => {
  test('ends the other sessions and continues with a new cookie', async () => {
    const staff = await portal.make.staff()
    const [here, elsewhere] = [await portal.signIn(staff), await portal.signIn(staff)]
    const reply = await changePassword(here, testPassword, 'an even longer test sentence')
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ message: 'Password changed successfully' })
    expect((await me(here)).statusCode).toBe(401)
    expect((await me(elsewhere)).statusCode).toBe(401)
    const cookie = reply.cookies[0]
    expect((await me({ cookie: `${cookie?.name}=${cookie?.value}` })).statusCode).toBe(200)
    expect((await login({ username: staff.username, password: testPassword })).statusCode).toBe(401)
    expect((await login({ username: staff.username, password: 'an even longer test sentence' })).statusCode).toBe(200)
  })

  test('requires the current one, and reports it at its field', async () => {
    const session = await portal.signIn(await portal.make.staff())
    const reply = await changePassword(session, 'not it', 'an even longer test sentence')
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toMatchObject([{ field: 'current_password', message: 'The current password is incorrect.' }])
    expect((await me(session)).statusCode).toBe(200)
  })

  test('wrong current passwords are attempts like any other, and a right one clears them', async () => {
    const session = await portal.signIn(await portal.make.staff())
    const statusOf = async (current: string) =>
      (await changePassword(session, current, 'an even longer test sentence')).statusCode
    for (let failure = 0; failure < 4; failure += 1) expect(await statusOf('not it')).toBe(400)
    // The current password is right, the new one is not.
    expect((await changePassword(session, testPassword, testPassword)).statusCode).toBe(400)
    for (let failure = 0; failure < 5; failure += 1) expect(await statusOf('not it')).toBe(400)
    expect(await statusOf(testPassword)).toBe(429)
  })

  test.each([
    ['seven characters', '1234abc', 'The password must have at least 8 characters.'],
    ['129 characters', 'x'.repeat(129), 'The password must have at most 128 characters.'],
    ['a very common one in other Unicode letters', 'Ｐａｓｓｗｏｒｄ１２３', 'This password is too common. Choose another.'],
    ['a very common one', 'Password123', 'This password is too common. Choose another.'],
    ['nothing', null, 'The password must have at least 8 characters.'],
    ['the same again', testPassword, 'The new password must be different from the current one.'],
  ])('refuses %s with a message', async (_, password, sentence) => {
    const session = await portal.signIn(await portal.make.staff())
    const reply = await changePassword(session, testPassword, password)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toMatchObject([{ field: 'new_password', message: sentence }])
  })

  test('refuses the username, in any case', async () => {
    const session = await portal.signIn(await portal.make.staff({ username: 'nora.jensen' }))
    const reply = await changePassword(session, testPassword, 'Nora.Jensen')
    expect(reply.json().errors).toMatchObject([
      { field: 'new_password', message: 'The password cannot be the same as the username.' },
    ])
  })

  test.each(['8 letter', 'x'.repeat(64), 'y'.repeat(128), 'with some spaces in it', 'کلمه عبور من', '🔑🔑🔑🔑🔑🔑🔑🔑'])(
    'accepts %s',
    async (password) => {
      const staff = await portal.make.staff()
      expect((await changePassword(await portal.signIn(staff), testPassword, password)).statusCode).toBe(200)
      expect((await login({ username: staff.username, password })).statusCode).toBe(200)
    },
  )

  test('two changes at the same moment: one succeeds, the other is refused', async () => {
    const staff = await portal.make.staff()
    const sessions = [await portal.signIn(staff), await portal.signIn(staff)]
    const replies = await Promise.all(sessions.map((session, i) => changePassword(session, testPassword, `new password ${i}`)))
    const [won, lost] = replies.map((reply) => reply.statusCode).toSorted()
    // The successful change ended the other session and replaced the password that the other one gave.
    expect([won, [400, 401].includes(lost ?? 0)]).toEqual([200, true])
  })
})

test('a dump of the database holds only Argon2id hashes of 19 MiB, two passes, one lane', async () => {
  const staff = await portal.make.staff()
  await changePassword(await portal.signIn(staff), testPassword, 'an even longer test sentence')
  const rows = await portal.sql<{ password_hash: string }[]>`select password_hash from users where id = ${staff.id}`
  expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  await expect(portal.sql`update users set password_hash = 'plain text' where id = ${staff.id}`).rejects.toThrow(
    /users_password_hashed/,
  )
})
