import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { contractEndpoints } from '../../testing/endpoints.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'

/**
 * The number of records that stay for ever, in at most a quarter of an hour and from one network: 100 attempts to sign in, and for each
 * account the first attempt that its own limit refuses.
 */
const mostRecords = 130
const calls = 600

let portal: Portal
let mailServer: Awaited<ReturnType<typeof startMailServer>>
let known: string
beforeAll(async () => {
  mailServer = await startMailServer()
  const environment = { SMTP_URL: mailServer.url, PUBLIC_URL: 'http://localhost' }
  portal = await startPortal({ environment })
  known = (await portal.make.staff()).username
})
afterAll(async () => {
  await portal.stop()
  await mailServer.stop()
})

const base64 = () => randomBytes(32).toString('base64url')
const passkey = () => ({
  id: base64(),
  rawId: base64(),
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: base64(), authenticatorData: base64(), signature: base64() },
})
/**
 * The bodies of every public call that changes something. Each is about something else, so that no limit of one account stops them. Some
 * name an account that exists.
 */
const bodies: Record<string, (n: number) => unknown> = {
  // Each fictional name is tried more often than one name may be.
  'POST /auth/login': (n) => ({ username: n % 60 === 0 ? known : `made-up-${Math.floor(n / 8)}`, password: 'wrong' }),
  'POST /auth/second-factor': () => ({ code: '000000' }),
  'POST /auth/second-factor/options': () => ({}),
  'PUT /auth/set-up/password': () => ({ new_password: 'quiet lamp of the harbour' }),
  'POST /auth/set-up/authenticator': () => ({}),
  'PUT /auth/set-up/authenticator': () => ({ code: '000000' }),
  'POST /auth/set-up/passkeys/options': () => ({}),
  'POST /auth/set-up/passkeys': () => ({ name: 'Key', passkey: passkey() }),
  'POST /auth/passkey/options': () => ({}),
  'POST /auth/passkey': () => ({ passkey: passkey() }),
  'POST /auth/forgot-password': (n) => ({ account: n % 2 ? known : `made-up-${n}` }),
  'POST /auth/reset-password': () => ({ token: base64(), new_password: 'quiet lamp of the harbour' }),
  'POST /auth/sso/logout-token': () => ({ logout_token: base64() }),
  'POST /digest/off': () => ({ token: base64() }),
  'POST /mail/off': () => ({ token: base64() }),
}
/** The call that has limits of an hour. */
const perHour = { 'POST /auth/forgot-password': 300 }

/** Tables in which the database refuses to delete. */
async function appendOnlyTables(): Promise<string[]> {
  const rows = await portal.sql<{ name: string }[]>`
    select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where p.proname = 'refuse_change' order by 1`
  return rows.map(({ name }) => name)
}
async function countRows(tables: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of tables) {
    const [row] = await portal.sql<[{ count: number }]>`select count(*)::int as count from ${portal.sql.identifier(name)}`
    counts[name] = row.count
  }
  return counts
}

test('anonymous calls to every route let no append-only table grow by more than the limit', async () => {
  const tables = await appendOnlyTables()
  expect(tables).toEqual(expect.arrayContaining(['audit', 'statements', 'archives', 'question_messages']))
  const grown: Record<string, number> = {}
  const isOpen = ({ access, method }: Endpoint) => (access === 'public' || access === 'signing-in') && method !== 'GET'
  const open = (await contractEndpoints()).filter(isOpen).map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(bodies)).toEqual(expect.arrayContaining(open))
  const routes = portal.app.declaredRoutes.filter((route) => !route.startsWith('HEAD '))
  for (const [index, route] of routes.entries()) {
    const [method = '', path = ''] = route.split(' ')
    const body = bodies[route]
    const before = await countRows(tables)
    const call = (n: number) =>
      portal.app.inject({
        method: method as 'GET',
        url: path.replace(/:\w+/g, () => base64()),
        remoteAddress: `10.40.${index % 250}.${Math.floor(index / 250) + 1}`,
        headers: { cookie: `portal_sign_in=${base64()}` },
        ...(method === 'GET' ? {} : { payload: (body?.(n) ?? {}) as object }),
      })
    // A page is the same each time, and most calls are refused before they do anything.
    for (let n = 0; n < (body ? calls : 20); n += 20) await Promise.all(Array.from({ length: 20 }, (_, more) => call(n + more)))
    const after = await countRows(tables)
    for (const table of tables) {
      const growth = (after[table] ?? 0) - (before[table] ?? 0)
      if (growth > 0) grown[`${route}: ${table}`] = growth
      const most = perHour[route as keyof typeof perHour] ?? mostRecords
      expect(growth, `${route}: ${table}`).toBeLessThanOrEqual(most)
    }
  }
  // The calls that write at all are among them: the test has reached them.
  expect(Object.keys(grown)).toEqual(
    expect.arrayContaining(['POST /auth/login: audit', 'POST /auth/passkey: audit', 'POST /auth/forgot-password: audit']),
  )
}, 600_000)
