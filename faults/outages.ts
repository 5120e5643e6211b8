import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../database/connect.ts'
import { type EmbeddedDatabase, openEmbedded } from '../database/embedded.ts'
import { type DatabaseProxy, startProxy } from '../testing/proxy.ts'
import { call, openLedger, openNotices, signIn } from './acknowledged-writes.ts'
import { printFigures, summaryOf } from './figures.ts'
import { written } from './kills.ts'
import {
  administrator,
  embeddedAddress,
  makeFolder,
  type PortalProcess,
  postmasterOf,
  refusedStart,
  startPortalProcess,
  statusOf,
  stopPortals,
} from './portal-process.ts'

interface OutageOptions {
  /** Whether each reply must come within a browser's timeout; only on a quiet machine. */
  isTimed: boolean
  /** The number of times that the connections are cut. */
  cuts: number
}

const browserTimeoutMs = 5000

async function askedFor(url: string, cookie: string, path = '/staff') {
  const began = performance.now()
  const reply = await fetch(`${url}${path}`, { headers: { cookie } })
  await reply.arrayBuffer()
  return { status: reply.status, retryAfter: Number(reply.headers.get('retry-after')), ms: performance.now() - began }
}

async function expectServedAgain(url: string, cookie: string) {
  const began = performance.now()
  await expect.poll(async () => (await askedFor(url, cookie)).status).toBe(200)
  return Math.round(performance.now() - began)
}

