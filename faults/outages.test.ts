import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { connect } from '../database/connect.ts'
import { type EmbeddedDatabase, openEmbedded } from '../database/embedded.ts'
import { type DatabaseProxy, startProxy } from '../testing/proxy.ts'
import { openLedger, openNotices, signIn } from './acknowledged-writes.ts'
import { printFigures, summaryOf } from './figures.ts'
import {
  administrator,
  embeddedAddress,
  makeFolder,
  type PortalProcess,
  postmasterOf,
  refusedStart,
  startPortalProcess,
  statusOf,
} from './portal-process.ts'

const folders: string[] = []
let portal: PortalProcess | undefined
let postgres: EmbeddedDatabase | undefined
let proxy: DatabaseProxy | undefined
afterEach(async () => {
  await portal?.stop()
  await proxy?.stop()
  await postgres?.stop()
  portal = proxy = postgres = undefined
})
afterAll(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true })
})

function newFolder() {
  const folder = makeFolder()
  folders.push(folder)
  return folder
}

/** A PostgreSQL that is not the portal's own: when it goes, nobody but us brings it back. */
async function startExternal(dataDir: string) {
  postgres = await openEmbedded({ dataDir })
  return postgres.url
}

async function askedFor(url: string, cookie: string, path = '/staff') {
  const began = performance.now()
  const reply = await fetch(`${url}${path}`, { headers: { cookie } })
  await reply.arrayBuffer()
  return { status: reply.status, retryAfter: Number(reply.headers.get('retry-after')), ms: performance.now() - began }
}

async function expectTold(url: string, cookie: string) {
  const [call, login] = await Promise.all([
    askedFor(url, cookie),
    statusOf(`${url}/auth/login`).then(() => signIn(url, administrator).catch((error: Error) => error.message)),
  ])
  expect(call.status).toBe(503)
  expect(call.retryAfter).toBeGreaterThan(0)
  expect(call.ms).toBeLessThan(5000)
  expect(login).toContain('not available right now')
  // The page itself is there all the same, and says so.
  expect(await statusOf(`${url}/`, { accept: 'text/html' })).toBe(200)
  return Math.round(call.ms)
}

async function expectServedAgain(url: string, cookie: string) {
  const began = performance.now()
  await expect.poll(async () => (await askedFor(url, cookie)).status, { timeout: 20_000 }).toBe(200)
  return Math.round(performance.now() - began)
}

describe('PostgreSQL goes away under a running portal', () => {
  test('stopped and started: 503 with Retry-After within 5 seconds, and served again by itself', {
    timeout: 60_000,
  }, async () => {
    const dataDir = newFolder()
    portal = await startPortalProcess({ DATABASE_URL: await startExternal(dataDir) })
    const cookie = await signIn(portal.url, administrator)
    await postgres?.stop()
    const told = await expectTold(portal.url, cookie)
    // Long enough away that a patient driver would have begun to wait for longer and longer.
    for (let count = 0; count < 20; count += 1) expect((await askedFor(portal.url, cookie)).status).toBe(503)
    await startExternal(dataDir)
    const back = await expectServedAgain(portal.url, cookie)
    printFigures(`PostgreSQL stopped: told after ${told} ms, served again ${back} ms after it was back`)
  })

  test('frozen: 503 within 5 seconds, and served again when it thaws', { timeout: 60_000 }, async () => {
    const dataDir = newFolder()
    portal = await startPortalProcess({ DATABASE_URL: await startExternal(dataDir) })
    const cookie = await signIn(portal.url, administrator)
    // The group of the postmaster is all of PostgreSQL.
    const everything = () =>
      fs
        .readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
        .filter((pid) => isIn(pid, path.join(dataDir, 'postgres')))
    for (const pid of everything()) process.kill(pid, 'SIGSTOP')
    const told = await expectTold(portal.url, cookie)
    for (const pid of everything()) process.kill(pid, 'SIGCONT')
    const back = await expectServedAgain(portal.url, cookie)
    printFigures(`PostgreSQL frozen: told after ${told} ms, served again ${back} ms after it thawed`)
  })

  test('its connections cut again and again under load: nothing acknowledged is lost', { timeout: 60_000 }, async () => {
    const url = await startExternal(newFolder())
    portal = await startPortalProcess({ DATABASE_URL: url })
    const ledger = await openLedger(portal.url, 3)
    const cutter = connect(url, { max: 1, applicationName: 'cutter' })
    let cut = 0
    await ledger.writeWhile(async () => {
      for (let round = 0; round < 10; round += 1) {
        await pause(100)
        const gone = await cutter`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'staff-portal'`
        cut += gone.length
      }
    })
    await cutter.end()
    await expect.poll(() => statusOf(`${portal?.url}/health`), { timeout: 20_000 }).toBe(200)
    const stored = await ledger.verify(url)
    expect(cut).toBeGreaterThan(0)
    printFigures(`${cut} connections cut: ${summaryOf(ledger, stored)}`)
  })
})

