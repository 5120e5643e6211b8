import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passwordMask } from '../../../contract/codes.ts'
import { type MadeUser, testPassword } from '../../../testing/factories.ts'
import { type Portal, type PortalOptions, startPortal } from '../../../testing/portal.ts'
import { type Forgery, type SoftPasskey, softPasskey } from '../../../testing/soft-passkey.ts'
import { sessions } from '../auth.queries.ts'
import { hashToken } from '../session-cookie.ts'
import { newSecret } from './totp.ts'

let portal: Portal
/** A second server on the same database. */
let other: Portal['app']
/** A portal whose administrators need a second factor. */
let strict: Portal
const log: string[] = []
beforeAll(async () => {
  portal = await startPortal({ log })
  other = await portal.another()
  strict = await startPortal({ environment: { REQUIRE_SECOND_FACTOR: 'admins' } })
})
afterAll(async () => {
  await other.close()
  await portal.stop()
  await strict.stop()
})

interface Call {
  cookie?: string
  app?: Portal['app']
  remoteAddress?: string
}
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

async function send(method: Method, url: string, payload: object | undefined, { cookie, app = portal.app, remoteAddress }: Call) {
  const headers = cookie ? { cookie } : {}
  return app.inject({ method, url, headers, ...(payload ? { payload } : {}), ...(remoteAddress ? { remoteAddress } : {}) })
}
type Reply = Awaited<ReturnType<typeof send>>

const cookieIn = (reply: Reply, name: string) => {
  const found = reply.cookies.find((cookie) => cookie.name === name && cookie.value !== '')
  return found && `${found.name}=${found.value}`
}
const sessionIn = (reply: Reply) => cookieIn(reply, 'portal_session')

function logIn({ username }: { username: string }, call: Call = {}, password = testPassword) {
  return send('POST', '/auth/login', { username, password }, call)
}

/** The cookie between the two steps. */
async function firstStep(user: MadeUser, call: Call = {}): Promise<string> {
  const cookie = cookieIn(await logIn(user, call), 'portal_sign_in')
  if (!cookie) throw new Error('no second step is asked for')
  return cookie
}

const secondStep = (cookie: string, payload: object, call: Call = {}) =>
  send('POST', '/auth/second-factor', payload, { ...call, cookie })

/** An account with an authenticator app, and the code of the current time step or of one beside it. */
async function withApp(make: () => Promise<MadeUser> = () => portal.make.staff(), { sql } = portal) {
  const user = await make()
  const secret = newSecret()
  await sql`insert into authenticators (user_id, secret, confirmed_at) values (${user.id}, ${secret}, now())`
  const totp = new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) })
  return { user, code: (steps = 0) => totp.generate({ timestamp: Date.now() + steps * 30_000 }) }
}

/** A signed-in caller that has just given the password again. */
async function confirmed(user: MadeUser, { app, signIn } = portal) {
  const { cookie } = await signIn(user)
  const call = (method: Method, url: string, payload?: object) => send(method, url, payload, { app, cookie })
  expect((await call('POST', '/auth/confirm', { password: testPassword })).statusCode).toBe(200)
  return call
}

/** An account with a passkey, added by the API. */
async function withPasskey(user?: MadeUser) {
  const member = user ?? (await portal.make.staff())
  const call = await confirmed(member)
  const passkey = softPasskey()
  const { options } = (await call('POST', '/auth/passkeys/options')).json()
  const added = await call('POST', '/auth/passkeys', { name: 'Laptop', passkey: passkey.create(options) })
  expect(added.statusCode).toBe(201)
  const codes: string[] = added.json().recovery_codes
  return { user: member, passkey, call, codes }
}

async function challenge(url = '/auth/passkey/options', call: Call = {}) {
  const reply = await send('POST', url, {}, call)
  expect(reply.statusCode).toBe(200)
  return reply.json().options
}

async function signInWithPasskey(passkey: SoftPasskey, forgery: Forgery = {}, call: Call = {}) {
  return send('POST', '/auth/passkey', { passkey: passkey.get(await challenge(), forgery) }, call)
}

const sessionsOf = async ({ id }: MadeUser) => (await portal.sql`select from sessions where user_id = ${id}`).length
const kindsIn = async ({ id }: MadeUser) => {
  const rows = await portal.sql<
    { kind: string }[]
  >`select kind from audit where person_id = ${id} and subject = 'session' order by id`
  return rows.map(({ kind }) => kind)
}

describe('signing in with a password', () => {
  test('stays to the letter of the specification for an account without a factor', async () => {
    const user = await portal.make.staff()
    const reply = await logIn(user)
    const { id, username, name, role_id } = user
    const { rights, ...specified } = reply.json()
    expect(specified).toEqual({ message: 'Login successful', user: { id, role_id, username, name } })
    expect(rights.delegations).toEqual([])
    expect(reply.cookies.map((cookie) => cookie.name)).toEqual(['portal_session'])
  })

  test('starts no session for an account with a factor, and names the possible second steps', async () => {
    const { user, code } = await withApp()
    const reply = await logIn(user)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({
      message: 'Password accepted. One more step to sign in.',
      next: 'second-factor',
      kinds: ['code'],
    })
    expect(reply.cookies).toMatchObject([{ name: 'portal_sign_in', httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 600 }])
    expect(await sessionsOf(user)).toBe(0)
    const signedIn = await secondStep(cookieIn(reply, 'portal_sign_in') ?? '', { code: code() })
    expect(signedIn.json()).toMatchObject({ message: 'Login successful', user: { id: user.id } })
    const me = await send('GET', '/auth/me', undefined, { cookie: sessionIn(signedIn) ?? '' })
    expect(me.statusCode).toBe(200)
    expect(await kindsIn(user)).toEqual(['signed in'])
  })

  test('accepts a code with a space in it, or with the digits of an Arabic keyboard', async () => {
    const { user, code } = await withApp()
    const spaced = code().replace(/^(...)/, '$1 ')
    expect((await secondStep(await firstStep(user), { code: spaced })).statusCode).toBe(200)
    const arabic = code(1).replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)))
    expect((await secondStep(await firstStep(user), { code: arabic })).statusCode).toBe(200)
  })

  test('the cookie between the steps is a __Host- cookie under https', async () => {
    const secure = await startPortal({ environment: { PUBLIC_URL: 'https://portal.example.edu' } })
    const { user } = await withApp(() => secure.make.staff(), secure)
    const reply = await logIn(user, { app: secure.app })
    expect(reply.cookies).toMatchObject([
      { name: '__Host-portal_sign_in', secure: true, httpOnly: true, sameSite: 'Strict', path: '/' },
    ])
    await secure.stop()
  })
})

