import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { passwordMask } from '../../../contract/codes.ts'
import { type MadeUser, testPassword } from '../../../testing/factories.ts'
import { broken, client, type LyingProvider, sign, startLyingProvider } from '../../../testing/lying-provider.ts'
import { type Portal, startPortal } from '../../../testing/portal.ts'
import { newSecret } from '../second-factor/totp.ts'
import { ssoRequests } from './sso.queries.ts'

const publicUrl = 'http://portal.test.example'

let provider: LyingProvider
let portal: Portal
const log: string[] = []

function environment(more: Record<string, string> = {}) {
  return {
    SSO_ISSUER: provider.issuer,
    SSO_CLIENT_ID: client.id,
    SSO_CLIENT_SECRET: client.secret,
    SSO_NAME: 'Test University',
    SSO_DOMAINS: 'test.example,staff.test.example',
    PUBLIC_URL: publicUrl,
    ...more,
  }
}

beforeAll(async () => {
  provider = await startLyingProvider()
  provider.reset()
  portal = await startPortal({ environment: environment(), log })
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
})
afterAll(async () => {
  await portal.stop()
  await provider.stop()
})
beforeEach(() => provider.reset())

type App = Portal['app']

/** Cookies of one browser. The session's cookie is Strict: it does not come along when the provider sends the browser back. */
class Browser {
  readonly cookies = new Map<string, string>()
  readonly app: App
  constructor(app: App = portal.app) {
    this.app = app
  }

  async get(url: string, without: string[] = []) {
    const cookie = [...this.cookies].filter(([name]) => !without.includes(name)).map((pair) => pair.join('='))
    const reply = await this.app.inject({ url, headers: cookie.length > 0 ? { cookie: cookie.join('; ') } : {} })
    for (const { name, value } of reply.cookies) this.cookies.set(name, value)
    return reply
  }

  comeBack = (url: string) => this.get(url, ['portal_session'])

  /** Goes to the provider, and returns the address to which it would send the browser back. */
  async start(returnTo?: string) {
    const reply = await this.get(`/auth/sso${returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`}`)
    return callbackOf(String(reply.headers.location))
  }

  async me() {
    return (await this.get('/auth/me')).statusCode
  }
}

function callbackOf(authorizationUrl: string) {
  const asked = new URL(authorizationUrl).searchParams
  const query = { code: 'a-secret-code', state: asked.get('state') ?? '', iss: provider.issuer }
  const address = (changed: Record<string, string | undefined> = {}) => {
    const entries = Object.entries({ ...query, ...changed }).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return `/auth/sso/callback?${new URLSearchParams(entries)}`
  }
  return { asked, nonce: asked.get('nonce') ?? '', address }
}

interface Given {
  sub: string
  email?: string
  email_verified?: unknown
  [claim: string]: unknown
}
const confirmed = (email: string, sub = `sub-${email}`): Given => ({ sub, email, email_verified: true })

/** Signs in with claims that the provider signed rightly. */
async function signIn(browser: Browser, person: Given, returnTo?: string) {
  const { nonce, address } = await browser.start(returnTo)
  provider.answerWith(sign.rightly(provider.claims(person, nonce)))
  return browser.comeBack(address())
}

async function lastRecord() {
  const [record] = await portal.sql<{ kind: string; person_id: number | null; actor_id: number | null; after: object | null }[]>`
    select kind, person_id, actor_id, after from audit order by id desc limit 1`
  return record
}
const counts = async () => {
  const [row] =
    await portal.sql`select (select count(*) from sessions)::int as sessions, (select count(*) from users)::int as users,
    (select count(*) from identities)::int as identities`
  return row
}

/** The audit trail and the log, which must never contain a secret. */
async function traces() {
  const records = await portal.sql`select to_jsonb(a) as record from audit a`
  return JSON.stringify(records) + log.join('\n')
}

describe('signing in', () => {
  test('the first time links the member who has the confirmed address, and leads where they wanted to go', async () => {
    const member = await portal.make.staff()
    const browser = new Browser()
    const reply = await signIn(browser, confirmed(member.email.toUpperCase()), '/staff-dashboard?tab=your-activity')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['refresh']).toBe('0;url=/staff-dashboard?tab=your-activity')
    expect(reply.headers['cache-control']).toBe('no-store')
    const { user } = (await browser.get('/auth/me')).json()
    expect(user).toMatchObject({ id: member.id, role_id: 2 })
    const [session] = await portal.sql`select method, sso_issuer, sso_subject from sessions where user_id = ${member.id}`
    expect(session).toEqual({ method: 'sso', sso_issuer: provider.issuer, sso_subject: `sub-${member.email.toUpperCase()}` })
    const records =
      await portal.sql`select kind, actor_id, after from audit where person_id = ${member.id} and kind <> 'added' order by id`
    expect(records).toMatchObject([
      { kind: 'linked', actor_id: member.id, after: { account: member.email.toUpperCase() } },
      { kind: 'signed in', actor_id: member.id, after: { provider: 'Test University' } },
    ])
  })

  test('later finds the member by issuer and subject, whatever the address is by then', async () => {
    const member = await portal.make.staff()
    await signIn(new Browser(), confirmed(member.email, 'stable'))
    await portal.sql`update users set email = 'new.name@test.example' where id = ${member.id}`
    const browser = new Browser()
    await signIn(browser, { sub: 'stable', email: 'somebody.else@elsewhere.example', email_verified: false })
    expect((await browser.get('/auth/me')).json().user.id).toBe(member.id)
  })

  test('takes the address from the userinfo endpoint where the ID token has none', async () => {
    const member = await portal.make.staff()
    provider.sayAboutThem({ ...confirmed(member.email, 'of userinfo') })
    const browser = new Browser()
    await signIn(browser, { sub: 'of userinfo' })
    expect(await browser.me()).toBe(200)
  })

  test('takes address and confirmation from one of the two, never mixed', async () => {
    const member = await portal.make.staff()
    provider.sayAboutThem({ sub: 'mixed', email: member.email, email_verified: false })
    const browser = new Browser()
    expect((await signIn(browser, { sub: 'mixed', email_verified: true })).headers.location).toBe('/?sso=noAddress')
    provider.sayAboutThem({ sub: 'mixed', email_verified: true })
    const unconfirmed = { sub: 'mixed', email: member.email }
    expect((await signIn(browser, unconfirmed)).headers.location).toBe('/?sso=noAddress')
    expect(await portal.sql`select from identities where user_id = ${member.id}`).toEqual([])
  })

  test('a member whose stored address has other letters is not found by ones that look the same', async () => {
    const member = await portal.make.staff()
    await portal.sql`update users set email = ${'\u212Aurt@test.example'} where id = ${member.id}`
    expect((await signIn(new Browser(), confirmed('kurt@test.example'))).headers.location).toBe('/?sso=notMember')
    expect((await signIn(new Browser(), confirmed('\u212Aurt@test.example', 'of kurt'))).headers.location).toBe('/?sso=noAddress')
  })

  test('the userinfo of somebody else is refused', async () => {
    const member = await portal.make.staff()
    provider.sayAboutThem({ ...confirmed(member.email, 'another subject') })
    const browser = new Browser()
    expect((await signIn(browser, { sub: 'the right subject' })).headers.location).toBe('/?sso=refused')
    expect(await browser.me()).toBe(401)
  })

  test('asks with PKCE, state and nonce, and proves them to the provider', async () => {
    const browser = new Browser()
    const { asked, nonce, address } = await browser.start()
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: client.id,
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `${publicUrl}/auth/sso/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    })
    const member = await portal.make.staff()
    provider.answerWith(sign.rightly(provider.claims(confirmed(member.email), nonce)))
    await browser.comeBack(address())
    expect(Object.fromEntries(provider.tokenRequests[0] ?? [])).toMatchObject({
      grant_type: 'authorization_code',
      code: 'a-secret-code',
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: `${publicUrl}/auth/sso/callback`,
    })
  })

  test('with the choice to stay signed in starts a session that stays', async () => {
    const member = await portal.make.staff()
    const browser = new Browser()
    const { nonce, address } = callbackOf(String((await browser.get('/auth/sso?stay=yes')).headers.location))
    provider.answerWith(sign.rightly(provider.claims(confirmed(member.email), nonce)))
    const reply = await browser.comeBack(address())
    const cookie = reply.cookies.find(({ name }) => name === 'portal_session')
    expect(cookie?.maxAge).toBe(30 * 24 * 60 * 60)
    expect(await portal.sql`select stays from sessions where user_id = ${member.id}`).toEqual([{ stays: true }])
    await portal.sql`update sessions set last_seen_at = now() - interval '3 days' where user_id = ${member.id}`
    expect(await browser.me()).toBe(200)
  })

  test('replaces the session that this browser had', async () => {
    const [before, member] = [await portal.make.staff(), await portal.make.staff()]
    const browser = new Browser()
    const { cookie } = await portal.signIn(before)
    browser.cookies.set('portal_session', cookie.split('=')[1] ?? '')
    await signIn(browser, confirmed(member.email))
    expect((await browser.get('/auth/me')).json().user.id).toBe(member.id)
    expect(await portal.sql`select from sessions where user_id = ${before.id}`).toEqual([])
  })

  test('begun at one server may end at another', async () => {
    const member = await portal.make.staff()
    const other = await portal.another()
    try {
      const here = new Browser()
      const { nonce, address } = await here.start()
      provider.answerWith(sign.rightly(provider.claims(confirmed(member.email), nonce)))
      const there = new Browser(other)
      for (const [name, value] of here.cookies) there.cookies.set(name, value)
      expect((await there.comeBack(address())).statusCode).toBe(200)
      here.cookies.set('portal_session', there.cookies.get('portal_session') ?? '')
      expect(await here.me()).toBe(200)
    } finally {
      await other.close()
    }
  })

  test('in two tabs at once, of one member, links once and signs in twice', async () => {
    const member = await portal.make.staff()
    const browser = new Browser()
    const tabs = [await browser.start(), await browser.start()]
    const replies = []
    for (const { nonce, address } of tabs) {
      provider.answerWith(sign.rightly(provider.claims(confirmed(member.email), nonce)))
      replies.push((await browser.comeBack(address())).statusCode)
    }
    expect(replies).toEqual([200, 200])
    expect(await portal.sql`select from identities where user_id = ${member.id}`).toHaveLength(1)
  })

  test('the cookie of the browser is Lax and HttpOnly; under https it is Secure and cannot be set by another host', async () => {
    const plain = (await new Browser().get('/auth/sso')).cookies[0]
    expect(plain).toMatchObject({ name: 'portal_sso', httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 })
    const secure = await startPortal({ environment: environment({ PUBLIC_URL: 'https://portal.test.example' }) })
    try {
      const [cookie] = (await secure.app.inject('/auth/sso')).cookies
      expect(cookie).toMatchObject({ name: '__Host-portal_sso', httpOnly: true, sameSite: 'Lax', path: '/', secure: true })
    } finally {
      await secure.stop()
    }
  })

  test('only hashes of its secrets are stored, but for those that are useless without the code', async () => {
    const browser = new Browser()
    const { asked } = await browser.start()
    const rows = JSON.stringify(await portal.sql`select to_jsonb(r) as row from sso_requests r`)
    expect(rows).not.toContain(asked.get('state'))
    expect(rows).not.toContain(browser.cookies.get('portal_sso'))
  })
})

