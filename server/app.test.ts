import { readFileSync } from 'node:fs'
import { type AddressInfo, createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../database/connect.ts'
import { testPassword } from '../testing/factories.ts'
import { type Portal, startPortal } from '../testing/portal.ts'
import { guardAccess } from './http/access.ts'

let portal: Portal
const log: string[] = []
beforeAll(async () => {
  portal = await startPortal({ log })
})
afterAll(() => portal.stop())

describe('where a request comes from', () => {
  const attempt = (headers: Record<string, string>, on = portal) =>
    on.app.inject({ method: 'POST', url: '/auth/login', headers: { host: 'portal.test.example', ...headers }, payload: {} })

  test.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://portal.test.example.evil.example' },
    { origin: 'http://portal.test.example:8080' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('a change requested by a page of another origin is refused: %j', async (headers) => {
    const reply = await attempt(headers)
    expect(reply.statusCode).toBe(403)
    expect(reply.json()).toEqual({ message: 'This request did not come from the portal.', code: 'general.foreignOrigin' })
  })

  test.each([{}, { origin: 'http://portal.test.example' }, { 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }])(
    'our own pages, and programs, are accepted: %j',
    async (headers) => {
      expect((await attempt(headers)).statusCode).toBe(400)
    },
  )

  test('two Host headers are refused: it is unclear which one is meant', async () => {
    await portal.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = portal.app.server.address() as AddressInfo
    const socket = createConnection(port, '127.0.0.1')
    socket.end('GET /branding HTTP/1.1\r\nHost: portal.test.example\r\nHost: other.test.example\r\nConnection: close\r\n\r\n')
    expect((await text(socket)).split('\r\n')[0]).toBe('HTTP/1.1 400 Bad Request')
  })

  test('with PUBLIC_URL only that origin is accepted, whatever the Host header', async () => {
    const named = await startPortal({ environment: { PUBLIC_URL: 'https://portal.test.example' } })
    try {
      expect((await attempt({ origin: 'https://portal.test.example', host: 'inside:3000' }, named)).statusCode).toBe(400)
      expect((await attempt({ origin: 'https://other.example', host: 'other.example' }, named)).statusCode).toBe(403)
    } finally {
      await named.stop()
    }
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'text/plain; x=application/json'])(
    'JSON sent as %s is 415',
    async (type) => {
      const reply = await portal.app.inject({
        method: 'POST',
        url: '/auth/login',
        headers: { 'content-type': type },
        payload: '{"username":"admin","password":"x"}',
      })
      expect(reply.statusCode).toBe(415)
      expect(reply.json()).toEqual({
        message: 'Send JSON with the content type application/json.',
        code: 'general.unsupportedType',
      })
    },
  )
})

describe('headers', () => {
  test.each(['/branding', '/no-such-address', '/auth/me'])('%s carries the security headers', async (url) => {
    const { headers } = await portal.app.inject({ url })
    const policy = String(headers['content-security-policy'])
    const directives = new Map(
      policy.split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(' ')
        return [name, sources.join(' ')]
      }),
    )
    expect(directives.get('script-src')).toBe("'self'")
    expect(directives.get('object-src')).toBe("'none'")
    expect(directives.get('base-uri')).toBe("'none'")
    expect(directives.get('frame-ancestors')).toBe("'none'")
    expect(policy).not.toContain('unsafe-eval')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('same-origin')
  })

  test.each(['/branding', '/health', '/auth/me', '/no-such-address'])('the reply of %s is not cached', async (url) => {
    expect((await portal.app.inject({ url })).headers['cache-control']).toBe('no-store')
  })
})