describe('the network between the portal and PostgreSQL swallows everything', () => {
  async function startBehindProxy() {
    const address = await startExternal(newFolder())
    proxy = await startProxy(address)
    portal = await startPortalProcess({ DATABASE_URL: proxy.url })
    return { address, proxy, url: portal.url }
  }

  test('on one connection: its call is told within 5 seconds, and all others are served', { timeout: 60_000 }, async () => {
    const { proxy, url } = await startBehindProxy()
    const cookie = await signIn(url, administrator)
    const ask = () => askedFor(url, cookie, '/notices')
    // Enough at once to use every connection that the pool has.
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
      for (; !isDone; await pause(20)) replies.push(await ask())
      replies.push(...(await asked))
    }
    const served = replies.filter(({ status }) => status === 200)
    const [told, ...more] = replies.filter(({ status }) => status !== 200)
    expect(more).toEqual([])
    expect(told?.status).toBe(503)
    expect(told?.retryAfter).toBeGreaterThan(0)
    expect(told?.ms).toBeLessThan(5000)
    for (const { status } of await askAll()) expect(status).toBe(200)
    const slowest = Math.round(Math.max(...served.map(({ ms }) => ms)))
    expect(slowest).toBeLessThan(2500)
    printFigures(`one connection silent: its call told after ${Math.round(told?.ms ?? 0)} ms, others after ${slowest} ms at most`)
  })

  test('on all of them: 503 with Retry-After within 5 seconds, and when it heals all is served and heard again', {
    timeout: 120_000,
  }, async () => {
    const { address, proxy, url } = await startBehindProxy()
    const cookie = await signIn(url, administrator)
    const ledger = await openLedger(url, 3)
    const direct = connect(address, { max: 1, applicationName: 'direct' })
    const listeners = () =>
      direct<{ pid: number }[]>`select pid from pg_stat_activity where application_name = 'staff-portal listen' order by pid`
    const before = await listeners()
    expect(before.length).toBeGreaterThan(0)
    // PostgreSQL may keep a row locked for a transaction whose end it did not hear, until that was idle for too long.
    const moreWritten = () => {
      const { acknowledged } = ledger.count
      return expect.poll(() => ledger.count.acknowledged, { timeout: 30_000 }).toBeGreaterThan(acknowledged + 60)
    }
    const times: number[] = []
    let back = 0
    await ledger.writeWhile(async () => {
      await moreWritten()
      proxy.set('swallow')
      expect(proxy.swallow()).toBeGreaterThan(before.length)
      // First on connections that were open, then on those that it tries to open.
      for (let count = 0; count < 3; count += 1) times.push(await expectTold(url, cookie))
      proxy.set('forward')
      back = await expectServedAgain(url, cookie)
      await moreWritten()
    })
    printFigures(`the network silent: told after ${Math.max(...times)} ms at most, served again ${back} ms after it healed`)
    // PostgreSQL knows nothing of the end of the old ones.
    await expect.poll(listeners, { timeout: 15_000 }).toHaveLength(before.length * 2)
    const page = await openNotices(url, cookie)
    await expect.poll(page.heard, { timeout: 5000 }).toBeGreaterThan(0)
    const heard = page.heard()
    await direct`select pg_notify('notices', id::text) from users where username = ${administrator.username}`
    await expect.poll(page.heard, { timeout: 5000 }).toBeGreaterThan(heard)
    page.close()
    await direct.end()
    const stored = await ledger.verify(address)
    printFigures(`the network silent: ${summaryOf(ledger, stored)}`)
  })
})

