import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connect, type Database } from '../database/connect.ts'
import { knownMigrations } from '../database/migrate.ts'
import { callUntilServed, openLedger, signIn } from './acknowledged-writes.ts'
import { printFigures, summaryOf } from './figures.ts'
import { administrator, type PortalProcess, refusedStart, startPortalProcess, stopPortals } from './portal-process.ts'

/** The folder of the previous release's build; `npm run test:upgrade` makes one. */
const previousRelease = process.env['PREVIOUS_RELEASE'] ?? ''

describe.skipIf(!previousRelease)('a rolling update, with servers of two releases on one database', () => {
  let cluster: Database
  let address: string
  const portals: PortalProcess[] = []
  const name = `update_${randomBytes(6).toString('hex')}`

  beforeAll(async () => {
    const url = new URL(inject('clusterUrl'))
    cluster = connect(url.href, { max: 1, timeLimitMs: 0 })
    await cluster`create database ${cluster.identifier(name)}`
    url.pathname = `/${name}`
    address = url.href
    portals.push(await startPortalProcess({ DATABASE_URL: address }, previousRelease))
  })
  afterAll(async () => {
    await stopPortals()
    await cluster`drop database ${cluster.identifier(name)} with (force)`
    await cluster.end()
  })

  test('the new release migrates under load, both serve, and every acknowledged write is there once', async () => {
    const urls = portals.map(({ url }) => url)
    const ledger = await openLedger(urls, 3)
    const moreWritten = () => {
      const { acknowledged } = ledger.count
      return expect.poll(() => ledger.count.acknowledged).toBeGreaterThan(acknowledged + 50)
    }
    await ledger.writeWhile(async () => {
      await moreWritten()
      const next = await startPortalProcess({ DATABASE_URL: address })
      portals.push(next)
      urls.push(next.url)
      await moreWritten()
    })
    const stored = await ledger.verify(address)
    printFigures(`rolling update: ${summaryOf(ledger, stored)}`)
  })

  test('a session of one is valid at the other, and ends at both', async () => {
    const [before, now] = portals.map(({ url }) => url) as [string, string]
    for (const [here, there] of [
      [before, now],
      [now, before],
    ] as const) {
      const cookie = await signIn(here, administrator)
      expect((await callUntilServed(there, 'GET', '/auth/me', cookie)).status).toBe(200)
      expect((await callUntilServed(there, 'POST', '/auth/logout', cookie)).status).toBe(200)
      expect((await callUntilServed(here, 'GET', '/auth/me', cookie)).status).toBe(401)
    }
  })

  test('the previous release does not start on a schema it does not know, and says so in one sentence', async ({ skip }) => {
    const known = fs.readdirSync(path.join(previousRelease, 'database', 'migrations'))
    const unknown = knownMigrations().find((migration) => !known.includes(migration))
    if (!unknown) return skip('the schema is the same')
    const { code, output } = await refusedStart({ DATABASE_URL: address }, previousRelease)
    expect(code).toBe(1)
    expect(output).toContain(`The database was last used by a newer portal (it has ${unknown}).`)
    expect(output).not.toContain('    at ')
  })
})