describe('errors', () => {
  test('a forced 500 contains no SQL, path or stack, but a request id that finds the log line', async () => {
    const broken = await startPortal({ log })
    try {
      const session = await broken.signIn(await broken.make.staff())
      await broken.sql`alter table sessions rename column token_hash to token_hash_moved`
      const reply = await broken.app.inject({ url: '/auth/me', headers: session })
      expect(reply.statusCode).toBe(500)
      const id = String(reply.headers['x-request-id'])
      expect(reply.json()).toEqual({
        message: `Something went wrong on our side. Please try again. If the problem continues, report the code ${id}.`,
        code: 'general.unexpected',
        params: { requestId: id },
        request_id: id,
      })
      expect(reply.body).not.toMatch(/select|token_hash|node_modules|\.ts|\bat\b/)
      const line = log.map((text) => JSON.parse(text)).find((entry) => entry.request_id === id && entry.level === 50)
      expect(line.err.message).toContain('token_hash')
    } finally {
      await broken.stop()
    }
  })

  test('a database that is read-only, as after a failover, is 503 with Retry-After, and saving works again once it is writable', async () => {
    const own = await startPortal({ log })
    const outside = connect(own.url, { max: 1 })
    /** The setting applies to new connections; the existing ones are terminated. */
    async function setReadOnly(value: 'on' | 'off') {
      await outside.unsafe(`alter database ${new URL(own.url).pathname.slice(1)} set default_transaction_read_only = ${value}`)
      await outside`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
      const now = () => own.sql`show transaction_read_only`.catch(() => [])
      await expect.poll(now).toEqual([{ transaction_read_only: value }])
    }
    try {
      const admin = await own.as(await own.make.admin())
      await setReadOnly('on')
      log.length = 0
      const reply = await admin('POST', '/departments', { name: 'Physics' })
      expect(reply.statusCode).toBe(503)
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
      expect(log.join('')).toContain('25006')
      await setReadOnly('off')
      expect((await admin('POST', '/departments', { name: 'Physics' })).statusCode).toBe(201)
    } finally {
      await outside.end()
      await own.stop()
    }
  })

  test.each([
    ['POST', '/auth/login', '{"username":', 400],
    ['POST', '/auth/login', '{"__proto__":{"role_id":1},"username":"a","password":"b"}', 400],
    ['POST', '/auth/login', '', 400],
    ['POST', '/auth/login', JSON.stringify({ username: 'a'.repeat(1_000_000), password: 'x' }), 413],
    ['POST', '/auth/login', JSON.stringify({ username: 'a'.repeat(5000), password: 'x' }), 400],
    ['POST', '/auth/login', '{"username":"a\\u0000b","password":"x"}', 400],
    ['POST', '/auth/login', '{"username":"\\ud800","password":"x"}', 401],
    ['POST', '/auth/login', `{"username":"' or 1=1 --","password":"x"}`, 401],
    ['PATCH', '/auth/login', '{}', 404],
    ['GET', '/%E0%A4%A', '', 400],
    ['GET', `/${'x'.repeat(4000)}`, '', 404],
  ] as const)('%s %s with %.60s is a sentence, never a 5xx', async (method, url, payload, status) => {
    const reply = await portal.app.inject({
      method,
      url,
      remoteAddress: '10.9.9.9',
      ...(payload
        ? { payload, headers: { 'content-type': 'application/json' } }
        : method === 'POST'
          ? { headers: { 'content-type': 'application/json' } }
          : {}),
    })
    expect([reply.statusCode, typeof reply.json().message]).toEqual([status, 'string'])
  })

  test('the reply to a URL too malformed for any hook still carries the headers', async () => {
    const { headers } = await portal.app.inject({ url: '/%' })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-request-id': expect.any(String),
    })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('a call without a payload may carry the JSON content type', async () => {
    const headers = { ...(await portal.startSession(await portal.make.staff())), 'content-type': 'application/json' }
    expect((await portal.app.inject({ method: 'POST', url: '/auth/logout', headers })).statusCode).toBe(200)
  })

  test('the row data in a PostgreSQL error is not logged', async () => {
    log.length = 0
    const admin = await portal.as(await portal.make.admin())
    await portal.sql`alter table departments add constraint departments_odd_form check (name <> 'Odd') not valid`
    const reply = await admin('POST', '/departments', { name: 'Odd' })
    expect(reply.statusCode).toBe(400)
    await portal.sql`alter table departments add column must_be_there text not null default ''`
    await portal.sql`alter table departments alter column must_be_there drop default`
    expect((await admin('POST', '/departments', { name: 'Secret Row' })).statusCode).toBe(500)
    await portal.sql`alter table departments drop column must_be_there`
    expect(log.join('')).toContain('must_be_there')
    expect(log.join('')).not.toContain('Secret Row')
  })

  test('a sum that does not add up is a 500 with its constraint in the log, and is never reported as invalid input', async () => {
    log.length = 0
    const member = await portal.make.staff()
    await portal.make.term('Year', '2026-09-01', '2027-08-31')
    const id = await portal.make.posting(member.id, await portal.make.activity({ type: 'Attending' }), '2026-10-10')
    // The sums are wrong, as after a wrong manual repair.
    await portal.sql`update term_scores set atts = 0 where user_id = ${member.id}`
    const reply = await (await portal.as(member))('DELETE', `/posted-activities/${id}`)
    expect(reply.statusCode).toBe(500)
    const entries = log.map((text) => JSON.parse(text)).filter(({ level }) => level === 50)
    expect(entries).toMatchObject([{ err: { code: '23514', constraint: 'term_scores_atts_not_negative' } }])
    expect(await portal.sql`select from posted_activities where id = ${id}`).toHaveLength(1)
  })

  test('a username with a line break is still one log record', async () => {
    log.length = 0
    await portal.app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username: 'a\r\n{"level":50}', password: 'secret words' },
    })
    expect(log.length).toBeGreaterThan(0)
    for (const line of log) expect(() => JSON.parse(line)).not.toThrow()
    expect(log.join('')).not.toContain('secret words')
  })

  test('no password, cookie or token is logged', async () => {
    log.length = 0
    const staff = await portal.make.staff()
    const session = await portal.startSession(staff)
    await portal.app.inject({
      method: 'PUT',
      url: '/auth/password',
      headers: session,
      payload: { current_password: testPassword, new_password: 'an even longer sentence' },
    })
    const all = log.join('')
    expect(all).toContain('answered')
    for (const secret of [testPassword, 'an even longer sentence', session.cookie.split('=')[1] ?? ''])
      expect(all).not.toContain(secret)
  })
})

describe('access', () => {
  test('a route that does not declare who may call it prevents the server from starting', () => {
    const app = Fastify()
    const nobody = async () => null
    guardAccess(app, nobody, nobody)
    expect(() => app.get('/undeclared', async () => 'x')).toThrow('The route GET /undeclared does not declare who may call it.')
  })

  test('nothing a client claims about its identity has any effect', async () => {
    const admin = await portal.make.admin()
    const staff = await portal.make.staff()
    const forged = { 'user-id': String(admin.id), 'role-id': '1' }
    const anonymous = await portal.app.inject({ url: `/auth/me?id=${admin.id}&role_id=1&user_id=${admin.id}`, headers: forged })
    expect(anonymous.statusCode).toBe(401)
    const session = await portal.startSession(staff)
    const reply = await portal.app.inject({ url: `/auth/me?id=${admin.id}&role_id=1`, headers: { ...session, ...forged } })
    expect(reply.json().user).toMatchObject({ id: staff.id, role_id: 2 })
    expect((await portal.app.inject({ url: '/openapi.json?role_id=1', headers: { ...session, ...forged } })).statusCode).toBe(403)
  })
})

describe('the OpenAPI description', () => {
  test('is for administrators', async () => {
    for (const url of ['/openapi.json', '/docs']) {
      expect((await portal.app.inject({ url })).statusCode).toBe(401)
      const staff = await portal.startSession(await portal.make.staff())
      const refused = await portal.app.inject({ url, headers: staff })
      expect(refused.statusCode).toBe(403)
      expect(refused.json()).toEqual({ message: 'Permission denied: Admins only.', code: 'general.adminsOnly' })
      const admin = await portal.startSession(await portal.make.admin())
      expect((await portal.app.inject({ url, headers: admin })).statusCode).toBe(200)
    }
  })

  test('is public if the setting allows it, and lists every call with its access', async () => {
    const open = await startPortal({ environment: { API_DOCS: 'everyone' } })
    try {
      const { paths, openapi } = (await open.app.inject({ url: '/openapi.json' })).json()
      expect(openapi).toBe('3.1.0')
      expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/auth/login', '/auth/me', '/branding', '/health']))
      expect(paths['/auth/password'].put['x-access']).toBe('signed-in')
      expect(paths['/auth/password'].put.security).toEqual([{ session: [] }])
      expect(paths['/auth/login'].post.security).toEqual([])
      expect(paths['/auth/login'].post.responses['4XX'].content['application/json'].schema.required).toEqual(['message', 'code'])
      const calls: { operationId: string }[] = Object.values<object>(paths).flatMap((methods) => Object.values(methods))
      expect(new Set(calls.map(({ operationId }) => operationId)).size).toBe(calls.length)
      expect(paths['/auth/login'].post.requestBody.content['application/json'].schema.required).toEqual(['username', 'password'])
      const page = await open.app.inject({ url: '/docs' })
      expect(page.headers['content-type']).toContain('text/html')
      expect(page.body).toContain('<code>/auth/password</code>')
      expect(page.body).not.toContain('<script')
    } finally {
      await open.stop()
    }
  })
})

describe('health and branding', () => {
  test('/health is 200 when the database responds and 503 when it does not', async () => {
    const own = await startPortal()
    const ask = () => own.app.inject({ url: '/health', remoteAddress: '10.0.0.5' })
    expect((await ask()).json()).toEqual({ status: 'ready' })
    await own.database.end()
    const reply = await ask()
    expect(reply.statusCode).toBe(503)
    expect(reply.json()).toEqual({ status: 'not ready' })
    expect(reply.headers['retry-after']).toBe('2')
    expect((await own.app.inject({ url: '/auth/me', headers: { cookie: 'portal_session=x' } })).statusCode).toBe(503)
    await own.app.close()
    await own.sql.end()
  })

  test('/health names the release to those who may read /metrics, and to nobody else', async () => {
    const { version: release } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    const open = await startPortal({ environment: { METRICS: 'everyone', API_DOCS: 'everyone' } })
    try {
      expect((await portal.app.inject({ url: '/health' })).json()).toEqual({ status: 'ready', release })
      expect((await portal.app.inject({ url: '/health', remoteAddress: '10.0.0.5' })).json()).toEqual({ status: 'ready' })
      expect((await portal.app.inject({ url: '/health', headers: { 'x-forwarded-for': '::1' } })).json()).toEqual({
        status: 'ready',
      })
      expect((await open.app.inject({ url: '/health', remoteAddress: '10.0.0.5' })).json()).toEqual({ status: 'ready', release })
      const { paths } = (await open.app.inject({ url: '/openapi.json' })).json()
      const { schema } = paths['/health'].get.responses['200'].content['application/json']
      expect(schema.required).toEqual(['status'])
      expect(schema.properties.release.type).toBe('string')
    } finally {
      await open.stop()
    }
  })

  test('/branding returns the settings to anyone', async () => {
    const branded = await startPortal({
      environment: { PORTAL_TITLE: 'Points', UNIVERSITY_NAME: 'Test <University>', FOOTER_CREDIT: 'Test Office' },
    })
    try {
      expect((await branded.app.inject({ url: '/branding' })).json()).toEqual({
        portal_title: 'Points',
        short_title: 'Points',
        languages: ['en', 'ckb', 'ar'],
        university_name: 'Test <University>',
        footer_credit: 'Test Office',
        logo_url: '/logo.svg',
        contact: '',
        forgotten_password: 'ask',
        passwords: 'everyone',
        sso_name: '',
        stay_signed_in_days: 30,
        time_zone: 'UTC',
      })
    } finally {
      await branded.stop()
    }
  })
})
