import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../database/connect.ts'
import { createPrimary, type PostgresNode } from '../testing/postgres-pair.ts'
import { type DatabaseProxy, startProxy } from '../testing/proxy.ts'
import { call, callUntilServed, type Ledger, openLedger, openNotices, signIn } from './acknowledged-writes.ts'
import { printFigures, summaryOf } from './figures.ts'
import { administrator, makeFolder, type PortalProcess, startPortalProcess, stopPortals } from './portal-process.ts'

interface FailoverOptions {
  /** Whether the slowest reply is checked; only on a quiet machine. */
  isTimed: boolean
}

export function testFailovers({ isTimed }: FailoverOptions) {
  let folder: string
  const nodes: PostgresNode[] = []
  let primary: PostgresNode
  let standby: PostgresNode
  /** The proxy takes the place of HAProxy: it forwards to the primary. */
  let proxy: DatabaseProxy
  const portals: PortalProcess[] = []
  let ledger: Ledger
  /** A session that was ended just before each failover. */
  let endedCookie: string

  beforeAll(async () => {
    folder = makeFolder()
    primary = createPrimary(path.join(folder, 'n0'))
    nodes.push(primary)
    await addStandby()
    proxy = await startProxy(primary.url)
    // The second portal meets a migrated database.
    for (let count = 0; count < 2; count += 1) portals.push(await startPortalProcess({ DATABASE_URL: proxy.url }))
    ledger = await openLedger(urls(), 3)
  })
  afterAll(async () => {
    await stopPortals()
    await proxy?.stop()
    for (const node of nodes) node.kill()
  })

  const urls = () => portals.map(({ url }) => url)

  async function addStandby() {
    standby = await primary.addStandby(path.join(folder, `n${nodes.length}`))
    nodes.push(standby)
  }

  function takeOver() {
    ;[primary, standby] = [standby, primary]
    proxy.forwardTo(primary.url)
  }

  /** Loses the primary under load; both portals must refuse meanwhile and write again afterwards. */
  async function loseUnderLoad(title: string, lose: () => Promise<void> | void) {
    const [one, other] = urls() as [string, string]
    endedCookie = await signIn(one, administrator)
    await callUntilServed(one, 'POST', '/auth/logout', endedCookie)
    const page = await signIn(other, administrator)
    let longestGap = 0
    await ledger.writeWhile(async () => {
      await moreWritten()
      const began = performance.now()
      await lose()
      await moreWritten()
      longestGap = Math.round(performance.now() - began)
    })
    for (const url of urls())
      expect((await callUntilServed(url, 'GET', '/auth/me', endedCookie)).status, 'an ended session').toBe(401)
    // A change that one server stores reaches a page of the other one.
    const notices = await openNotices(other, page)
    await expect.poll(notices.heard).toBeGreaterThan(0)
    const heard = notices.heard()
    const sql = connect(primary.url, { max: 1, timeLimitMs: 0 })
    const notify = () => sql`select pg_notify('notices', id::text) from users where username = ${administrator.username}`
    await expect.poll(async () => (await notify()) && notices.heard()).toBeGreaterThan(heard)
    await sql.end()
    notices.close()
    const stored = await ledger.verify(primary.url)
    // A browser's timeout is five seconds; twice that is a hang.
    if (isTimed) expect(ledger.count.slowestMs).toBeLessThan(10_000)
    printFigures(
      `${title}: written again after ${longestGap} ms, slowest reply ${ledger.count.slowestMs} ms, ${summaryOf(ledger, stored)}`,
    )
  }

  function moreWritten() {
    const { acknowledged } = ledger.count
    return expect.poll(() => ledger.count.acknowledged).toBeGreaterThan(acknowledged + 20)
  }

  /** Expects that both portals refuse with 503 and say when to retry. */
  async function expectUnavailable() {
    const refused = async (url: string) => {
      const { status, headers } = await call(url, 'GET', '/staff', endedCookie)
      return status === 503 && Number(headers.get('retry-after')) > 0
    }
    for (const url of urls()) await expect.poll(() => refused(url)).toBe(true)
  }

  /** Expects that writes reach a server that is not promoted yet. */
  async function expectReadOnly() {
    const { unconfirmed } = ledger.count
    await expect.poll(() => ledger.count.unconfirmed).toBeGreaterThan(unconfirmed + 3)
  }

  test('the primary is switched as planned', async () => {
    await loseUnderLoad('planned switch', () => {
      proxy.set('close')
      primary.stop()
      standby.promote()
      takeOver()
    })
    await addStandby()
  })

  test('the primary is killed, and the standby is read-only for a moment', async () => {
    await loseUnderLoad('primary killed', async () => {
      primary.kill()
      proxy.set('close')
      await expectUnavailable()
      proxy.forwardTo(standby.url)
      await expectReadOnly()
      standby.promote()
      takeOver()
    })
    await addStandby()
  })

  test('the primary is frozen with its connections open', async () => {
    await loseUnderLoad('primary frozen', async () => {
      primary.freeze()
      await expectUnavailable()
      standby.promote()
      takeOver()
      // HAProxy does the same with the sessions of a server that it marks as down.
      proxy.reset()
    })
  })
}