describe('where a sign-in leads', () => {
  test.each([
    [undefined, '/staff-dashboard'],
    ['/grade?term_id=3', '/grade?term_id=3'],
    ['/staff-dashboard?tab=your-activity#main', '/staff-dashboard?tab=your-activity#main'],
    ['/admin-dashboard', '/staff-dashboard'],
    ['//evil.example', '/staff-dashboard'],
    ['//evil.example/staff-dashboard', '/staff-dashboard'],
    ['https://evil.example/staff-dashboard', '/staff-dashboard'],
    ['https:evil.example', '/staff-dashboard'],
    ['/\\evil.example/staff-dashboard', '/staff-dashboard'],
    ['\\\\evil.example', '/staff-dashboard'],
    ['/%2f/evil.example', '/staff-dashboard'],
    ['/%5cevil.example', '/staff-dashboard'],
    ['\t//evil.example', '/staff-dashboard'],
    ['/\t/evil.example', '/staff-dashboard'],
    ['javascript:alert(1)', '/staff-dashboard'],
    ['data:text/html,x', '/staff-dashboard'],
    ['http://[', '/staff-dashboard'],
    ['/staff-dashboard\r\nset-cookie: x=y', '/staff-dashboard'],
    ['/staff-dashboard?x=\r\nset-cookie: y', '/staff-dashboard?x=set-cookie:%20y'],
    ['/staff-dashboard?x=";url=//evil.example', '/staff-dashboard?x=%22;url=//evil.example'],
    ['/staff-dashboard\u0000', '/staff-dashboard'],
    [`/staff-dashboard?x=${'a'.repeat(3000)}`, '/staff-dashboard'],
    ['/staff-dashboard@evil.example', '/staff-dashboard'],
    ['/auth/logout', '/staff-dashboard'],
  ])('%j leads to %j', async (returnTo, landing) => {
    const member = await portal.make.staff()
    const reply = await signIn(new Browser(), confirmed(member.email), returnTo)
    expect(reply.headers['refresh']).toBe(`0;url=${landing}`)
    expect(reply.headers['set-cookie']).toEqual(expect.stringContaining('portal_session='))
  })

  test('two of them lead to the dashboard', async () => {
    const browser = new Browser()
    const reply = await browser.get('/auth/sso?return_to=/grade&return_to=//evil.example')
    expect(reply.statusCode).toBe(303)
  })
})

