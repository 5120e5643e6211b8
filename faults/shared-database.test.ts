import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connect, type Database } from '../database/connect.ts'
import { knownMigrations } from '../database/migrate.ts'
import { inWords, tellFigures } from './figures.ts'
import { addMember, call, openLedger, signIn } from './ledger.ts'
import { administrator, type PortalProcess, startPortalProcess } from './portal-process.ts'

let cluster: Database
let address: string
let portals: PortalProcess[]
const name = `shared_${randomBytes(6).toString('hex')}`

beforeAll(async () => {
  const clusterUrl = inject('clusterUrl')
  cluster = connect(clusterUrl, { max: 1 })
  await cluster`create database ${cluster(name)}`
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  address = url.href
  // Both at the same moment, on an empty database.
  portals = await Promise.all([startPortalProcess({ DATABASE_URL: address }), startPortalProcess({ DATABASE_URL: address })])
}, 60_000)
afterAll(async () => {
  await Promise.all((portals ?? []).map((portal) => portal.stop()))
  await cluster`drop database ${cluster(name)} with (force)`
  await cluster.end()
})

const urls = () => portals.map(({ url }) => url) as [string, string]

describe('two servers on one PostgreSQL', () => {
  test('started together they make one schema and one administrator', async () => {
    const sql = connect(address, { max: 1 })
    const applied = await sql<{ name: string }[]>`select name from schema_migrations order by name`
    const administrators = await sql`select from users`
    const terms = await sql`select from terms`
    await sql.end()
    expect(applied.map((row) => row.name)).toEqual(knownMigrations())
    expect(administrators).toHaveLength(1)
    expect(terms).toHaveLength(1)
  })

  test('a session of one is a session of the other, and ends at both', async () => {
    const [one, other] = urls()
    const cookie = await signIn(one, administrator)
    expect((await call(other, 'GET', '/auth/me', cookie)).status).toBe(200)
    expect((await call(other, 'POST', '/auth/logout', cookie)).status).toBe(200)
    expect((await call(one, 'GET', '/auth/me', cookie)).status).toBe(401)
  })

  test('failed sign-ins count together', async () => {
    const [one, other] = urls()
    const admin = await signIn(one, administrator)
    const member = await addMember(one, admin, 'limited')
    const statuses: number[] = []
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const reply = await call(attempt % 2 ? one : other, 'POST', '/auth/login', '', { ...member, password: 'wrong wrong' })
      statuses.push(reply.status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    const right = await call(one, 'POST', '/auth/login', '', member)
    expect(right.status).toBe(429)
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('the same posting at both at the same time is there once; under load every sum is right', {
    timeout: 30_000,
  }, async () => {
    const [one, other] = urls()
    const admin = await signIn(one, administrator)
    const results = await Promise.all([one, other].map((url) => call(url, 'POST', '/departments', admin, { name: 'Twice' })))
    expect(results.map(({ status }) => status).sort()).toEqual([201, 409])
    const ledger = await openLedger(one, 2)
    // The other server is killed under them; it shares nothing with this one but the database.
    await ledger.writeWhile(async () => {
      for (let count = 0; count < 20; count += 1) expect((await call(other, 'GET', '/staff', admin)).status).toBe(200)
      await portals[1]?.kill()
      for (let count = 0; count < 20; count += 1) expect((await call(one, 'GET', '/staff', admin)).status).toBe(200)
    })
    const stored = await ledger.verify(address)
    tellFigures(`two servers, one killed: ${inWords(ledger, stored)}`)
  })
})