describe('an attack on the second step gets no session', () => {
  test('without the first step', async () => {
    const { user, code } = await withApp()
    for (const cookie of [
      '',
      'portal_sign_in=',
      `portal_sign_in=${'x'.repeat(43)}`,
      (await portal.signIn(await portal.make.staff())).cookie,
    ])
      expect((await secondStep(cookie, { code: code() })).statusCode).toBe(401)
    expect(await sessionsOf(user)).toBe(0)
  })

  test('with the cookie between the steps as a session, on every route', async () => {
    const { user } = await withApp(() => portal.make.admin())
    const cookie = await firstStep(user)
    const asSession = cookie.replace('portal_sign_in', 'portal_session')
    const routes = portal.app.declaredRoutes.filter((route) => !route.startsWith('HEAD '))
    const publicRoutes: string[] = []
    for (const route of routes) {
      const [method, path = ''] = route.split(' ') as [Method, string]
      const url = path.replace(/:\w+/g, '1')
      // The routes of the second factor itself are tested below.
      const isOwn = ['/auth/second-factor', '/auth/set-up'].some((own) => path.startsWith(own))
      if (isOwn && !['GET /auth/second-factor', 'DELETE /auth/second-factor/:id'].includes(route)) continue
      const payload = method === 'POST' || method === 'PUT' ? {} : undefined
      const statuses = []
      for (const sent of [cookie, asSession]) statuses.push((await send(method, url, payload, { cookie: sent })).statusCode)
      if (statuses.every((status) => status !== 401)) publicRoutes.push(route)
      else expect({ route, statuses }).toEqual({ route, statuses: [401, 401] })
    }
    // The public routes are those that anyone may call.
    expect(publicRoutes.toSorted()).toEqual(
      [
        'GET /health',
        'GET /metrics',
        'GET /branding',
        'GET /branding/logo',
        'GET /branding/icon/:name',
        'GET /manifest.webmanifest',
        'POST /auth/login',
        'POST /auth/passkey/options',
        'POST /auth/passkey',
        'POST /auth/forgot-password',
        'POST /auth/reset-password',
        'GET /auth/sso',
        'GET /auth/sso/callback',
        'POST /auth/sso/logout-token',
        'GET /statements/:code',
        'GET /archives/:checksum',
        'GET /archive-keys',
        'GET /digest/off',
        'POST /digest/off',
        'GET /mail/off',
        'POST /mail/off',
        'POST /mail/bounces/:id',
        'GET /calendar/:token.ics',
        'GET /check',
        'GET /check/archives',
        'GET /check/archives/:checksum',
        'GET /check/archive.js',
        'GET /check/:code',
        'GET /check/style.css',
        'GET /docs/style.css',
      ].toSorted(),
    )
    for (const [method, url] of [
      ['POST', '/auth/set-up/authenticator'],
      ['PUT', '/auth/set-up/authenticator'],
      ['POST', '/auth/set-up/passkeys/options'],
    ] as const)
      expect((await send(method, url, { code: '123456' }, { cookie })).statusCode).toBe(401)
    expect(await sessionsOf(user)).toBe(0)
  })

  test('with a code that was used before, in another sign-in', async () => {
    const { user, code } = await withApp()
    const used = code()
    expect((await secondStep(await firstStep(user), { code: used })).statusCode).toBe(200)
    const again = await secondStep(await firstStep(user), { code: used })
    expect(again.statusCode).toBe(401)
    expect(again.json().code).toBe('secondFactor.wrongCode')
    // An older code is refused, too.
    expect((await secondStep(await firstStep(user), { code: code(-1) })).statusCode).toBe(401)
    expect(await sessionsOf(user)).toBe(1)
  })

  test('with the same code at the same time, on two servers', async () => {
    const { user, code } = await withApp()
    const [here, there] = [await firstStep(user), await firstStep(user)]
    const used = code()
    const replies = await Promise.all([secondStep(here, { code: used }), secondStep(there, { code: used }, { app: other })])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401])
    expect(await sessionsOf(user)).toBe(1)
  })

  test('with the same cookie and two right codes at the same time', async () => {
    const { user, code } = await withApp()
    const cookie = await firstStep(user)
    const replies = await Promise.all([
      secondStep(cookie, { code: code() }),
      secondStep(cookie, { code: code(1) }, { app: other }),
    ])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401])
    expect(await sessionsOf(user)).toBe(1)
  })

  test('with the code of another account, or of a time long past', async () => {
    const [mine, theirs] = [await withApp(), await withApp()]
    expect((await secondStep(await firstStep(mine.user), { code: theirs.code() })).statusCode).toBe(401)
    expect((await secondStep(await firstStep(mine.user), { code: mine.code(-3) })).statusCode).toBe(401)
    expect(await sessionsOf(mine.user)).toBe(0)
  })

  test('after ten minutes', async () => {
    const { user, code } = await withApp()
    const cookie = await firstStep(user)
    await portal.sql`update pending_sign_ins set created_at = now() - interval '601 seconds' where user_id = ${user.id}`
    const reply = await secondStep(cookie, { code: code() })
    expect(reply.statusCode).toBe(401)
    expect(reply.json().code).toBe('secondFactor.expired')
    expect(await sessionsOf(user)).toBe(0)
  })

  test('with a cookie from a time ahead, after the clock was set back', async () => {
    const { user, code } = await withApp()
    const cookie = await firstStep(user)
    await portal.sql`update pending_sign_ins set created_at = now() + interval '1 hour' where user_id = ${user.id}`
    expect((await secondStep(cookie, { code: code() })).statusCode).toBe(401)
  })

  test('after five wrong codes: the password is asked for again, and the next code has to wait', async () => {
    const { user, code } = await withApp()
    const call = { remoteAddress: '10.9.0.1' }
    const cookie = await firstStep(user, call)
    for (let wrong = 1; wrong <= 4; wrong += 1)
      expect((await secondStep(cookie, { code: '000000' }, call)).json().code).toBe('secondFactor.wrongCode')
    expect((await secondStep(cookie, { code: '000000' }, call)).json().code).toBe('secondFactor.tooManyWrong')
    expect((await secondStep(cookie, { code: code() }, call)).statusCode).toBe(401)
    // A right password does not start the count again.
    const limited = await secondStep(await firstStep(user, call), { code: code() }, call)
    expect(limited.statusCode).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    expect(await sessionsOf(user)).toBe(0)
    expect(await kindsIn(user)).toEqual(Array(6).fill('sign-in refused'))
    await portal.sql`update sign_in_attempts set window_ends_at = now()`
    expect((await secondStep(await firstStep(user, call), { code: code() }, call)).statusCode).toBe(200)
  })

  test('with guesses from two hundred addresses: fifty are looked at', async () => {
    const { user, code } = await withApp()
    const cookie = await firstStep(user)
    const [pending] = await portal.sql<
      [{ token_hash: Buffer }]
    >`select token_hash from pending_sign_ins where user_id = ${user.id}`
    // The attempts are as if every guess came with a right password of its own, which would only cost time.
    await portal.sql`update pending_sign_ins set attempts = -10000 where token_hash = ${pending.token_hash}`
    const guess = (remoteAddress: string) => secondStep(cookie, { code: '000000' }, { remoteAddress })
    const addresses = Array.from({ length: 200 }, (_, index) => `10.20.0.${index}`)
    const statuses: number[] = []
    while (addresses.length > 0) {
      const replies = await Promise.all(addresses.splice(0, 20).map(guess))
      statuses.push(...replies.map(({ statusCode }) => statusCode))
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(50)
    expect(statuses.filter((status) => status === 429)).toHaveLength(150)
    const refused = await portal.sql`select from audit where person_id = ${user.id} and kind = 'sign-in refused'`
    expect(refused.length).toBe(51)
    // A hundred attempts in a day are the limit, wherever they come from and however many windows have passed.
    const [day] =
      await portal.sql`select attempts from sign_in_attempts where key like 'second-day:%' order by attempts desc limit 1`
    expect(day).toEqual({ attempts: 50 })
    await portal.sql`delete from sign_in_attempts where key not like 'second-day:%'`
    await portal.sql`update sign_in_attempts set attempts = 100`
    expect((await secondStep(cookie, { code: code() }, { remoteAddress: '10.30.0.2' })).statusCode).toBe(429)
    expect(await sessionsOf(user)).toBe(0)
    // The owner is not kept out where they signed in before.
    await portal.sql`insert into sign_in_addresses (user_id, address) values (${user.id}, '10.30.0.3')`
    expect((await secondStep(cookie, { code: code() }, { remoteAddress: '10.30.0.3' })).statusCode).toBe(200)
  })

  test('many guesses at once are many guesses', async () => {
    const { user } = await withApp()
    const call = { remoteAddress: '10.9.0.2' }
    const cookie = await firstStep(user, call)
    const guesses = Array.from({ length: 20 }, (_, guess) => secondStep(cookie, { code: String(100_000 + guess) }, call))
    await Promise.all(guesses)
    const [counted] = await portal.sql`select count(*)::int as refused from audit where person_id = ${user.id}
      and kind = 'sign-in refused' and after ->> 'step' = 'code'`
    expect(counted).toEqual({ refused: 5 })
  })

  test('with an app that was turned off meanwhile, or one that was never confirmed', async () => {
    const { user, code } = await withApp()
    await portal.sql`insert into passkeys (credential_id, user_id, public_key, name) values (${user.username}, ${user.id}, ${Buffer.alloc(1)}, 'Key')`
    const cookie = await firstStep(user)
    await portal.sql`update authenticators set confirmed_at = null where user_id = ${user.id}`
    expect((await secondStep(cookie, { code: code() })).statusCode).toBe(401)
    await portal.sql`delete from authenticators where user_id = ${user.id}`
    expect((await secondStep(cookie, { code: code() })).statusCode).toBe(401)
    expect(await sessionsOf(user)).toBe(0)
  })

  test.each([
    ['the password was changed', `password_hash = '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA'`],
    ['the password was removed', 'password_hash = null'],
    ['the member was removed', 'removed_at = now()'],
  ])('where %s between the steps', async (_, change) => {
    const { user, code } = await withApp()
    const cookie = await firstStep(user)
    await portal.sql.unsafe(`update users set ${change} where id = ${user.id}`)
    expect((await secondStep(cookie, { code: code() })).statusCode).toBe(401)
    expect(await sessionsOf(user)).toBe(0)
  })

  test('where the password is changed in the very moment', async () => {
    const { user, code } = await withApp()
    const cookie = await firstStep(user)
    const { step } = await portal.sql.begin(async (tx) => {
      await tx`select from users where id = ${user.id} for update`
      const step = secondStep(cookie, { code: code() })
      const waiting = () =>
        portal.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(waiting).toHaveLength(1)
      await tx`update users set password_hash = '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA' where id = ${user.id}`
      return { step }
    })
    expect((await step).statusCode).toBe(401)
    expect(await sessionsOf(user)).toBe(0)
  })

  test('where the first factor is added while a password alone signs in', async () => {
    const user = await portal.make.staff()
    const { signingIn } = await portal.sql.begin(async (tx) => {
      await tx`select from users where id = ${user.id} for update`
      const signingIn = logIn(user)
      const waiting = () =>
        portal.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(waiting).toHaveLength(1)
      await tx`insert into authenticators (user_id, secret, confirmed_at) values (${user.id}, ${newSecret()}, now())`
      return { signingIn }
    })
    const reply = await signingIn
    expect(reply.statusCode).toBe(401)
    expect(reply.cookies).toEqual([])
    expect(await sessionsOf(user)).toBe(0)
  })
})