/** Each attack is refused with one sentence and no session, is in the audit trail, and leaves no secret in it or in the log. */
describe('attacks', () => {
  async function expectRefused(attempt: () => Promise<{ headers: Record<string, unknown> }>, outcome: string, reason?: string) {
    const before = await counts()
    const reply = await attempt()
    expect(reply.headers['location']).toBe(`/?sso=${outcome}`)
    expect(String(reply.headers['set-cookie'] ?? '')).not.toContain('portal_session')
    expect(await counts()).toEqual(before)
    const record = await lastRecord()
    expect(record).toMatchObject({ kind: 'sign-in refused', actor_id: null, after: { provider: 'Test University' } })
    if (reason) expect(record?.after).toMatchObject({ reason })
  }

  test('a callback of another browser (login CSRF)', async () => {
    const member = await portal.make.staff()
    const [attacker, victim] = [new Browser(), new Browser()]
    const { nonce, address } = await attacker.start()
    provider.answerWith(sign.rightly(provider.claims(confirmed(member.email), nonce)))
    await expectRefused(() => victim.comeBack(address()), 'expired', 'another browser')
    await victim.start()
    const again = await attacker.start()
    provider.answerWith(sign.rightly(provider.claims(confirmed(member.email), again.nonce)))
    await expectRefused(() => victim.comeBack(again.address()), 'expired', 'another browser')
    expect(provider.tokenRequests).toEqual([])
  })

  test.each(['', 'x', '%00'])(
    'a callback of a sign-in that was begun with the cookie %j, in a browser without one',
    async (value) => {
      const member = await portal.make.staff()
      const [attacker, victim] = [new Browser(), new Browser()]
      attacker.cookies.set('portal_sso', value)
      const { nonce, address } = await attacker.start()
      expect(attacker.cookies.get('portal_sso')).toMatch(/^[\w-]{43}$/)
      provider.answerWith(sign.rightly(provider.claims(confirmed(member.email), nonce)))
      await expectRefused(() => victim.comeBack(address()), 'expired', 'another browser')
    },
  )

  test('the same callback twice', async () => {
    const member = await portal.make.staff()
    const browser = new Browser()
    const { nonce, address } = await browser.start()
    provider.answerWith(sign.rightly(provider.claims(confirmed(member.email), nonce)))
    expect((await browser.comeBack(address())).statusCode).toBe(200)
    await expectRefused(() => browser.comeBack(address()), 'expired', 'unknown or used state')
  })

  test('the same callback twice at the same time signs in once', async () => {
    const member = await portal.make.staff()
    const browser = new Browser()
    const { nonce, address } = await browser.start()
    provider.answerWith(sign.rightly(provider.claims(confirmed(member.email), nonce)))
    const replies = await Promise.all(Array.from({ length: 5 }, () => browser.comeBack(address())))
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 303, 303, 303, 303])
  })

  test('a callback after more than ten minutes; it is forgotten later', async () => {
    const browser = new Browser()
    const { address } = await browser.start()
    await portal.sql`update sso_requests set created_at = now() - interval '11 minutes'`
    await expectRefused(() => browser.comeBack(address()), 'expired', 'too late')
    await browser.start()
    await portal.sql`update sso_requests set created_at = now() - interval '11 minutes'`
    await ssoRequests(portal.sql).forgetOld()
    expect(await portal.sql`select from sso_requests`).toEqual([])
  })

  test('a code that was issued to somebody else: the provider refuses its verifier', async () => {
    const browser = new Browser()
    const { address } = await browser.start()
    provider.answerWithError({ error: 'invalid_grant', error_description: 'wrong code_verifier' })
    await expectRefused(() => browser.comeBack(address({ code: 'a-foreign-code' })), 'refused', 'invalid_grant')
  })

  test('an ID token that was issued to somebody else: its nonce is another one', async () => {
    const member = await portal.make.staff()
    const [attacker, victim] = [new Browser(), new Browser()]
    const { nonce } = await attacker.start()
    const { address } = await victim.start()
    provider.answerWith(sign.rightly(provider.claims(confirmed(member.email), nonce)))
    await expectRefused(() => victim.comeBack(address()), 'refused')
  })

  test.each<[string, Record<string, string | undefined>, string]>([
    ['of another provider (mix-up)', { iss: 'https://evil.example' }, 'refused'],
    ['without its issuer', { iss: undefined }, 'refused'],
    ['without a code', { code: undefined }, 'refused'],
    ['with a made-up state', { state: 'made-up' }, 'expired'],
    ['without a state', { state: undefined }, 'expired'],
    ['with the error access_denied', { code: undefined, error: 'access_denied' }, 'cancelled'],
    ['with the error server_error', { code: undefined, error: 'server_error' }, 'unavailable'],
    ['with the error login_required', { code: undefined, error: 'login_required' }, 'refused'],
    ['with an error of script', { code: undefined, error: '<script>alert(1)</script>', error_description: 'x' }, 'refused'],
    ['with an ID token in the address', { id_token: 'x.y.z' }, 'refused'],
    ['with a response of another mode', { response: 'x.y.z' }, 'refused'],
  ])('a callback %s', async (_, changed, outcome) => {
    const browser = new Browser()
    const { address } = await browser.start()
    provider.answerWithError({ error: 'invalid_request' })
    await expectRefused(() => browser.comeBack(address(changed)), outcome)
  })

  test.each(['state', 'code', 'iss'])('a callback with two of %s', async (name) => {
    const browser = new Browser()
    const { address } = await browser.start()
    await expectRefused(() => browser.comeBack(`${address()}&${name}=x`), 'refused')
  })

  test('a made-up callback of a browser that began nothing', async () => {
    await expectRefused(() => new Browser().comeBack('/auth/sso/callback?code=x&state=y'), 'expired')
    await expectRefused(() => new Browser().comeBack('/auth/sso/callback'), 'expired')
  })

  const second = (offset: number) => Math.floor(Date.now() / 1000) + offset
  const without = (claims: object, name: string) => Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))
  type Claims = ReturnType<LyingProvider['claims']>
  test.each<[string, (claims: Claims) => string | undefined]>([
    ['not signed', (claims) => sign.not(claims)],
    ['without its signature', (claims) => sign.rightly(claims).replace(/[^.]+$/, '')],
    ['signed by another key', (claims) => sign.byAnotherKey(claims)],
    ['signed for other claims', (claims) => sign.ofSomethingElse(claims)],
    ['signed with the public key as a secret (HS256)', (claims) => sign.withThePublicKey(claims)],
    ['signed with the client secret (HS256)', (claims) => sign.withTheClientSecret(claims)],
    ['with an unknown key', (claims) => sign.rightly(claims, { kid: 'k9' })],
    ['with a critical extension', (claims) => sign.rightly(claims, { crit: ['x'], x: 1 })],
    ['for another client', (claims) => sign.rightly({ ...claims, aud: 'other' })],
    ['for two clients, given to the other', (claims) => sign.rightly({ ...claims, aud: [client.id, 'other'], azp: 'other' })],
    ['for two clients, given to nobody', (claims) => sign.rightly({ ...claims, aud: [client.id, 'other'] })],
    ['of another issuer', (claims) => sign.rightly({ ...claims, iss: 'https://evil.example' })],
    ['with another nonce', (claims) => sign.rightly({ ...claims, nonce: 'x' })],
    ['without a nonce', (claims) => sign.rightly(without(claims, 'nonce'))],
    ['without a subject', (claims) => sign.rightly(without(claims, 'sub'))],
    ['with a subject of control characters', (claims) => sign.rightly({ ...claims, sub: 'a\u0000b' })],
    ['with a subject of 300 characters', (claims) => sign.rightly({ ...claims, sub: 'a'.repeat(300) })],
    ['without an audience', (claims) => sign.rightly(without(claims, 'aud'))],
    ['expired 90 seconds ago', (claims) => sign.rightly({ ...claims, iat: second(-390), exp: second(-90) })],
    ['without an expiry', (claims) => sign.rightly(without(claims, 'exp'))],
    ['valid only in two minutes', (claims) => sign.rightly({ ...claims, iat: second(120), nbf: second(120), exp: second(420) })],
    ['that is no token', () => 'garbage'],
    ['that is missing', () => undefined],
  ])('an ID token %s', async (_, make) => {
    const member = await portal.make.staff()
    const browser = new Browser()
    const { nonce, address } = await browser.start()
    provider.answerWith(make(provider.claims(confirmed(member.email), nonce)))
    await expectRefused(() => browser.comeBack(address()), 'refused')
    expect(await browser.me()).toBe(401)
  })

  test.each([
    ['expired 20 seconds ago', () => ({ iat: second(-320), exp: second(-20) })],
    ['issued 20 seconds ahead', () => ({ iat: second(20), nbf: second(20), exp: second(320) })],
  ])('but one that is %s passes: clocks differ', async (_, times) => {
    const member = await portal.make.staff()
    const browser = new Browser()
    const { nonce, address } = await browser.start()
    provider.answerWith(sign.rightly({ ...provider.claims(confirmed(member.email), nonce), ...times() }))
    expect((await browser.comeBack(address())).statusCode).toBe(200)
  })

  test.each<[string, (email: string) => Given, string, string]>([
    [
      'that is not confirmed',
      (email) => ({ sub: 'u1', email, email_verified: false }),
      'noAddress',
      'the e-mail address is not confirmed',
    ],
    ['of which nothing is said', (email) => ({ sub: 'u2', email }), 'noAddress', 'the e-mail address is not confirmed'],
    [
      'confirmed as text',
      (email) => ({ sub: 'u3', email, email_verified: 'true' }),
      'noAddress',
      'the e-mail address is not confirmed',
    ],
    [
      'not confirmed as text',
      (email) => ({ sub: 'u4', email, email_verified: 'false' }),
      'noAddress',
      'the e-mail address is not confirmed',
    ],
    [
      'whose owner claims to be of Entra ID',
      (email) => ({ sub: 'u5', email, xms_edov: true }),
      'noAddress',
      'the e-mail address is not confirmed',
    ],
    ['of another domain', () => confirmed('dean@elsewhere.example'), 'noAddress', 'another domain'],
    ['of a domain below', () => confirmed('dean@students.test.example'), 'noAddress', 'another domain'],
    ['of a domain that ends alike', () => confirmed('dean@eviltest.example'), 'noAddress', 'another domain'],
    ['with two @', (email) => confirmed(`${email}@elsewhere.example`), 'noAddress', 'no e-mail address'],
    [
      'that is a list',
      (email) => ({ sub: 'u6', email: [email] as unknown as string, email_verified: true }),
      'noAddress',
      'no e-mail address',
    ],
    ['with a NUL', () => confirmed('a\u0000@test.example', 'u7'), 'noAddress', 'no e-mail address'],
    ['that nobody has', () => confirmed('nobody@test.example'), 'notMember', 'no member has this address'],
    [
      'that nobody has, with a role',
      () => ({ ...confirmed('nobody@test.example'), role: 'admin', groups: ['admin'] }),
      'notMember',
      'no member has this address',
    ],
  ])('a person with an address %s', async (_, person, outcome, reason) => {
    const member = await portal.make.staff()
    await expectRefused(() => signIn(new Browser(), person(member.email)), outcome, reason)
  })

  test('a person with no address at all, neither in the ID token nor at the userinfo endpoint', async () => {
    provider.sayAboutThem({ sub: 'nothing' })
    await expectRefused(() => signIn(new Browser(), { sub: 'nothing' }), 'noAddress', 'no e-mail address')
  })

  test('a person with the address of an administrator', async () => {
    const admin = await portal.make.admin()
    await expectRefused(() => signIn(new Browser(), confirmed(admin.email)), 'administrator')
    expect((await lastRecord())?.person_id).toBe(admin.id)
  })

  test('a person with an address that was given to them after another', async () => {
    const member = await portal.make.staff()
    await signIn(new Browser(), confirmed(member.email, 'the first owner'))
    await expectRefused(() => signIn(new Browser(), confirmed(member.email, 'the second owner')), 'otherIdentity')
  })

  test('a person who was removed, linked or not', async () => {
    const [linked, other] = [await portal.make.staff(), await portal.make.staff()]
    await signIn(new Browser(), confirmed(linked.email))
    await portal.sql`update users set removed_at = now() where id in (${linked.id}, ${other.id})`
    await expectRefused(() => signIn(new Browser(), confirmed(linked.email)), 'notMember', 'the member was removed')
    await expectRefused(() => signIn(new Browser(), confirmed(other.email)), 'notMember', 'no member has this address')
  })

  test('a role never comes from the provider', async () => {
    const member = await portal.make.staff()
    const browser = new Browser()
    await signIn(browser, { ...confirmed(member.email), role_id: 1, role: 'admin', roles: ['admin'], groups: ['admin'] })
    expect((await browser.get('/auth/me')).json().user.role_id).toBe(2)
  })

  test('neither the audit trail nor the log holds a token, a code, a secret or a claim', async () => {
    const text = await traces()
    for (const secret of [
      'a-secret-code',
      'a-foreign-code',
      'an-access-token',
      client.secret,
      'eyJ',
      'error_description',
      '<script>',
    ])
      expect(text).not.toContain(secret)
    expect(text).not.toMatch(/code_verifier|nonce|"state"/)
  })

  test('a visitor who begins again and again is stopped, and does not fill the audit trail', async () => {
    const address = '203.0.113.9'
    await portal.sql`insert into sign_in_attempts (key, attempts, window_ends_at)
      values (${`sso:${address}`}, 1000, now() + interval '5 minutes'), (${`sso-refused:${address}`}, 99, now() + interval '5 minutes')`
    const visit = (url: string) => portal.app.inject({ url, remoteAddress: address })
    expect((await visit('/auth/sso')).headers.location).toBe('/?sso=tooMany')
    const records = async () => (await portal.sql`select from audit where kind = 'sign-in refused'`).length
    const before = await records()
    for (let count = 0; count < 5; count += 1)
      expect((await visit('/auth/sso/callback?state=x')).headers.location).toBe('/?sso=expired')
    expect(await records()).toBe(before + 1)
    expect((await portal.app.inject({ url: '/auth/sso' })).headers.location).toContain(provider.issuer)
  })
})

