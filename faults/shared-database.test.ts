import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { connect, type Database } from '../database/connect.ts'
import { knownMigrations } from '../database/migrate.ts'
import { addMember, callUntilServed, openLedger, signIn } from './acknowledged-writes.ts'
import { printFigures, summaryOf } from './figures.ts'
import { administrator, type PortalProcess, startPortalProcess, statusOf, stopPortals } from './portal-process.ts'

let cluster: Database
let address: string
let portals: PortalProcess[]
const name = `shared_${randomBytes(6).toString('hex')}`

beforeAll(async () => {
  const clusterUrl = inject('clusterUrl')
  cluster = connect(clusterUrl, { max: 1, timeLimitMs: 0 })
  await cluster`create database ${cluster.identifier(name)}`
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  address = url.href
  // Both portals start at the same moment, on an empty database.
  portals = await Promise.all([startPortalProcess({ DATABASE_URL: address }), startPortalProcess({ DATABASE_URL: address })])
})
afterAll(async () => {
  await stopPortals()
  await cluster`drop database ${cluster.identifier(name)} with (force)`
  await cluster.end()
})

const urls = () => portals.map(({ url }) => url) as [string, string]

describe('two servers on one PostgreSQL', () => {
  test('started together they make one schema and one administrator', async () => {
    const sql = connect(address, { max: 1, timeLimitMs: 0 })
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
    expect((await callUntilServed(other, 'GET', '/auth/me', cookie)).status).toBe(200)
    expect((await callUntilServed(other, 'POST', '/auth/logout', cookie)).status).toBe(200)
    expect((await callUntilServed(one, 'GET', '/auth/me', cookie)).status).toBe(401)
  })

  test('failed sign-ins count together', async () => {
    const [one, other] = urls()
    const admin = await signIn(one, administrator)
    const member = await addMember(one, admin, 'limited')
    const statuses: number[] = []
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const reply = await callUntilServed(attempt % 2 ? one : other, 'POST', '/auth/login', '', {
        ...member,
        password: 'wrong wrong',
      })
      statuses.push(reply.status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    const right = await callUntilServed(one, 'POST', '/auth/login', '', member)
    expect(right.status).toBe(429)
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('the same posting at both at the same time is there once; under load every sum is right', async () => {
    const [one, other] = urls()
    const admin = await signIn(one, administrator)
    const results = await Promise.all(
      [one, other].map((url) => callUntilServed(url, 'POST', '/departments', admin, { name: 'Twice' })),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([201, 409])
    const ledger = await openLedger(one, 2)
    // The other server is killed during the writes; it shares nothing with this one but the database.
    await ledger.writeWhile(async () => {
      for (let count = 0; count < 20; count += 1) expect((await callUntilServed(other, 'GET', '/staff', admin)).status).toBe(200)
      await portals[1]?.kill()
      for (let count = 0; count < 20; count += 1) expect((await callUntilServed(one, 'GET', '/staff', admin)).status).toBe(200)
    })
    const stored = await ledger.verify(address)
    printFigures(`two servers, one killed: ${summaryOf(ledger, stored)}`)
  })
})

describe('several processes behind one port', () => {
  let portal: PortalProcess
  beforeAll(async () => {
    portal = await startPortalProcess({ DATABASE_URL: address, WEB_CONCURRENCY: '2' })
  })
  afterAll(() => portal?.stop())

  const processes = () =>
    fs
      .readFileSync(`/proc/${portal.pid}/task/${portal.pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .map(Number)
      .filter((pid) => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker'))

  test('a session ends in all of them, and their figures are added up', async () => {
    const cookie = await signIn(portal.url, administrator)
    // Connections go to the processes in turn.
    let welcomed = 0
    const statuses = () =>
      Promise.all(
        Array.from({ length: 8 }, async () => {
          const { status } = await fetch(`${portal.url}/auth/me`, { headers: { cookie, connection: 'close' } })
          if (status === 200) welcomed += 1
          return status
        }),
      )
    expect(new Set(await statuses())).toEqual(new Set([200]))
    await callUntilServed(portal.url, 'POST', '/auth/logout', cookie)
    await expect.poll(async () => [...new Set(await statuses())]).toEqual([401])
    let metrics = ''
    // The metrics are a 503 once if a busy process reports too late.
    await expect
      .poll(async () => {
        const reply = await fetch(`${portal.url}/metrics`)
        metrics = await reply.text()
        return reply.status === 503 ? 503 : [reply.status, reply.ok ? '' : metrics]
      })
      .toEqual([200, ''])
    const [, served] = /portal_request_seconds_count\{method="GET",route="\/auth\/me",status="200"\} (\d+)/.exec(metrics) ?? []
    // The number is eight, and those that arrived before the other process was notified of the end.
    expect(Number(served)).toBe(welcomed)
  })

  test('one that hangs gets no more than one connection, and the others serve the rest', async () => {
    const [one] = processes() as [number]
    process.kill(one, 'SIGSTOP')
    // A stopped process would not end.
    onTestFinished(() => void (processes().includes(one) && process.kill(one, 'SIGCONT')))
    const statuses: number[] = []
    // A request of fetch would reuse a kept-alive connection of an earlier test, which may lead to the stopped process.
    const requests = Array.from({ length: 8 }, async () => {
      const request = http.get(`${portal.url}/branding`, { agent: false })
      const [reply] = (await once(request, 'response')) as [http.IncomingMessage]
      reply.resume()
      statuses.push(reply.statusCode as number)
    })
    await expect.poll(() => statuses).toEqual(Array(7).fill(200))
    const metrics = http.get(`${portal.url}/metrics`, { agent: false })
    expect(((await once(metrics, 'response')) as [http.IncomingMessage])[0].statusCode).toBe(503)
    process.kill(one, 'SIGCONT')
    await Promise.all(requests)
    expect(statuses).toEqual(Array(8).fill(200))
  })

  test('one that is killed is replaced, and the others serve meanwhile', async () => {
    const before = processes()
    expect(before).toHaveLength(2)
    process.kill(before[0] as number, 'SIGKILL')
    await expect.poll(() => statusOf(`${portal.url}/health`)).toBe(200)
    await expect.poll(() => processes().filter((pid) => pid !== before[0])).toHaveLength(2)
  })
})