describe('a recovery code', () => {
  test('signs in once, however it is typed, and leaves the others', async () => {
    const { user, codes } = await withPasskey()
    expect(codes).toHaveLength(10)
    const [first = '', second = ''] = codes
    const typed = first.toUpperCase().replaceAll('-', ' ')
    expect((await secondStep(await firstStep(user), { recovery_code: typed })).statusCode).toBe(200)
    const again = await secondStep(await firstStep(user), { recovery_code: first })
    expect(again.statusCode).toBe(401)
    expect(again.json().code).toBe('secondFactor.wrongRecoveryCode')
    expect((await secondStep(await firstStep(user), { recovery_code: second })).statusCode).toBe(200)
    const stored = await portal.sql`select code_hash, used_at from recovery_codes where user_id = ${user.id}`
    expect(stored.filter(({ used_at }) => used_at !== null)).toHaveLength(2)
    expect(JSON.stringify(stored)).not.toContain(first)
  })

  test('signs in once at the same time on two servers', async () => {
    const { user, codes } = await withPasskey()
    const [here, there] = [await firstStep(user), await firstStep(user)]
    const before = await sessionsOf(user)
    const recovery_code = codes[0]
    const replies = await Promise.all([secondStep(here, { recovery_code }), secondStep(there, { recovery_code }, { app: other })])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401])
    expect(await sessionsOf(user)).toBe(before + 1)
  })

  test('of another account does not sign in', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()]
    expect((await secondStep(await firstStep(mine.user), { recovery_code: theirs.codes[0] })).statusCode).toBe(401)
  })

  test('no longer works once new ones were made', async () => {
    const { user, codes, call } = await withPasskey()
    const made: string[] = (await call('POST', '/auth/recovery-codes')).json().recovery_codes
    expect((await secondStep(await firstStep(user), { recovery_code: codes[0] })).statusCode).toBe(401)
    expect((await secondStep(await firstStep(user), { recovery_code: made[0] })).statusCode).toBe(200)
  })
})