describe('a provider that does not work', () => {
  const { silent, ...failures } = broken

  test('silent at any step: one sentence after a time limit', async () => {
    const apps = await Promise.all([1, 2, 3].map(() => portal.another({ patience: { provider: 500 } })))
    try {
      const [first, second, third] = apps.map((app) => new Browser(app)) as [Browser, Browser, Browser]
      const [atToken, atKeys] = [await startInTime(second), await startInTime(third)]
      const { email } = await portal.make.staff()
      provider.answerWith(sign.rightly(provider.claims(confirmed(email), atKeys.nonce)))
      const rightReply = provider.replies.get(provider.paths.token)
      provider.replies.set(provider.paths.token, (response, request) =>
        provider.tokenRequests.at(-1)?.get('code') === 'silent' ? undefined : rightReply?.(response, request),
      )
      provider.replies.set(provider.paths.discovery, silent)
      provider.replies.set(provider.paths.keys, silent)
      const replies = await Promise.all([
        first.get('/auth/sso'),
        second.comeBack(atToken.address({ code: 'silent' })),
        third.comeBack(atKeys.address()),
      ])
      expect(replies.map(({ headers }) => headers.location)).toEqual(Array(3).fill('/?sso=unavailable'))
      expect([await second.me(), await third.me()]).toEqual([401, 401])
    } finally {
      for (const app of apps) await app.close()
    }
  })

  /** Starts again where the machine is too busy for the timeout. */
  async function startInTime(browser: Browser): ReturnType<Browser['start']> {
    const { location } = (await browser.get('/auth/sso')).headers
    return location === '/?sso=unavailable' ? startInTime(browser) : callbackOf(String(location))
  }

  test.each(Object.entries(failures))('%s when it is looked up: one sentence, and it is tried again', async (_, reply) => {
    const cold = await portal.another()
    try {
      provider.replies.set(provider.paths.discovery, reply)
      const browser = new Browser(cold)
      expect((await browser.get('/auth/sso')).headers.location).toBe('/?sso=unavailable')
      provider.reset()
      expect((await browser.get('/auth/sso')).headers.location).toContain(`${provider.issuer}/authorize`)
    } finally {
      await cold.close()
    }
  })

  test('that says it is another one', async () => {
    const cold = await portal.another()
    try {
      const reply = JSON.stringify({ ...provider.metadata, issuer: 'https://evil.example' })
      provider.replies.set(
        provider.paths.discovery,
        (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(reply),
      )
      expect((await new Browser(cold).get('/auth/sso')).headers.location).toBe('/?sso=unavailable')
    } finally {
      await cold.close()
    }
  })

  const outcomes = {
    failing: 'unavailable',
    garbage: 'refused',
    html: 'unavailable',
    redirecting: 'unavailable',
    gone: 'unavailable',
  }
  test.each(Object.entries(failures))('%s when a code is exchanged', async (name, reply) => {
    const browser = new Browser()
    const { address } = await browser.start()
    provider.replies.set(provider.paths.token, reply)
    expect((await browser.comeBack(address())).headers.location).toBe(`/?sso=${outcomes[name as keyof typeof outcomes]}`)
    expect(await browser.me()).toBe(401)
  })

  test.each(Object.entries(failures))('%s when its keys are read, by a server that does not know them', async (_, reply) => {
    const cold = await portal.another()
    try {
      const member = await portal.make.staff()
      const browser = new Browser(cold)
      const { nonce, address } = await browser.start()
      provider.answerWith(sign.rightly(provider.claims(confirmed(member.email), nonce)))
      provider.replies.set(provider.paths.keys, reply)
      expect((await browser.comeBack(address())).headers.location).toMatch(/^\/\?sso=(unavailable|refused)$/)
      expect(await browser.me()).toBe(401)
    } finally {
      await cold.close()
    }
  })

  test('does not hold up signing in with a password, or logging out', async () => {
    const cold = await portal.another()
    try {
      let asked = 0
      provider.replies.set(provider.paths.discovery, () => {
        asked += 1
      })
      const { username } = await portal.make.staff()
      const reply = await cold.inject({ method: 'POST', url: '/auth/login', payload: { username, password: testPassword } })
      expect(reply.statusCode).toBe(200)
      const cookie = reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      const out = await cold.inject({ method: 'POST', url: '/auth/logout', headers: { cookie } })
      expect(out.json()).toEqual({ message: 'Logged out!' })
      expect(asked).toBe(0)
    } finally {
      await cold.close()
    }
  })
})

describe('SSO_PROVISION=staff', () => {
  let open: Portal
  beforeAll(async () => {
    open = await startPortal({ environment: environment({ SSO_PROVISION: 'staff' }) })
    await open.make.term('Year', '2026-09-01', '2027-08-31')
  })
  afterAll(() => open.stop())

  const enter = async (person: Given) => {
    const browser = new Browser(open.app)
    await signIn(browser, person)
    return browser
  }
  const added = (email: string) =>
    open.sql`select name, username, role_id, department_id, password_hash from users where email = ${email}`

  test('makes a staff member of somebody who is no member yet', async () => {
    const browser = await enter({ ...confirmed('r.hama@test.example'), name: '  Rêbîn\u202e  Hama ' })
    expect(await browser.me()).toBe(200)
    expect(await added('r.hama@test.example')).toEqual([
      { name: 'Rêbîn Hama', username: 'r.hama', role_id: 2, department_id: null, password_hash: null },
    ])
    const [record] =
      await open.sql`select actor_id, kind from audit where subject = 'user' and kind = 'added' order by id desc limit 1`
    expect(record).toEqual({ actor_id: null, kind: 'added' })
  })

  test('makes the username unique, and takes a name that cannot be used from the address', async () => {
    await open.make.staff({ username: 'Sara' })
    await enter({ ...confirmed('sara@test.example'), name: 'a\u0000b' })
    await enter({ ...confirmed('sara@staff.test.example'), name: '' })
    expect(await added('sara@test.example')).toMatchObject([{ name: 'sara', username: 'sara2' }])
    expect(await added('sara@staff.test.example')).toMatchObject([{ name: 'sara', username: 'sara3' }])
  })

  test('makes one member of five first sign-ins at once', async () => {
    const browsers = Array.from({ length: 5 }, () => new Browser(open.app))
    const begun = await Promise.all(browsers.map((browser) => browser.start()))
    // Each browser gets an ID token with its own nonce: the provider is asked with the code.
    const nonces = new Map(begun.map(({ nonce }, index) => [`code-${index}`, nonce]))
    provider.replies.set(provider.paths.token, (response) => {
      const code = provider.tokenRequests.at(-1)?.get('code') ?? ''
      const id_token = sign.rightly(provider.claims(confirmed('five@test.example'), nonces.get(code) ?? ''))
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ access_token: 'x', token_type: 'Bearer', id_token }))
    })
    const replies = await Promise.all(
      browsers.map((browser, index) => browser.comeBack(begun[index]?.address({ code: `code-${index}` }) ?? '')),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(await added('five@test.example')).toHaveLength(1)
  })

  test('links a member who is there already, and refuses administrators and other domains', async () => {
    const member = await open.make.staff()
    await enter(confirmed(member.email))
    expect(await added(member.email)).toHaveLength(1)
    const admin = await open.make.admin()
    expect(await (await enter(confirmed(admin.email))).me()).toBe(401)
    expect(await (await enter(confirmed('x@elsewhere.example'))).me()).toBe(401)
    expect(await added('x@elsewhere.example')).toEqual([])
  })

  test('does not bring a removed member back', async () => {
    const member = await open.make.staff()
    await enter(confirmed(member.email))
    await open.sql`update users set removed_at = now() where id = ${member.id}`
    expect(await (await enter(confirmed(member.email))).me()).toBe(401)
  })
})