export function testOutages({ isTimed, cuts }: OutageOptions) {
  async function expectRefused(url: string, cookie: string) {
    const [asked, login] = await Promise.all([askedFor(url, cookie), call(url, 'POST', '/auth/login', '', administrator)])
    expect(asked.status).toBe(503)
    expect(asked.retryAfter).toBeGreaterThan(0)
    if (isTimed) expect(asked.ms).toBeLessThan(browserTimeoutMs)
    expect(login.status).toBe(503)
    expect(login.body.message).toContain('not available right now')
    // The page itself is still served, and tells the user.
    await expect.poll(() => statusOf(`${url}/`, { accept: 'text/html' })).toBe(200)
    await expect.poll(() => statusOf(`${url}/metrics`)).toBe(200)
    return Math.round(asked.ms)
  }

  describe('PostgreSQL goes away under a running portal, or the network to it', () => {
    // PostgreSQL is not the portal's own: only the test starts it again.
    let dataDir: string
    let postgres: EmbeddedDatabase
    let proxy: DatabaseProxy
    let url: string
    let cookie: string
    beforeAll(async () => {
      dataDir = makeFolder()
      postgres = await openEmbedded({ dataDir })
      proxy = await startProxy(postgres.url)
      ;({ url } = await startPortalProcess({ DATABASE_URL: proxy.url }))
      cookie = await signIn(url, administrator)
    })
    afterAll(async () => {
      signalAll('SIGCONT')
      await stopPortals()
      await proxy?.stop()
      await postgres?.stop()
    })

    function signalAll(signal: NodeJS.Signals) {
      const everything = fs
        .readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
        .filter((pid) => isIn(pid, path.join(dataDir, 'postgres')))
      for (const pid of everything) {
        try {
          process.kill(pid, signal)
        } catch (error) {
          // A process that has just ended needs no signal.
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
        }
      }
    }

    test('stopped and started: 503 with Retry-After, and served again by itself', async () => {
      await postgres.stop()
      const refusedAfter = await expectRefused(url, cookie)
      // The outage is so long that a driver with backoff would already wait for longer and longer.
      for (let count = 0; count < 20; count += 1) expect((await askedFor(url, cookie)).status).toBe(503)
      postgres = await openEmbedded({ dataDir })
      const back = await expectServedAgain(url, cookie)
      printFigures(`PostgreSQL stopped: refused after ${refusedAfter} ms, served again ${back} ms after it was back`)
    })

    test('frozen: 503 with Retry-After, and served again when it thaws', async () => {
      signalAll('SIGSTOP')
      const refusedAfter = await expectRefused(url, cookie)
      const metrics = await fetch(`${url}/metrics`)
      expect([metrics.status, (await metrics.text()).includes('portal_database_connections{')]).toEqual([200, false])
      signalAll('SIGCONT')
      const back = await expectServedAgain(url, cookie)
      printFigures(`PostgreSQL frozen: refused after ${refusedAfter} ms, served again ${back} ms after it thawed`)
    })

    test('silent on one connection: its call is refused, and all others are served', async () => {
      const ask = () => askedFor(url, cookie, '/notices')
      // Twenty calls at once use every connection of the pool.
      const askAll = () => Promise.all(Array.from({ length: 20 }, ask))
      await askAll()
      expect(proxy.swallow('staff-portal', 1)).toBe(1)
      const replies: Awaited<ReturnType<typeof ask>>[] = []
      // A round may pass without the silent connection: on a busy machine the calls do not need all of them at once.
      while (replies.every(({ status }) => status === 200)) {
        let isDone = false
        const asked = askAll().finally(() => {
          isDone = true
        })
        while (!isDone) replies.push(await ask())
        replies.push(...(await asked))
      }
      const served = replies.filter(({ status }) => status === 200)
      const refused = replies.filter(({ status }) => status !== 200)
      for (const { status, retryAfter } of refused) {
        expect(status).toBe(503)
        expect(retryAfter).toBeGreaterThan(0)
      }
      expect(served.length).toBeGreaterThan(refused.length)
      await expect.poll(async () => (await askAll()).map(({ status }) => status)).toEqual(Array(20).fill(200))
      const [refusedAfter, slowest] = [refused, served].map((list) => Math.round(Math.max(...list.map(({ ms }) => ms)))) as [
        number,
        number,
      ]
      if (isTimed) {
        expect(refused).toHaveLength(1)
        expect(refusedAfter).toBeLessThan(browserTimeoutMs)
        expect(slowest).toBeLessThan(2500)
      }
      printFigures(`one connection silent: its call refused after ${refusedAfter} ms, others after ${slowest} ms at most`)
    })

    test('under load: connections cut, then all silent; nothing acknowledged is lost, and all is served and heard again', async () => {
      const ledger = await openLedger(url, 3)
      const direct = connect(postgres.url, { max: 1, applicationName: 'direct', timeLimitMs: 0 })
      try {
        let cut = 0
        await ledger.writeWhile(async () => {
          for (let round = 0; round < cuts; round += 1) {
            await written(ledger, 5)
            const gone =
              await direct`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'staff-portal'`
            cut += gone.length
          }
        })
        await expectServedAgain(url, cookie)
        printFigures(`${cut} connections cut: ${summaryOf(ledger, await ledger.verify(postgres.url))}`)

        const listeners = () =>
          direct<{ pid: number }[]>`select pid from pg_stat_activity where application_name = 'staff-portal listen' order by pid`
        await expect.poll(listeners).not.toHaveLength(0)
        const before = await listeners()
        const times: number[] = []
        let back = 0
        await ledger.writeWhile(async () => {
          await written(ledger, 20)
          proxy.set('swallow')
          expect(proxy.swallow()).toBeGreaterThan(before.length)
          // The first call is on connections that were open, the second on those that the portal tries to open.
          for (let count = 0; count < 2; count += 1) times.push(await expectRefused(url, cookie))
          proxy.set('forward')
          back = await expectServedAgain(url, cookie)
          // PostgreSQL may keep a row locked for a transaction whose end it did not receive, until its idle timeout.
          await written(ledger, 20)
        })
        printFigures(
          `the network silent: refused after ${Math.max(...times)} ms at most, served again ${back} ms after it healed`,
        )
        // PostgreSQL was not notified of the end of the old connections.
        await expect.poll(listeners).toHaveLength(before.length * 2)
        const page = await openNotices(url, cookie)
        await expect.poll(page.heard).toBeGreaterThan(0)
        const heard = page.heard()
        await direct`select pg_notify('notices', id::text) from users where username = ${administrator.username}`
        await expect.poll(page.heard).toBeGreaterThan(heard)
        page.close()
        printFigures(`the network silent: ${summaryOf(ledger, await ledger.verify(postgres.url))}`)
      } finally {
        await direct.end()
      }
    })
  })

  describe('a portal with its own PostgreSQL', () => {
    let disk: string | undefined
    let dataDir: string
    let portal: PortalProcess
    beforeAll(async () => {
      disk = smallDisk(220)
      dataDir = path.join(disk ?? makeFolder(), 'data')
      portal = await startPortalProcess({ DATA_DIR: dataDir })
    })
    afterAll(stopPortals)

    test('a second one on the same data is refused in one sentence, and the first one goes on', async () => {
      const pid = postmasterOf(dataDir)
      const { code, output } = await refusedStart({ DATA_DIR: dataDir })
      expect(code).toBe(1)
      expect(output).toContain('Another portal is already running on the data folder')
      expect(output).not.toContain('    at ')
      expect(postmasterOf(dataDir)).toBe(pid)
      await expect.poll(() => statusOf(`${portal.url}/health`)).toBe(200)
    })

    test('a full disk at the first start: one sentence, and nothing half made', async ({ skip }) => {
      const tiny = smallDisk(20)
      if (!tiny) return skip('needs the right to mount a small disk')
      const { code, output } = await refusedStart({ DATA_DIR: path.join(tiny, 'data') })
      expect(code).toBe(1)
      expect(output).toContain('could not be set up')
      expect(output).toContain('No space left on device')
      expect(output).not.toContain('    at ')
      expect(fs.readdirSync(path.join(tiny, 'data')).filter((name) => name.startsWith('postgres'))).toEqual([])
    })

    test('a full disk under load: a clear refusal, nothing broken, and served again when there is space', async ({ skip }) => {
      if (!disk) return skip('needs the right to mount a small disk')
      const { url } = portal
      const cookie = await signIn(url, administrator)
      const ledger = await openLedger(url, 3)
      const ballast = path.join(disk, 'ballast')
      const seen: number[] = []
      await ledger.writeWhile(async () => {
        await written(ledger, 10)
        fill(ballast)
        // Departments are added until writing is no longer possible.
        await expect.poll(() => addDepartment(url, cookie, seen), { interval: 20 }).toBe(503)
        const { unconfirmed } = ledger.count
        await expect.poll(() => ledger.count.unconfirmed).toBeGreaterThan(unconfirmed + 10)
        fs.rmSync(ballast)
        await expect.poll(() => addDepartment(url, cookie, seen)).toBe(201)
      })
      expect(new Set(seen)).toEqual(new Set([201, 503]))
      printFigures(`disk full under load: ${summaryOf(ledger, await ledger.verify(embeddedAddress(dataDir)))}`)
    })
  })
}

function isIn(pid: number, folder: string) {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return false
  }
}

/** A small disk, which is unmounted and removed with this process. */
function smallDisk(megabytes: number): string | undefined {
  const folder = makeFolder()
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', folder])
  return status === 0 ? folder : undefined
}

function fill(file: string) {
  const handle = fs.openSync(file, 'w')
  for (const size of [1024 * 1024, 4096]) {
    try {
      for (;;) fs.writeSync(handle, Buffer.alloc(size))
    } catch {
      // The disk is full.
    }
  }
  fs.closeSync(handle)
}

let departments = 0
async function addDepartment(url: string, cookie: string, seen: number[]) {
  departments += 1
  const reply = await fetch(`${url}/departments`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Department ${departments}` }),
  })
  await reply.arrayBuffer()
  seen.push(reply.status)
  return reply.status
}