describe('a passkey', () => {
  test('signs in without a password, and says so in the trail', async () => {
    const { user, passkey } = await withPasskey()
    const reply = await signInWithPasskey(passkey)
    expect(reply.json()).toMatchObject({ message: 'Login successful', user: { id: user.id } })
    const sessions = await portal.sql`select method from sessions where user_id = ${user.id} order by created_at`
    expect(sessions.map(({ method }) => method)).toEqual(['password', 'passkey'])
    const [record] =
      await portal.sql`select after from audit where person_id = ${user.id} and kind = 'signed in' order by id desc limit 1`
    expect(record).toEqual({ after: { with: 'passkey' } })
    const [stored] = await portal.sql`select last_used_at is not null as is_used from passkeys where user_id = ${user.id}`
    expect(stored).toEqual({ is_used: true })
  })

  test('is a second step after the password', async () => {
    const { user, passkey } = await withPasskey()
    const first = await logIn(user)
    expect(first.json().kinds).toEqual(['passkey', 'recovery-code'])
    const cookie = cookieIn(first, 'portal_sign_in') ?? ''
    const options = await challenge('/auth/second-factor/options', { cookie })
    expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [{ id: passkey.id }] })
    expect((await secondStep(cookie, { passkey: passkey.get(options) })).statusCode).toBe(200)
  })

  const forgeries: [string, Forgery][] = [
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['the origin of another port', { origin: 'http://localhost:4000' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a challenge that was never sent', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['the response of a registration', { type: 'webauthn.create' }],
    ['the name of another account', { userHandle: Buffer.from('1').toString('base64url') }],
    ['an unknown credential', { credentialId: 'AAAA' }],
    ['no fingerprint, face or PIN', { isVerified: false }],
  ]
  test.each(forgeries)('with %s is refused', async (_, forgery) => {
    const { user, passkey } = await withPasskey()
    const before = await sessionsOf(user)
    const reply = await signInWithPasskey(passkey, forgery)
    expect(reply.statusCode).toBe(401)
    expect(reply.json().code).toBe('secondFactor.wrongPasskey')
    expect(sessionIn(reply)).toBeUndefined()
    expect(await sessionsOf(user)).toBe(before)
    // The passkey still works without the forgery.
    expect((await signInWithPasskey(passkey)).statusCode).toBe(200)
  })

  test('with the signature of another key is refused', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()]
    expect((await signInWithPasskey(theirs.passkey, { credentialId: mine.passkey.id })).statusCode).toBe(401)
  })

  test('of another account is no second step', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()]
    const cookie = await firstStep(mine.user)
    const options = await challenge('/auth/second-factor/options', { cookie })
    expect((await secondStep(cookie, { passkey: theirs.passkey.get(options) })).statusCode).toBe(401)
    expect(await sessionsOf(mine.user)).toBe(1)
  })

  test('signs a challenge once, also at the same time on two servers', async () => {
    const { user, passkey } = await withPasskey()
    const response = { passkey: passkey.get(await challenge()) }
    const replies = await Promise.all([
      send('POST', '/auth/passkey', response, {}),
      send('POST', '/auth/passkey', response, { app: other }),
    ])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401])
    expect((await send('POST', '/auth/passkey', response, {})).statusCode).toBe(401)
    expect(await sessionsOf(user)).toBe(2)
  })

  test('signs a challenge within five minutes', async () => {
    const { passkey } = await withPasskey()
    const options = await challenge()
    await portal.sql`update passkey_challenges set created_at = now() - interval '301 seconds' where challenge = ${options.challenge}`
    expect((await send('POST', '/auth/passkey', { passkey: passkey.get(options) }, {})).statusCode).toBe(401)
  })

  test('with a challenge that was sent for something else is refused', async () => {
    const { user, passkey, call } = await withPasskey()
    const cookie = await firstStep(user)
    const forConfirming = (await call('POST', '/auth/confirm/options')).json().options
    const forAdding = (await call('POST', '/auth/passkeys/options')).json().options
    const forSecondStep = await challenge('/auth/second-factor/options', { cookie })
    for (const options of [forConfirming, forAdding, forSecondStep])
      expect((await send('POST', '/auth/passkey', { passkey: passkey.get(options) }, {})).statusCode).toBe(401)
    expect((await secondStep(cookie, { passkey: passkey.get(await challenge()) })).statusCode).toBe(401)
    expect((await call('POST', '/auth/confirm', { passkey: passkey.get(await challenge()) })).statusCode).toBe(400)
  })

  test('whose counter went back is a copy, and is refused', async () => {
    const { passkey } = await withPasskey()
    expect((await signInWithPasskey(passkey, { counter: 50 })).statusCode).toBe(200)
    expect((await signInWithPasskey(passkey, { counter: 50 })).statusCode).toBe(401)
    expect((await signInWithPasskey(passkey, { counter: 49 })).statusCode).toBe(401)
    expect((await signInWithPasskey(passkey, { counter: 0 })).statusCode).toBe(401)
    expect((await signInWithPasskey(passkey, { counter: 51 })).statusCode).toBe(200)
  })

  test('and its copy sign in once with the same counter, also at the same time on two servers', async () => {
    const { passkey } = await withPasskey()
    const responses = [await challenge(), await challenge()].map((options) => ({
      passkey: passkey.get(options, { counter: 50 }),
    }))
    const replies = await Promise.all(
      responses.map((response, index) => send('POST', '/auth/passkey', response, index ? { app: other } : {})),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401])
  })

  test('that was removed, or whose member was removed, is refused', async () => {
    const { passkey, call } = await withPasskey()
    const [own] = (await call('GET', '/auth/second-factor')).json().passkeys
    expect((await call('DELETE', `/auth/passkeys/${own.id}`)).statusCode).toBe(200)
    expect((await signInWithPasskey(passkey)).statusCode).toBe(401)
    const another = await withPasskey()
    await portal.sql`update users set removed_at = now() where id = ${another.user.id}`
    expect((await signInWithPasskey(another.passkey)).statusCode).toBe(401)
  })

  test('is added once, and to one account', async () => {
    const { passkey, call } = await withPasskey()
    const { options } = (await call('POST', '/auth/passkeys/options')).json()
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: passkey.id }],
    })
    expect((await call('POST', '/auth/passkeys', { name: 'Again', passkey: passkey.create(options) })).statusCode).toBe(409)
    const stranger = await confirmed(await portal.make.staff())
    const theirs = (await stranger('POST', '/auth/passkeys/options')).json().options
    expect((await stranger('POST', '/auth/passkeys', { name: 'Mine', passkey: passkey.create(theirs) })).statusCode).toBe(409)
    // The challenge of another member is refused, and one that was used.
    const mine = (await call('POST', '/auth/passkeys/options')).json().options
    expect((await stranger('POST', '/auth/passkeys', { name: 'X', passkey: softPasskey().create(mine) })).statusCode).toBe(400)
    expect((await stranger('POST', '/auth/passkeys', { name: 'X', passkey: softPasskey().create(theirs) })).statusCode).toBe(400)
  })

  test.each<[string, Forgery]>([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no fingerprint, face or PIN', { isVerified: false }],
  ])('with %s is not added', async (_, forgery) => {
    const call = await confirmed(await portal.make.staff())
    const { options } = (await call('POST', '/auth/passkeys/options')).json()
    const passkey = softPasskey().create(options, forgery)
    expect((await call('POST', '/auth/passkeys', { name: 'Laptop', passkey })).statusCode).toBe(400)
    expect((await call('GET', '/auth/second-factor')).json().passkeys).toEqual([])
  })

  test.each<[string, PortalOptions['environment'], string]>([
    ['plain http with a name', { PUBLIC_URL: 'http://portal.example.edu' }, 'localhost'],
    ['https with an IP address', { PUBLIC_URL: 'https://192.0.2.1' }, 'localhost'],
    ['no PUBLIC_URL and another host', {}, 'portal.example.edu'],
    ['no PUBLIC_URL and an IP address', {}, '127.0.0.1'],
  ])('is not available on %s', async (_, environment, host) => {
    const plain = await startPortal({ environment: environment ?? {} })
    const reply = await plain.app.inject({ method: 'POST', url: '/auth/passkey/options', headers: { host } })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().code).toBe('secondFactor.passkeysUnavailable')
    const { cookie } = await plain.signIn(await plain.make.staff())
    const factors = await plain.app.inject({ url: '/auth/second-factor', headers: { host, cookie } })
    expect(factors.json()).toMatchObject({ passkeys_available: false })
    await plain.stop()
  })

  test('belongs to the host of PUBLIC_URL, whatever the Host header says', async () => {
    const secure = await startPortal({ environment: { PUBLIC_URL: 'https://portal.example.edu' } })
    const reply = await secure.app.inject({ method: 'POST', url: '/auth/passkey/options', headers: { host: 'evil.example' } })
    expect(reply.json().options).toMatchObject({ rpId: 'portal.example.edu', userVerification: 'required' })
    await secure.stop()
  })

  test('challenges are limited per network, and a sign-in gives its own back', async () => {
    const { passkey } = await withPasskey()
    const call = { remoteAddress: '10.40.0.1' }
    await portal.sql`insert into sign_in_attempts (key, attempts, window_ends_at)
      values ('passkey:10.40.0.1', 299, now() + interval '15 minutes')`
    const options = await challenge('/auth/passkey/options', call)
    expect((await send('POST', '/auth/passkey/options', {}, call)).statusCode).toBe(429)
    expect((await send('POST', '/auth/passkey', { passkey: passkey.get(options) }, call)).statusCode).toBe(200)
    const [row] = await portal.sql`select attempts from sign_in_attempts where key = 'passkey:10.40.0.1'`
    expect(row).toEqual({ attempts: 300 })
  })
})