describe('SSO_PASSWORDS=admins', () => {
  test('refuses the password of staff only after it was right, and takes that of administrators', async () => {
    const strict = await startPortal({ environment: environment({ SSO_PASSWORDS: 'admins' }) })
    try {
      const [member, admin] = [await strict.make.staff(), await strict.make.admin()]
      const logIn = (username: string, password: string) =>
        strict.app.inject({ method: 'POST', url: '/auth/login', payload: { username, password } })
      const wrong = await logIn(member.username, 'wrong password')
      expect([wrong.statusCode, wrong.json().message]).toEqual([401, 'Invalid username or password'])
      const right = await logIn(member.username, testPassword)
      expect([right.statusCode, right.json().message]).toEqual([
        403,
        'Only administrators can sign in with a password. Continue with Test University.',
      ])
      expect(right.cookies).toEqual([])
      expect(await strict.sql`select from sessions`).toEqual([])
      const [record] = await strict.sql`select kind, person_id from audit order by id desc limit 1`
      expect(record).toEqual({ kind: 'sign-in refused', person_id: member.id })
      expect((await logIn(admin.username, testPassword)).statusCode).toBe(200)
      const both = await strict.make.withRights(['administrator'])
      expect((await logIn(both.username, testPassword)).statusCode).toBe(200)
      // There is no password to change either.
      const payload = { current_password: testPassword, new_password: 'another long sentence' }
      const change = async (user: typeof member) =>
        strict.app.inject({ method: 'PUT', url: '/auth/password', headers: await strict.startSession(user), payload })
      const refused = await change(member)
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'sso.noPassword'])
      expect((await change(admin)).statusCode).toBe(200)
      expect((await strict.app.inject('/branding')).json().passwords).toBe('admins')
    } finally {
      await strict.stop()
    }
  })
})