function isIn(pid: number, folder: string) {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return false
  }
}

describe('a full disk', () => {
  const mounts: string[] = []
  afterAll(() => {
    for (const folder of mounts) spawnSync('umount', ['-l', folder])
  })

  function smallDisk(megabytes: number): string | undefined {
    const folder = newFolder()
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', folder]).status !== 0) return undefined
    mounts.push(folder)
    return folder
  }

  test('at the first start: one sentence, and nothing half made', { timeout: 60_000 }, async ({ skip }) => {
    const disk = smallDisk(20)
    if (!disk) return skip('needs the right to mount a small disk')
    const { code, output } = await refusedStart({ DATA_DIR: path.join(disk, 'data') })
    expect(code).toBe(1)
    expect(output).toContain('could not be set up')
    expect(output).toContain('No space left on device')
    expect(output).not.toContain('    at ')
    expect(fs.readdirSync(path.join(disk, 'data')).filter((name) => name.startsWith('postgres'))).toEqual([])
  })

  test('under load: a clear refusal, nothing broken, and served again when there is space', { timeout: 120_000 }, async ({
    skip,
  }) => {
    const disk = smallDisk(220)
    if (!disk) return skip('needs the right to mount a small disk')
    const dataDir = path.join(disk, 'data')
    portal = await startPortalProcess({ DATA_DIR: dataDir })
    const { url } = portal
    const cookie = await signIn(url, administrator)
    const ledger = await openLedger(url, 3)
    const ballast = path.join(disk, 'ballast')
    const refusals: number[] = []
    await ledger.writeWhile(async () => {
      await pause(300)
      fill(ballast)
      // Until writing has become impossible.
      await expect.poll(() => addDepartment(url, cookie, refusals), { timeout: 60_000, interval: 20 }).toBe(503)
      await pause(1000)
      fs.rmSync(ballast)
      await expect.poll(() => addDepartment(url, cookie, refusals), { timeout: 30_000 }).toBe(201)
    })
    expect(new Set(refusals)).toEqual(new Set([201, 503]))
    const stored = await ledger.verify(embeddedAddress(dataDir))
    printFigures(`disk full under load: ${summaryOf(ledger, stored)}`)
  })

  function fill(file: string) {
    const handle = fs.openSync(file, 'w')
    for (const size of [1024 * 1024, 4096]) {
      try {
        for (;;) fs.writeSync(handle, Buffer.alloc(size))
      } catch {
        // Full.
      }
    }
    fs.closeSync(handle)
  }

  let departments = 0
  /** Large enough that what PostgreSQL had set aside is used up soon. */
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
})

test('a second server on the same data is refused in one sentence, and the first one goes on', { timeout: 60_000 }, async () => {
  const dataDir = newFolder()
  portal = await startPortalProcess({ DATA_DIR: dataDir })
  const pid = postmasterOf(dataDir)
  const { code, output } = await refusedStart({ DATA_DIR: dataDir })
  expect(code).toBe(1)
  expect(output).toContain('Another portal is already running on the data folder')
  expect(output).not.toContain('    at ')
  expect(postmasterOf(dataDir)).toBe(pid)
  expect(await statusOf(`${portal.url}/health`)).toBe(200)
})