describe('the own factors', () => {
  const changes: [Method, string, object?][] = [
    ['POST', '/auth/passkeys/options'],
    ['DELETE', '/auth/passkeys/1'],
    ['POST', '/auth/authenticator'],
    ['PUT', '/auth/authenticator', { code: '123456' }],
    ['DELETE', '/auth/authenticator'],
    ['POST', '/auth/recovery-codes'],
  ]
  test.each(changes)('%s %s asks for the password or a passkey again', async (method, url, payload) => {
    const user = await portal.make.staff()
    const { cookie } = await portal.signIn(user)
    const refused = async () => (await send(method, url, payload, { cookie })).json().code
    expect(await refused()).toBe('signInSecurity.confirmFirst')
    expect((await send('POST', '/auth/confirm', { password: 'wrong' }, { cookie })).statusCode).toBe(400)
    expect(await refused()).toBe('signInSecurity.confirmFirst')
    expect((await send('POST', '/auth/confirm', { password: testPassword }, { cookie })).statusCode).toBe(200)
    expect(await refused()).not.toBe('signInSecurity.confirmFirst')
    // A confirmation holds for five minutes, in this session.
    await portal.sql`update sessions set confirmed_at = now() - interval '301 seconds' where user_id = ${user.id}`
    expect(await refused()).toBe('signInSecurity.confirmFirst')
    await send('POST', '/auth/confirm', { password: testPassword }, { cookie })
    const { cookie: another } = await portal.signIn(user)
    expect((await send(method, url, payload, { cookie: another })).json().code).toBe('signInSecurity.confirmFirst')
  })

  test('adding a passkey asks for it, too', async () => {
    const user = await portal.make.staff()
    const call = await confirmed(user)
    const { options } = (await call('POST', '/auth/passkeys/options')).json()
    await portal.sql`update sessions set confirmed_at = null where user_id = ${user.id}`
    const reply = await call('POST', '/auth/passkeys', { name: 'Laptop', passkey: softPasskey().create(options) })
    expect(reply.json().code).toBe('signInSecurity.confirmFirst')
  })

  test('a passkey confirms as a password does; wrong passwords are limited', async () => {
    const { user, passkey, call } = await withPasskey()
    await portal.sql`update sessions set confirmed_at = null where user_id = ${user.id}`
    const { options } = (await call('POST', '/auth/confirm/options')).json()
    expect((await call('POST', '/auth/confirm', { passkey: passkey.get(options) })).statusCode).toBe(200)
    expect((await call('POST', '/auth/recovery-codes')).statusCode).toBe(200)
    for (let wrong = 0; wrong < 5; wrong += 1) await call('POST', '/auth/confirm', { password: 'wrong' })
    expect((await call('POST', '/auth/confirm', { password: testPassword })).statusCode).toBe(429)
  })

  test('an authenticator app counts after its first right code, which signs in no more', async () => {
    const user = await portal.make.staff()
    const call = await confirmed(user)
    const { secret, uri } = (await call('POST', '/auth/authenticator')).json()
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toMatch(/^otpauth:\/\/totp\/.*algorithm=SHA1&digits=6&period=30$/)
    expect(sessionIn(await logIn(user))).toBeDefined()
    expect((await call('PUT', '/auth/authenticator', { code: '000000' })).json().errors).toMatchObject([{ field: 'code' }])
    const code = new TOTP({ secret }).generate()
    const added = await call('PUT', '/auth/authenticator', { code })
    expect(added.json()).toMatchObject({ message: 'Authenticator app set up successfully' })
    expect(added.json().recovery_codes).toHaveLength(10)
    expect((await secondStep(await firstStep(user), { code })).statusCode).toBe(401)
    const next = new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })
    expect((await secondStep(await firstStep(user), { code: next })).statusCode).toBe(200)
    // An account has one app at a time.
    expect((await call('POST', '/auth/authenticator')).json().code).toBe('signInSecurity.appExists')
    expect((await call('DELETE', '/auth/authenticator')).statusCode).toBe(200)
    expect(sessionIn(await logIn(user))).toBeDefined()
    expect((await call('GET', '/auth/second-factor')).json()).toEqual({
      passkeys: [],
      authenticator_since: null,
      recovery_codes_left: 0,
      is_required: false,
      has_password: true,
      password_is_initial: false,
      passkeys_available: true,
    })
    expect(await kindsIn(user)).toEqual(expect.arrayContaining(['factor added', 'factor removed']))
  })

  test('a second factor comes without new recovery codes', async () => {
    const { call } = await withPasskey()
    const { secret } = (await call('POST', '/auth/authenticator')).json()
    const added = await call('PUT', '/auth/authenticator', { code: new TOTP({ secret }).generate() })
    expect(added.json().recovery_codes).toEqual([])
    expect((await call('GET', '/auth/second-factor')).json()).toMatchObject({ recovery_codes_left: 10 })
  })

  test('a passkey is renamed and removed by its owner alone, and the trail says so', async () => {
    const { user, call } = await withPasskey()
    const [own] = (await call('GET', '/auth/second-factor')).json().passkeys
    expect(own).toMatchObject({ name: 'Laptop', last_used_at: null })
    const stranger = await confirmed(await portal.make.admin())
    expect((await stranger('PUT', `/auth/passkeys/${own.id}`, { name: 'Mine' })).statusCode).toBe(404)
    expect((await stranger('DELETE', `/auth/passkeys/${own.id}`)).statusCode).toBe(404)
    expect((await call('PUT', `/auth/passkeys/${own.id}`, { name: ' Office  PC ' })).statusCode).toBe(200)
    expect((await call('PUT', `/auth/passkeys/${own.id}`, { name: ' ' })).statusCode).toBe(400)
    expect((await call('GET', '/auth/second-factor')).json().passkeys).toMatchObject([{ name: 'Office PC' }])
    expect((await call('DELETE', `/auth/passkeys/${own.id}`)).statusCode).toBe(200)
    const records =
      await portal.sql`select kind, after from audit where person_id = ${user.id} and kind like 'factor%' order by id`
    expect(records).toEqual([
      { kind: 'factor added', after: { factor: 'passkey', name: 'Laptop' } },
      { kind: 'factor renamed', after: { factor: 'passkey', from: 'Laptop', name: 'Office PC' } },
      { kind: 'factor removed', after: { factor: 'passkey', name: 'Office PC' } },
    ])
  })

  test('a changed password leaves them in place', async () => {
    const { user, call } = await withPasskey()
    const changed = await call('PUT', '/auth/password', { current_password: testPassword, new_password: 'another long sentence' })
    expect(changed.statusCode).toBe(200)
    expect((await logIn(user, {}, 'another long sentence')).json()).toMatchObject({ next: 'second-factor' })
  })

  test('neither the log nor the audit trail holds a secret, a code or a challenge', async () => {
    const { user, passkey, codes, call } = await withPasskey()
    const { secret } = (await call('POST', '/auth/authenticator')).json()
    const code = new TOTP({ secret }).generate()
    await call('PUT', '/auth/authenticator', { code })
    const options = await challenge()
    await send('POST', '/auth/passkey', { passkey: passkey.get(options, { origin: 'https://evil.example' }) }, {})
    const cookie = await firstStep(user)
    await secondStep(cookie, { code: '314159' })
    await secondStep(cookie, { recovery_code: codes[0] })
    const trail = JSON.stringify(await portal.sql`select * from audit`)
    for (const held of [secret, '314159', codes[0] ?? '', options.challenge, cookie.split('=')[1] ?? '', passkey.id]) {
      expect(trail).not.toContain(held)
      expect(log.join('')).not.toContain(held)
    }
  })
})