describe('where administrators need a second factor', () => {
  let strict: Portal
  beforeAll(async () => {
    strict = await startPortal({ environment: environment({ REQUIRE_SECOND_FACTOR: 'admins' }) })
  })
  afterAll(() => strict.stop())

  /** An administrator who linked their own account. */
  async function linkedAdmin(subject: string) {
    const admin = await strict.make.admin()
    await strict.sql`insert into identities (issuer, subject, user_id, by_address) values (${provider.issuer}, ${subject}, ${admin.id}, false)`
    return admin
  }
  const send = (browser: Browser, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    return strict.app.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) })
  }
  const sessionOf = async ({ id }: { id: number }) =>
    (await strict.sql`select method, sso_subject, second_factor from sessions where user_id = ${id}`)[0]
  const step = '0;url=/?sso=second-step'

  test('a provider that asked for one is enough', async () => {
    const admin = await linkedAdmin('with mfa')
    const browser = new Browser(strict.app)
    const reply = await signIn(browser, { sub: 'with mfa', amr: ['pwd', 'mfa'] })
    expect(reply.headers['refresh']).toBe('0;url=/admin-dashboard')
    expect(await browser.me()).toBe(200)
    expect(await sessionOf(admin)).toEqual({ method: 'sso', sso_subject: 'with mfa', second_factor: true })
  })

  test('heads and delegates, too, where every right needs one; staff without a right do not', async () => {
    const rights = await startPortal({ environment: environment({ REQUIRE_SECOND_FACTOR: 'rights' }) })
    const { id: department_id } = await rights.make.department()
    const [head, delegate, member] = [await rights.make.head(department_id), await rights.make.staff(), await rights.make.staff()]
    await rights.make.delegation(head, delegate)
    const comeBack = async (user: MadeUser, subject: string, amr: string[]) => {
      await rights.sql`insert into identities (issuer, subject, user_id, by_address)
        values (${provider.issuer}, ${subject}, ${user.id}, false) on conflict do nothing`
      return (await signIn(new Browser(rights.app), { sub: subject, amr })).headers['refresh']
    }
    const home = '0;url=/staff-dashboard'
    expect([await comeBack(head, 'head', ['pwd']), await comeBack(head, 'head', ['pwd', 'mfa'])]).toEqual([step, home])
    expect([await comeBack(delegate, 'delegate', ['pwd']), await comeBack(member, 'member', ['pwd'])]).toEqual([step, home])
    await rights.stop()
  })

  test('else the factor of the account is asked for here, and the session is the provider’s', async () => {
    const admin = await linkedAdmin('with app')
    const secret = newSecret()
    await strict.sql`insert into authenticators (user_id, secret, confirmed_at) values (${admin.id}, ${secret}, now())`
    const browser = new Browser(strict.app)
    const reply = await signIn(browser, { sub: 'with app', amr: ['pwd'] }, '/admin-dashboard?tab=terms')
    expect(reply.headers['refresh']).toBe(step)
    expect(browser.cookies.has('portal_session')).toBe(false)
    expect(await browser.me()).toBe(401)
    expect((await send(browser, 'GET', '/auth/second-factor/step')).json()).toMatchObject({
      next: 'second-factor',
      kinds: ['code'],
      landing: '/admin-dashboard?tab=terms',
    })
    expect((await send(browser, 'POST', '/auth/second-factor', { code: '000000' })).statusCode).toBe(401)
    const code = new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) }).generate()
    const done = await send(browser, 'POST', '/auth/second-factor', { code })
    expect(done.json()).toMatchObject({ message: 'Login successful', user: { id: admin.id } })
    expect(await sessionOf(admin)).toEqual({ method: 'sso', sso_subject: 'with app', second_factor: true })
  })

  test('or set up here; unlinking or a logout at the provider ends that, too', async () => {
    for (const [subject, end] of [
      ['finishes', async () => undefined],
      ['unlinked', (id: number) => strict.sql`delete from identities where user_id = ${id}`],
      [
        'logged out',
        () =>
          strict.app.inject({
            method: 'POST',
            url: '/auth/sso/logout-token',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            payload: new URLSearchParams({ logout_token: sign.rightly(provider.logoutClaims({ sub: 'logged out' })) }).toString(),
          }),
      ],
    ] as const) {
      const admin = await linkedAdmin(subject)
      const browser = new Browser(strict.app)
      expect((await signIn(browser, { sub: subject })).headers['refresh']).toBe(step)
      const { secret } = (await send(browser, 'POST', '/auth/set-up/authenticator')).json()
      await end(admin.id)
      const done = await send(browser, 'PUT', '/auth/set-up/authenticator', { code: new TOTP({ secret }).generate() })
      expect([subject, done.statusCode]).toEqual([subject, subject === 'finishes' ? 200 : 401])
      expect(await sessionOf(admin)).toEqual(
        subject === 'finishes' ? { method: 'sso', sso_subject: subject, second_factor: true } : undefined,
      )
    }
  })

  test('staff are not asked', async () => {
    const member = await strict.make.staff()
    const browser = new Browser(strict.app)
    await signIn(browser, confirmed(member.email))
    expect(await browser.me()).toBe(200)
  })
})

describe('a link that was found by the address', () => {
  const linkOf = ({ id }: { id: number }) => portal.sql`select subject from identities where user_id = ${id}`
  async function linkedMember() {
    const member = await portal.make.staff()
    await signIn(new Browser(), confirmed(member.email))
    expect(await linkOf(member)).toHaveLength(1)
    return member
  }
  const toggle = async ({ id }: { id: number }) =>
    (await portal.as(await portal.make.admin()))('PUT', `/users/toggle-role/${id}`, {})

  test.each([
    ['the role button', (member: MadeUser) => toggle(member)],
    [
      'Edit',
      async (member: MadeUser) => {
        const { id: department_id } = await portal.make.department()
        const { username, email, name } = member
        const fields = { name, email, username, department_id, gender: 'Male', password: passwordMask, role_id: 1 }
        return (await portal.as(await portal.make.admin()))('PUT', `/users/${member.id}`, fields)
      },
    ],
  ])('ends when %s makes the member an administrator, with a record', async (_, promote) => {
    const member = await linkedMember()
    expect((await promote(member)).statusCode).toBe(200)
    expect(await linkOf(member)).toEqual([])
    const [record] = await portal.sql`select kind, before from audit where person_id = ${member.id} and kind = 'unlinked'`
    expect(record).toMatchObject({ kind: 'unlinked', before: { account: member.email } })
    const browser = new Browser()
    expect((await signIn(browser, confirmed(member.email))).headers.location).toBe('/?sso=administrator')
    expect(await browser.me()).toBe(401)
  })

  test('one that an administrator made stays with the account', async () => {
    const admin = await portal.make.admin()
    await portal.sql`insert into identities (issuer, subject, user_id, by_address) values (${provider.issuer}, 'by hand', ${admin.id}, false)`
    await toggle(admin)
    await toggle(admin)
    expect(await linkOf(admin)).toEqual([{ subject: 'by hand' }])
  })
})

describe('linking the own account', () => {
  /** Starts the link as the page of an administrator does; the browser then comes back from the provider. */
  async function startLink(browser: Browser, password = testPassword) {
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    const reply = await portal.app.inject({
      method: 'POST',
      url: '/auth/sso/link',
      headers: { cookie },
      payload: { current_password: password },
    })
    for (const { name, value } of reply.cookies) browser.cookies.set(name, value)
    return reply
  }
  async function browserOf(user: { username: string }) {
    const browser = new Browser()
    browser.cookies.set('portal_session', (await portal.signIn(user)).cookie.split('=')[1] ?? '')
    return browser
  }
  async function link(browser: Browser, person: Given) {
    const { nonce, address } = callbackOf((await startLink(browser)).json().url)
    provider.answerWith(sign.rightly(provider.claims(person, nonce)))
    return (await browser.comeBack(address())).headers.location
  }

  test('an administrator links it after the password, and signs in with it from then on', async () => {
    const admin = await portal.make.admin()
    const browser = await browserOf(admin)
    expect((await browser.get('/auth/sso/link')).json()).toEqual({ linked_account: null })
    expect(await link(browser, confirmed('dean@test.example', 'of the dean'))).toBe('/?sso=linked')
    expect((await browser.get('/auth/sso/link')).json()).toEqual({ linked_account: 'dean@test.example' })
    expect(await lastRecord()).toMatchObject({ kind: 'linked', actor_id: admin.id, person_id: admin.id })
    const elsewhere = new Browser()
    const reply = await signIn(elsewhere, { sub: 'of the dean' })
    expect(reply.headers['refresh']).toBe('0;url=/admin-dashboard')
    expect((await elsewhere.get('/auth/me')).json().user).toMatchObject({ id: admin.id, role_id: 1 })
  })

  test('is refused while the password is an initial one, also if it became one on the way', async () => {
    const admin = await portal.make.admin()
    const browser = await browserOf(admin)
    const begun = callbackOf((await startLink(browser)).json().url)
    await portal.sql`update users set password_is_initial = true where id = ${admin.id}`
    const reply = await startLink(browser)
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'signInSecurity.initialPassword'])
    provider.answerWith(sign.rightly(provider.claims(confirmed('slip@test.example'), begun.nonce)))
    expect((await browser.comeBack(begun.address())).statusCode).toBe(403)
    expect(await portal.sql`select from identities where user_id = ${admin.id}`).toEqual([])
  })

  test('needs the right password', async () => {
    const browser = await browserOf(await portal.make.admin())
    const wrong = await startLink(browser, 'not the password')
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'password.currentWrong'])
    expect((await startLink(browser, '')).statusCode).toBe(400)
    expect(browser.cookies.has('portal_sso')).toBe(false)
  })

  test.each<[string, (sql: Portal['sql'], id: number) => Promise<unknown>]>([
    ['logged out', (sql, id) => sql`delete from sessions where user_id = ${id}`],
    ['lost the role', (sql, id) => sql`update users set role_id = 2 where id = ${id}`],
    ['was removed', (sql, id) => sql`update users set removed_at = now() where id = ${id}`],
    ['changed the password', (sql, id) => sql`update users set password_hash = '$argon2id$v=19$x' where id = ${id}`],
    [
      'was idle for too long',
      (sql, id) => sql`update sessions set last_seen_at = now() - interval '3 hours' where user_id = ${id}`,
    ],
  ])('is refused where the administrator %s meanwhile', async (_, happens) => {
    const admin = await portal.make.admin()
    await portal.make.admin()
    const browser = await browserOf(admin)
    const { nonce, address } = callbackOf((await startLink(browser)).json().url)
    provider.answerWith(sign.rightly(provider.claims(confirmed('late@test.example'), nonce)))
    await happens(portal.sql, admin.id)
    expect((await browser.comeBack(address())).headers.location).toBe('/?sso=sessionEnded')
    expect(await portal.sql`select from identities where user_id = ${admin.id}`).toEqual([])
  })

  test('is refused in another browser: nobody can be made to link the account of an attacker', async () => {
    const admin = await portal.make.admin()
    const browser = await browserOf(admin)
    const { nonce, address } = callbackOf((await startLink(browser)).json().url)
    provider.answerWith(sign.rightly(provider.claims(confirmed('mallory@test.example'), nonce)))
    expect((await new Browser().comeBack(address())).headers.location).toBe('/?sso=expired')
    // The browser of the administrator opens the callback of a sign-in that the attacker began.
    const attacker = new Browser()
    const begun = await attacker.start()
    provider.answerWith(sign.rightly(provider.claims(confirmed('mallory@test.example'), begun.nonce)))
    expect((await browser.comeBack(begun.address())).headers.location).toBe('/?sso=expired')
    expect(await portal.sql`select from identities where user_id = ${admin.id}`).toEqual([])
  })

  test('is refused for an account of another member, a second account, and an address outside', async () => {
    const member = await portal.make.staff()
    await signIn(new Browser(), confirmed(member.email, 'of a member'))
    const browser = await browserOf(await portal.make.admin())
    expect(await link(browser, confirmed(member.email, 'of a member'))).toBe('/?sso=otherMember')
    expect(await link(browser, confirmed('x@elsewhere.example'))).toBe('/?sso=noAddress')
    expect(await link(browser, confirmed('own@test.example', 'own'))).toBe('/?sso=linked')
    expect(await link(browser, confirmed('own@test.example', 'own'))).toBe('/?sso=linked')
    expect(await link(browser, confirmed('second@test.example', 'second'))).toBe('/?sso=otherIdentity')
  })

  test('says so while the provider is away', async () => {
    const cold = await portal.another()
    try {
      provider.replies.set(provider.paths.discovery, broken.failing)
      const headers = await portal.signIn(await portal.make.admin())
      const reply = await cold.inject({
        method: 'POST',
        url: '/auth/sso/link',
        headers,
        payload: { current_password: testPassword },
      })
      expect([reply.statusCode, reply.json().code]).toEqual([503, 'sso.outcomes.unavailable'])
    } finally {
      await cold.close()
    }
  })
})