describe('the factors of a member', () => {
  const mailsTo = async ({ id }: MadeUser) =>
    (await portal.sql<{ kind: string }[]>`select kind from account_mails where user_id = ${id} order by id`).map(
      ({ kind }) => kind,
    )
  const left = async ({ id }: MadeUser) => {
    const [row] = await portal.sql`select (select count(*)::int from passkeys where user_id = ${id}) as passkeys,
      (select count(*)::int from authenticators where user_id = ${id}) as apps,
      (select count(*)::int from recovery_codes where user_id = ${id}) as codes,
      (select count(*)::int from sessions where user_id = ${id}) as sessions,
      (select count(*)::int from pending_sign_ins where user_id = ${id}) as pending`
    return row
  }
  beforeAll(() => portal.make.term('Year', '2026-09-01', '2027-08-31'))
  const nothing = { passkeys: 0, apps: 0, codes: 0, sessions: 0, pending: 0 }
  /** A user with a passkey, an app that is being set up, codes, a session and a sign-in under way. */
  async function fullyEquipped() {
    const equipped = await withPasskey()
    await equipped.call('POST', '/auth/authenticator')
    const pending = await firstStep(equipped.user)
    expect(await left(equipped.user)).toEqual({ passkeys: 1, apps: 1, codes: 10, sessions: 1, pending: 1 })
    return { ...equipped, pending }
  }
  const edit = async (admin: MadeUser, { id, username, email }: MadeUser, fields: object) => {
    const { id: department_id } = await portal.make.department()
    const all = { name: 'Edited', email, username, department_id, role_id: 2, gender: 'Male', password: passwordMask, ...fields }
    return (await portal.as(admin))('PUT', `/users/${id}`, all)
  }

  test.each([
    ['with Edit', (admin: MadeUser, user: MadeUser) => edit(admin, user, { password: 'chosen by another person' })],
    [
      'as a new initial one',
      async (admin: MadeUser, user: MadeUser) =>
        (await portal.as(admin))('POST', '/imports/users/initial-passwords', { user_ids: [user.id], replace: 'all' }),
    ],
  ])('a password that an administrator sets %s ends every session and every factor', async (_, setPassword) => {
    const admin = await portal.make.admin()
    const { user, passkey, codes, pending } = await fullyEquipped()
    const reply = await setPassword(admin, user)
    expect([reply.statusCode, reply.body]).toEqual([200, expect.anything()])
    expect(await left(user)).toEqual(nothing)
    expect((await signInWithPasskey(passkey)).statusCode).toBe(401)
    expect((await secondStep(pending, { recovery_code: codes[0] })).statusCode).toBe(401)
    const [record] = await portal.sql`
      select actor_id, after from audit where person_id = ${user.id} and kind = 'factor removed'`
    expect(record).toEqual({ actor_id: admin.id, after: { factor: 'all' } })
    expect((await mailsTo(user)).at(-1)).toBe('factors removed')
  })

  test('an edit of other fields ends none of them, and neither does the own new password', async () => {
    const { user, call } = await withPasskey()
    expect((await edit(await portal.make.admin(), user, {})).statusCode).toBe(200)
    await call('PUT', '/auth/password', { current_password: testPassword, new_password: 'another long sentence' })
    expect(await left(user)).toMatchObject({ passkeys: 1, codes: 10, sessions: 1 })
  })

  test('are removed by an administrator who has just confirmed it, with a record, an e-mail and the end of the sessions', async () => {
    const admin = await portal.make.admin()
    const { user, passkey } = await fullyEquipped()
    const url = `/auth/second-factor/${user.id}`
    const listed = async () => (await (await portal.as(admin))('GET', `/users/id/${user.id}`)).json().user.has_second_factor
    expect(await listed()).toBe(true)
    const refused = await (await portal.as(admin))('DELETE', url)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'signInSecurity.confirmFirst'])
    expect(await left(user)).toMatchObject({ passkeys: 1, sessions: 1 })
    const call = await confirmed(admin)
    expect((await call('DELETE', url)).statusCode).toBe(200)
    expect(await left(user)).toEqual(nothing)
    expect(await listed()).toBe(false)
    const { notices } = (await (await portal.as(user))('GET', '/notices')).json()
    expect(notices).toMatchObject([{ kind: 'factors removed', is_read: false }])
    await portal.sql`delete from sessions where user_id = ${user.id}`
    expect((await signInWithPasskey(passkey)).statusCode).toBe(401)
    expect(sessionIn(await logIn(user))).toBeDefined()
    expect((await mailsTo(user)).at(-1)).toBe('factors removed')
    const records = await portal.sql`select actor_id from audit where person_id = ${user.id} and kind = 'factor removed'`
    expect(records).toEqual([{ actor_id: admin.id }])
    // A member without a factor is left alone.
    expect((await call('DELETE', url)).statusCode).toBe(200)
    expect(await portal.sql`select from audit where person_id = ${user.id} and kind = 'factor removed'`).toHaveLength(1)
  })

  test('of an administrator are not removed by another one, nor by themselves this way', async () => {
    const { user } = await withPasskey(await portal.make.admin())
    for (const by of [await portal.make.admin(), user]) {
      const session = await portal.startSession(by)
      await portal.sql`update sessions set confirmed_at = now() where user_id = ${by.id}`
      const reply = await send('DELETE', `/auth/second-factor/${user.id}`, undefined, session)
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'users.adminRow'])
    }
    expect(await left(user)).toMatchObject({ passkeys: 1 })
  })
})