describe('unlinking', () => {
  test('ends the sessions that began with the provider, and no other; the list of users shows the account until then', async () => {
    const [admin, member] = [await portal.as(await portal.make.admin()), await portal.make.staff()]
    const browser = new Browser()
    await signIn(browser, confirmed(member.email))
    const withPassword = await portal.as(member)
    const listed = async () => (await admin('GET', `/users/id/${member.id}`)).json().user.linked_account
    expect(await listed()).toBe(member.email)
    const reply = await admin('DELETE', `/auth/sso/link/${member.id}`)
    expect([reply.statusCode, reply.json().message]).toEqual([200, 'Account unlinked successfully'])
    expect(await listed()).toBeNull()
    expect(await browser.me()).toBe(401)
    expect((await withPassword('GET', '/auth/me')).statusCode).toBe(200)
    expect(await lastRecord()).toMatchObject({ kind: 'unlinked', person_id: member.id })
    expect((await admin('DELETE', `/auth/sso/link/${member.id}`)).statusCode).toBe(200)
    expect((await admin('DELETE', '/auth/sso/link/999999')).statusCode).toBe(404)
  })

  test('between the reply of the provider and the session refuses the session', async () => {
    const member = await portal.make.staff()
    await signIn(new Browser(), confirmed(member.email))
    await portal.sql`delete from sessions where user_id = ${member.id}`
    // The member's row is locked: the sign-in waits with its session until the account is unlinked.
    const browser = new Browser()
    const { nonce, address } = await browser.start()
    provider.answerWith(sign.rightly(provider.claims(confirmed(member.email), nonce)))
    let back: ReturnType<Browser['comeBack']> | undefined
    await portal.sql.begin(async (tx) => {
      await tx`select from users where id = ${member.id} for update`
      back = browser.comeBack(address())
      await expect
        .poll(() => portal.sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%users where id%'`)
        .not.toEqual([])
      await tx`delete from identities where user_id = ${member.id}`
    })
    expect((await back)?.headers.location).toBe('/?sso=notMember')
    expect(await portal.sql`select from sessions where user_id = ${member.id}`).toEqual([])
  })
})

describe('logging out', () => {
  const logOut = async (browser: Browser) => {
    const cookie = `portal_session=${browser.cookies.get('portal_session')}`
    return portal.app.inject({ method: 'POST', url: '/auth/logout', headers: { cookie } })
  }

  test('ends the own session and names the page of the provider, with the way back', async () => {
    const browser = new Browser()
    await signIn(browser, confirmed((await portal.make.staff()).email))
    const { message, provider_url } = (await logOut(browser)).json()
    expect(message).toBe('Logged out!')
    const url = new URL(provider_url)
    expect(`${url.origin}${url.pathname}`).toBe(`${provider.issuer}/end`)
    expect(Object.fromEntries(url.searchParams)).toEqual({ client_id: client.id, post_logout_redirect_uri: `${publicUrl}/` })
    expect(await browser.me()).toBe(401)
  })

  test('of a session with a password names no such page', async () => {
    const browser = new Browser()
    browser.cookies.set('portal_session', (await portal.signIn(await portal.make.staff())).cookie.split('=')[1] ?? '')
    expect((await logOut(browser)).json()).toEqual({ message: 'Logged out!' })
  })
})

describe('back-channel logout', () => {
  const post = (token: string | undefined, headers: Record<string, string> = {}, app: App = portal.app) =>
    app.inject({
      method: 'POST',
      url: '/auth/sso/logout-token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: token === undefined ? '' : new URLSearchParams({ logout_token: token }).toString(),
    })
  async function signedIn(sub: string, sid?: string) {
    const member = await portal.make.staff()
    const browser = new Browser()
    await signIn(browser, { ...confirmed(member.email, sub), ...(sid === undefined ? {} : { sid }) })
    expect(await browser.me()).toBe(200)
    return { member, browser }
  }

  test('by subject ends all sessions of that person that began there, on every server', async () => {
    const { member, browser } = await signedIn('s-all', 'sid-1')
    const second = new Browser()
    await signIn(second, { sub: 's-all', sid: 'sid-2' })
    const other = await signedIn('s-other', 'sid-1x')
    const elsewhere = await portal.another()
    try {
      const reply = await post(sign.rightly(provider.logoutClaims({ sub: 's-all' }), { typ: 'logout+jwt' }), {}, elsewhere)
      expect([reply.statusCode, reply.body, reply.headers['cache-control']]).toEqual([200, '', 'no-store'])
    } finally {
      await elsewhere.close()
    }
    expect([await browser.me(), await second.me(), await other.browser.me()]).toEqual([401, 401, 200])
    expect(await lastRecord()).toMatchObject({
      kind: 'signed out',
      actor_id: null,
      person_id: member.id,
      after: { provider: 'Test University' },
    })
  })

  test('by session ends that one only', async () => {
    const { browser } = await signedIn('s-one', 'sid-a')
    const second = new Browser()
    await signIn(second, { sub: 's-one', sid: 'sid-b' })
    expect((await post(sign.rightly(provider.logoutClaims({ sid: 'sid-a' })))).statusCode).toBe(200)
    expect([await browser.me(), await second.me()]).toEqual([401, 200])
    expect((await post(sign.rightly(provider.logoutClaims({ sub: 's-one', sid: 'sid-b' })))).statusCode).toBe(200)
    expect(await second.me()).toBe(401)
  })

  test('and unlinking end a session whose password was changed in it', async () => {
    for (const end of [
      (sub: string) => post(sign.rightly(provider.logoutClaims({ sub }))),
      async (_: string, id: number) => (await portal.as(await portal.make.admin()))('DELETE', `/auth/sso/link/${id}`),
    ]) {
      const sub = crypto.randomUUID()
      const { member, browser } = await signedIn(sub, 'sid-p')
      const cookie = `portal_session=${browser.cookies.get('portal_session')}`
      const payload = { current_password: testPassword, new_password: 'another long sentence' }
      const changed = await portal.app.inject({ method: 'PUT', url: '/auth/password', headers: { cookie }, payload })
      expect(changed.statusCode).toBe(200)
      for (const { name, value } of changed.cookies) browser.cookies.set(name, value)
      expect(await browser.me()).toBe(200)
      expect((await end(sub, member.id)).statusCode).toBe(200)
      expect(await browser.me()).toBe(401)
    }
  })

  test('of somebody who is not signed in is no error', async () => {
    expect((await post(sign.rightly(provider.logoutClaims({ sub: 'unknown' })))).statusCode).toBe(200)
  })

  test('comes from another server: no origin is asked for', async () => {
    const token = sign.rightly(provider.logoutClaims({ sub: 'x' }))
    expect((await post(token, { origin: provider.issuer, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(200)
  })

  test('the same token is accepted once', async () => {
    const { member } = await signedIn('s-replay')
    const token = sign.rightly(provider.logoutClaims({ sub: 's-replay' }))
    expect((await post(token)).statusCode).toBe(200)
    const again = new Browser()
    await signIn(again, confirmed(member.email, 's-replay'))
    expect((await post(token)).statusCode).toBe(400)
    expect(await again.me()).toBe(200)
  })

  const second = (offset: number) => Math.floor(Date.now() / 1000) + offset
  const event = 'http://schemas.openid.net/event/backchannel-logout'
  type Claims = ReturnType<LyingProvider['logoutClaims']>
  const omit = (claims: Claims, name: string) => Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))
  test.each<[string, (claims: Claims) => string | undefined]>([
    ['that is missing', () => undefined],
    ['that is no token', () => 'garbage'],
    ['of four parts', (claims) => `${sign.rightly(claims)}.x`],
    ['not signed', (claims) => sign.not(claims)],
    ['without its signature', (claims) => sign.rightly(claims).replace(/[^.]+$/, '')],
    ['signed by another key', (claims) => sign.byAnotherKey(claims)],
    ['signed for other claims', (claims) => sign.ofSomethingElse(claims)],
    ['signed with the public key as a secret', (claims) => sign.withThePublicKey(claims)],
    ['signed with the client secret', (claims) => sign.withTheClientSecret(claims)],
    ['with an unknown key', (claims) => sign.rightly(claims, { kid: 'k9' })],
    ['with another algorithm than its key', (claims) => sign.rightly(claims, { alg: 'PS256' })],
    ['with an algorithm called constructor', (claims) => sign.rightly(claims, { alg: 'constructor' })],
    ['of another type', (claims) => sign.rightly(claims, { typ: 'at+jwt' })],
    ['with a critical extension', (claims) => sign.rightly(claims, { crit: ['x'], x: 1 })],
    ['of another issuer', (claims) => sign.rightly({ ...claims, iss: 'https://evil.example' })],
    ['for another client', (claims) => sign.rightly({ ...claims, aud: 'other' })],
    ['from the future', (claims) => sign.rightly({ ...claims, iat: second(120), exp: second(240) })],
    ['of eleven minutes ago', (claims) => sign.rightly({ ...claims, iat: second(-660), exp: second(60) })],
    ['that has expired', (claims) => sign.rightly({ ...claims, iat: second(-200), exp: second(-60) })],
    ['without a time', (claims) => sign.rightly(omit(claims, 'iat'))],
    ['without an id', (claims) => sign.rightly(omit(claims, 'jti'))],
    ['without events', (claims) => sign.rightly(omit(claims, 'events'))],
    ['of another event', (claims) => sign.rightly({ ...claims, events: { 'https://evil.example/event': {} } })],
    ['with an event that is no object', (claims) => sign.rightly({ ...claims, events: { [event]: true } })],
    ['with a nonce, as an ID token has', (claims) => sign.rightly({ ...claims, nonce: 'x' })],
    ['of nobody', (claims) => sign.rightly(omit(claims, 'sub'))],
  ])('a token %s is refused', async (_, make) => {
    const { browser } = await signedIn(`s-${crypto.randomUUID()}`)
    const [row] = await portal.sql<{ sso_subject: string }[]>`select sso_subject from sessions order by created_at desc limit 1`
    const reply = await post(make(provider.logoutClaims({ sub: row?.sso_subject })))
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([400, 'no-store'])
    expect(await browser.me()).toBe(200)
  })

  test('only a form is read, and no other call reads one', async () => {
    const token = sign.rightly(provider.logoutClaims({ sub: 'x' }))
    const asText = await portal.app.inject({
      method: 'POST',
      url: '/auth/sso/logout-token',
      headers: { 'content-type': 'text/plain' },
      payload: `logout_token=${token}`,
    })
    expect(asText.statusCode).toBe(415)
    const headers = { ...(await portal.signIn(await portal.make.admin())), 'content-type': 'application/x-www-form-urlencoded' }
    const asForm = await portal.app.inject({ method: 'POST', url: '/auth/sso/link', headers, payload: 'current_password=x' })
    expect(asForm.statusCode).toBe(415)
  })

  test('forged tokens do not make the portal ask for keys again and again', async () => {
    let asked = 0
    const keys = provider.replies.get(provider.paths.keys)
    provider.replies.set(provider.paths.keys, (response, request) => {
      asked += 1
      return keys?.(response, request)
    })
    for (let count = 0; count < 5; count += 1)
      await post(sign.rightly(provider.logoutClaims({ sub: 'x' }), { kid: `made-up-${count}` }))
    expect(asked).toBeLessThanOrEqual(1)
  })

  test('while the keys cannot be read it is 503, so that the provider tries again', async () => {
    const cold = await portal.another()
    try {
      provider.replies.set(provider.paths.keys, broken.failing)
      const token = sign.rightly(provider.logoutClaims({ sub: 'x' }))
      expect((await post(token, {}, cold)).statusCode).toBe(503)
      provider.reset()
      expect((await post(token, {}, cold)).statusCode).toBe(200)
    } finally {
      await cold.close()
    }
  })
})

test('without a provider there is nothing of it', async () => {
  const plain = await startPortal()
  try {
    const admin = await plain.as(await plain.make.admin())
    for (const [method, path] of [
      ['GET', '/auth/sso'],
      ['GET', '/auth/sso/callback?state=x'],
      ['GET', '/auth/sso/link'],
    ] as const)
      expect((await admin(method, path)).statusCode).toBe(404)
    expect((await admin('GET', '/branding')).json().sso_name).toBe('')
  } finally {
    await plain.stop()
  }
})