describe('where administrators need a second factor', () => {
  const call = (method: Method, url: string, cookie: string, payload?: object) =>
    send(method, url, payload, { app: strict.app, cookie })
  const startSetUp = async (user: MadeUser) => {
    const reply = await logIn(user, { app: strict.app })
    return { reply, cookie: cookieIn(reply, 'portal_sign_in') ?? '' }
  }

  test('one without a factor sets it up first: the session starts with its first code', async () => {
    const admin = await strict.make.admin()
    const { reply, cookie } = await startSetUp(admin)
    expect(reply.json()).toMatchObject({ next: 'set-up', kinds: ['passkey', 'code'] })
    expect(sessionIn(reply)).toBeUndefined()
    // The cookie allows nothing but setting up.
    expect((await call('POST', '/auth/second-factor', cookie, { code: '000000' })).statusCode).toBe(401)
    expect((await call('POST', '/auth/second-factor', cookie, { recovery_code: 'x' })).statusCode).toBe(401)
    expect((await call('GET', '/users', cookie)).statusCode).toBe(401)
    const { secret } = (await call('POST', '/auth/set-up/authenticator', cookie)).json()
    expect((await call('PUT', '/auth/set-up/authenticator', cookie, { code: '000000' })).statusCode).toBe(400)
    const done = await call('PUT', '/auth/set-up/authenticator', cookie, { code: new TOTP({ secret }).generate() })
    expect(done.json()).toMatchObject({ message: 'Login successful', user: { id: admin.id } })
    expect(done.json().recovery_codes).toHaveLength(10)
    expect((await call('GET', '/departments', sessionIn(done) ?? '')).statusCode).toBe(200)
    expect((await startSetUp(admin)).reply.json()).toMatchObject({ next: 'second-factor' })
  })

  test('or with a passkey', async () => {
    const admin = await strict.make.admin()
    const { cookie } = await startSetUp(admin)
    const { options } = (await call('POST', '/auth/set-up/passkeys/options', cookie)).json()
    const passkey = softPasskey()
    const done = await call('POST', '/auth/set-up/passkeys', cookie, { name: 'Laptop', passkey: passkey.create(options) })
    expect(done.json()).toMatchObject({ message: 'Login successful', user: { id: admin.id } })
    expect(sessionIn(done)).toBeDefined()
    // The cookie is used up.
    expect((await call('POST', '/auth/set-up/passkeys/options', cookie)).statusCode).toBe(401)
  })

  test('of two who know the password, the first one sets it up', async () => {
    const admin = await strict.make.admin()
    const [owner, thief] = [await startSetUp(admin), await startSetUp(admin)]
    const { secret } = (await call('POST', '/auth/set-up/authenticator', owner.cookie)).json()
    const { options } = (await call('POST', '/auth/set-up/passkeys/options', thief.cookie)).json()
    expect(
      (await call('PUT', '/auth/set-up/authenticator', owner.cookie, { code: new TOTP({ secret }).generate() })).statusCode,
    ).toBe(200)
    const late = await call('POST', '/auth/set-up/passkeys', thief.cookie, {
      name: 'Thief',
      passkey: softPasskey().create(options),
    })
    expect(late.statusCode).toBe(401)
    expect(sessionIn(late)).toBeUndefined()
    expect((await call('POST', '/auth/set-up/authenticator', thief.cookie)).statusCode).toBe(401)
    expect(await strict.sql`select from passkeys where user_id = ${admin.id}`).toEqual([])
  })

  test('staff sign in with a password alone, and are asked once they are administrators', async () => {
    const staff = await strict.make.staff()
    expect(sessionIn(await logIn(staff, { app: strict.app }))).toBeDefined()
    await strict.sql`update users set role_id = 1 where id = ${staff.id}`
    expect(await strict.sql`select from sessions where user_id = ${staff.id}`).toEqual([])
    expect((await startSetUp(staff)).reply.json()).toMatchObject({ next: 'set-up' })
  })

  test('a session from before the setting is not enough for the next call, and its stream ends; staff go on', async () => {
    const [admin, staff] = [await strict.make.admin(), await strict.make.staff()]
    const { cookie } = await strict.startSession(admin)
    for (const url of ['/users', '/auth/me', '/users']) {
      const reply = await call('GET', url, cookie)
      expect([reply.statusCode, reply.json().code]).toEqual([401, 'auth.secondFactorNow'])
    }
    expect((await call('PUT', `/users/toggle-role/${staff.id}`, cookie, {})).statusCode).toBe(401)
    const hash = hashToken(cookie.split('=')[1] ?? '')
    const limits = { SESSION_IDLE_MINUTES: 120, SESSION_MAX_HOURS: 12, STAY_SIGNED_IN_DAYS: 30 }
    const alive = (REQUIRE_SECOND_FACTOR: 'none' | 'admins') =>
      sessions(strict.sql).stillAlive([hash], { ...limits, REQUIRE_SECOND_FACTOR })
    expect([await alive('none'), await alive('admins')]).toEqual([[hash], []])
    expect((await call('GET', '/auth/me', (await strict.startSession(staff)).cookie)).statusCode).toBe(200)
    // Signing in replaces the session, with the factor that was missing.
    const reply = await logIn(admin, { app: strict.app, cookie })
    expect(reply.json()).toMatchObject({ next: 'set-up' })
  })

  test('an administrator who is scored needs one as well, and a reader does not', async () => {
    const next = async (user: MadeUser) => (await logIn(user, { app: strict.app })).json().next as string | undefined
    const both = await strict.make.withRights(['administrator'])
    expect(await next(both)).toBe('set-up')
    expect(await next(await strict.make.withRights(['reader']))).toBeUndefined()
    const { cookie } = await strict.startSession(both)
    expect((await send('GET', '/auth/me', undefined, { cookie, app: strict.app })).statusCode).toBe(401)
  })

  describe('with REQUIRE_SECOND_FACTOR=rights', () => {
    let rights: Portal
    beforeAll(async () => {
      rights = await startPortal({ environment: { REQUIRE_SECOND_FACTOR: 'rights' } })
    })
    afterAll(() => rights.stop())
    const meOf = async (cookie: string) =>
      (await rights.app.inject({ method: 'GET', url: '/auth/me', headers: { cookie } })).statusCode
    const next = async (user: MadeUser) => (await logIn(user, { app: rights.app })).json().next as string | undefined
    const inFaculty = async () => {
      const [{ id: department }, faculty] = [await rights.make.department(), await rights.make.faculty()]
      await rights.sql`update departments set faculty_id = ${faculty.id} where id = ${department}`
      return department
    }

    test('everybody with a right beyond being staff sets one up, and plain staff do not', async () => {
      const department = await inFaculty()
      const [admin, head, dean] = [
        await rights.make.admin(),
        await rights.make.head(department),
        await rights.make.dean(department),
      ]
      const [delegate, member] = [await rights.make.staff(), await rights.make.staff({ department_id: department })]
      await rights.make.delegation(head, delegate)
      for (const user of [admin, head, dean, delegate]) {
        expect(await next(user)).toBe('set-up')
        expect(await meOf((await rights.startSession(user)).cookie)).toBe(401)
      }
      expect(await next(member)).toBeUndefined()
      expect(await meOf((await rights.startSession(member)).cookie)).toBe(200)
    })

    test.each<[string, (id: number, department: number) => Promise<unknown>, (id: number) => Promise<unknown>]>([
      [
        'head',
        (id, department) => rights.sql`insert into department_heads (user_id, department_id) values (${id}, ${department})`,
        (id) => rights.sql`delete from department_heads where user_id = ${id}`,
      ],
      [
        'dean',
        (id, department) =>
          rights.sql`insert into faculty_deans (user_id, faculty_id) select ${id}, faculty_id from departments where id = ${department}`,
        (id) => rights.sql`delete from faculty_deans where user_id = ${id}`,
      ],
      [
        'reader',
        (id) => rights.sql`insert into user_rights (user_id, "right") values (${id}, 'reader')`,
        (id) => rights.sql`delete from user_rights where user_id = ${id}`,
      ],
    ])('a session with a password alone ends with the next call of who becomes %s, until that is over', async (_, begin, end) => {
      const department = await inFaculty()
      const member = await rights.make.staff({ department_id: department })
      const { cookie } = await rights.startSession(member)
      expect(await meOf(cookie)).toBe(200)
      await begin(member.id, department)
      expect(await meOf(cookie)).toBe(401)
      await end(member.id)
      expect(await meOf(cookie)).toBe(200)
    })
  })

  test('an initial password is replaced before the first factor is set up, by the one sign-in that goes on', async () => {
    const admin = await strict.make.admin()
    await strict.sql`update users set password_is_initial = true where id = ${admin.id}`
    const { reply, cookie } = await startSetUp(admin)
    expect(reply.json()).toMatchObject({ next: 'set-up', must_change_password: true })
    const other = await startSetUp(admin)
    for (const [method, url, payload] of [
      ['POST', '/auth/set-up/authenticator', {}],
      ['PUT', '/auth/set-up/authenticator', { code: '000000' }],
      ['POST', '/auth/set-up/passkeys/options', {}],
      ['POST', '/auth/set-up/passkeys', { name: 'Stranger', passkey: softPasskey().create({ challenge: 'none' }) }],
    ] as const) {
      const refused = await call(method, url, cookie, payload)
      expect([url, refused.statusCode, refused.json().code]).toEqual([url, 403, 'signInSecurity.initialPassword'])
    }
    const choose = (new_password: string) => call('PUT', '/auth/set-up/password', cookie, { new_password })
    expect((await choose(testPassword)).json().code).toBe('password.unchanged')
    expect((await choose('short')).statusCode).toBe(400)
    const chosen = await choose('chosen by its owner')
    expect(chosen.statusCode).toBe(200)
    expect(sessionIn(chosen)).toBeUndefined()
    // Every other sign-in with the initial password is over, and so is this one's first half.
    for (const old of [cookie, other.cookie])
      expect((await call('PUT', '/auth/set-up/password', old, { new_password: 'chosen by a stranger' })).statusCode).toBe(401)
    const next = cookieIn(chosen, 'portal_sign_in') ?? ''
    expect((await call('PUT', '/auth/set-up/password', next, { new_password: 'chosen once more' })).statusCode).toBe(401)
    const { secret } = (await call('POST', '/auth/set-up/authenticator', next)).json()
    const done = await call('PUT', '/auth/set-up/authenticator', next, { code: new TOTP({ secret }).generate() })
    expect(done.json()).toMatchObject({ user: { id: admin.id } })
    expect(done.json()).not.toHaveProperty('must_change_password')
    expect((await logIn(admin, { app: strict.app }, 'chosen by its owner')).json()).toMatchObject({ next: 'second-factor' })
  })

  test('the session of who gave one goes on, and the last factor cannot be removed', async () => {
    const admin = await strict.make.admin()
    const { user, code } = await withApp(async () => admin, strict)
    const cookie = cookieIn(await logIn(user, { app: strict.app }), 'portal_sign_in') ?? ''
    const session = sessionIn(await call('POST', '/auth/second-factor', cookie, { code: code() })) ?? ''
    await call('POST', '/auth/confirm', session, { password: testPassword })
    const refused = await call('DELETE', '/auth/authenticator', session)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().code).toBe('signInSecurity.lastRequired')
    const { options } = (await call('POST', '/auth/passkeys/options', session)).json()
    await call('POST', '/auth/passkeys', session, { name: 'Laptop', passkey: softPasskey().create(options) })
    expect((await call('DELETE', '/auth/authenticator', session)).statusCode).toBe(200)
    expect((await call('GET', '/auth/second-factor', session)).json()).toMatchObject({
      is_required: true,
      authenticator_since: null,
    })
    await strict.sql`delete from passkeys where user_id = ${admin.id}`
    expect((await call('GET', '/departments', session)).statusCode).toBe(200)
  })
})
