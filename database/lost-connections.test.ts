import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { guardedFolder } from '../testing/guarded.ts'
import { type DatabaseProxy, startProxy } from '../testing/proxy.ts'
import { type ConnectOptions, connect, type Database, type Sql } from './connect.ts'
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts'
import { isRunning } from './embedded-programs.ts'
import { isRetryable, isUnavailable } from './errors.ts'

// The cluster is the test's own, because one of the tests crashes it.
let postgres: EmbeddedDatabase
let proxy: DatabaseProxy
/** A connection that bypasses the proxy, and is lost only in a crash. */
let observer: Database
let database: Database
const unexpected: unknown[] = []
const record = (error: unknown) => unexpected.push(error)

beforeAll(async () => {
  const dataDir = guardedFolder('portal-lost-')
  postgres = await openEmbedded({ dataDir, settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } })
  proxy = await startProxy(postgres.url)
  observer = connect(postgres.url, { applicationName: 'observer', timeLimitMs: 0 })
  await observer`create table stored (by text)`
  process.on('uncaughtException', record).on('unhandledRejection', record)
})
afterAll(async () => {
  process.off('uncaughtException', record).off('unhandledRejection', record)
  await observer.end()
  await proxy.stop()
  await postgres.stop()
})

let count = 0
let applicationName: string
const opened: Database[] = []
/** Opens a pool without a timeout: only the lost connection rejects. */
function open(address: string, options: ConnectOptions = {}) {
  count += 1
  // PostgreSQL may still be running a statement of the previous test.
  applicationName = `observed ${count}`
  database = connect(address, { applicationName, max: 1, timeLimitMs: 0, ...options })
  opened.push(database)
}
beforeEach(() => observer`delete from stored`)
afterEach(async () => {
  proxy.set('forward')
  for (const pool of opened.splice(0)) await pool.end()
  // Each of these errors would have crashed the server.
  expect(unexpected.splice(0)).toEqual([])
})

async function backendOf(sql: Sql): Promise<number> {
  const [row] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`
  return row.pid
}

/** Resolves when that many statements are running in PostgreSQL. */
async function running(count = 1) {
  const sleeping = () =>
    observer`select from pg_stat_activity where application_name = ${applicationName} and wait_event = 'PgSleep'`
  await expect.poll(sleeping).toHaveLength(count)
}

async function ended(pid: number) {
  await expect.poll(() => isRunning(pid)).toBe(false)
  // The last packets of the process are in the socket buffer: the event loop reads them in its next turn.
  await nextTurn()
  await nextTurn()
}

/** Writes a row, then sleeps. */
function longTransaction() {
  return database.begin(async (tx) => {
    await tx`insert into stored values ('lost')`
    await tx`select pg_sleep(${3600}::int)`
  })
}

const isServed = (sql: Database) =>
  sql`select 1`.then(
    () => true,
    (error) => {
      expect(error).toSatisfy(isUnavailable)
      return false
    },
  )

async function expectServed(count = 12) {
  for (let n = 0; n < count; n += 1) expect(await database`select ${n}::int as n`).toEqual([{ n }])
  const word = await database.begin(async (tx) => {
    await tx`insert into stored values ('later')`
    return 'committed'
  })
  expect(word).toBe('committed')
  expect(await observer`select by from stored`).toEqual([{ by: 'later' }])
}

describe('a connection is lost', () => {
  test('because PostgreSQL ends it while a statement of a transaction runs', async () => {
    open(postgres.url)
    const pid = await backendOf(database)
    const transaction = longTransaction()
    await Promise.all([expect(transaction).rejects.toSatisfy(isUnavailable), running().then(() => terminate(pid))])
    await expectServed()
  })

  test('because PostgreSQL ends it while a single statement runs, and another one waits for the connection', async () => {
    open(postgres.url)
    const pid = await backendOf(database)
    const [first, next] = [database`select pg_sleep(3600)`, database`select 1 as n`]
    await Promise.all([
      expect(first).rejects.toSatisfy(isUnavailable),
      expect(next).resolves.toEqual([{ n: 1 }]),
      running().then(() => terminate(pid)),
    ])
    await expectServed()
  })

  test.each(['reset', 'end'] as const)('because of the network (%s) while a statement of a transaction runs', async (way) => {
    open(proxy.url)
    const transaction = longTransaction()
    await Promise.all([expect(transaction).rejects.toSatisfy(isUnavailable), running().then(() => proxy[way]())])
    await expectServed()
  })

  test('before it was established: a load balancer without a server closes it at once', async () => {
    open(proxy.url)
    proxy.set('close')
    await expect(database`select 1`).rejects.toSatisfy(isUnavailable)
    await expect(longTransaction()).rejects.toSatisfy(isUnavailable)
    proxy.set('forward')
    await expectServed()
  })

  test('because PostgreSQL ends it at the moment it is ready', async () => {
    open(proxy.url)
    proxy.set('terminate')
    await expect(database`select 1`).rejects.toSatisfy(isUnavailable)
    await expect(longTransaction()).rejects.toSatisfy(isUnavailable)
    proxy.set('forward')
    await expectServed()
  })

  test('by a transaction that was idle for too long: nothing of it, nor of the next one, is stored', async () => {
    open(postgres.url)
    let resume = () => {}
    const resumed = new Promise<void>((resolve) => {
      resume = resolve
    })
    let pid = 0
    const idle = database.begin(async (tx) => {
      await tx`insert into stored values ('idle, before')`
      pid = await backendOf(tx)
      await tx.unsafe(`set local idle_in_transaction_session_timeout = '100ms'`)
      await resumed
      await tx`insert into stored values ('idle, after')`
    })
    const isRejected = expect(idle).rejects.toSatisfy(isUnavailable)
    await expect.poll(() => pid).toBeGreaterThan(0)
    await ended(pid)
    const next = database.begin(async (tx) => {
      await tx`insert into stored values ('next')`
      throw new Error('rolled back on purpose')
    })
    resume()
    await Promise.all([isRejected, expect(next).rejects.toThrow('on purpose')])
    expect(await observer`select by from stored`).toEqual([])
    await expectServed()
  })

  test('with a hundred statements queued on it: each of them is rejected', async () => {
    open(proxy.url)
    const transaction = database.begin(async (tx) => {
      await tx`insert into stored values ('lost')`
      const queries = [tx`select pg_sleep(3600)`, ...Array.from({ length: 100 }, (_, n) => tx`select ${n}::int`)]
      const outcomes = await Promise.allSettled(queries)
      expect(outcomes.every((outcome) => outcome.status === 'rejected' && isUnavailable(outcome.reason))).toBe(true)
      return 'reached'
    })
    // The transaction rejects although its callback caught every error.
    const isRejected = expect(transaction).rejects.toSatisfy(isUnavailable)
    await running()
    proxy.reset()
    await isRejected
    await expectServed()
  })

  test('while it was idle: the next query opens another one', async () => {
    open(postgres.url)
    const pid = await backendOf(database)
    await terminate(pid)
    await ended(pid)
    await expectServed()
  })

  test('silently: a query that waits on it is rejected at its time limit, and others are served meanwhile', async () => {
    open(proxy.url, { max: 2, timeLimitMs: 300, limits: { connect: 60_000 } })
    const both = () => Promise.all([database`select 1`, database`select 1`])
    await expect
      .poll(() =>
        both().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    expect(proxy.swallow(applicationName, 1)).toBe(1)
    // Both connections are used, in either order.
    const waiting = Promise.allSettled([database`select 1`, database`select 1`])
    await expect.poll(() => isServed(database)).toBe(true)
    const outcomes = await waiting
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toSatisfy(isUnavailable)
    await expect.poll(() => isServed(database)).toBe(true)
  })

  test('silently, before it was established: queries that wait for it are rejected at their time limit', async () => {
    open(proxy.url, { limits: { connect: 300 } })
    proxy.set('swallow')
    await Promise.all([1, 2, 3].map(() => expect(database`select 1`).rejects.toSatisfy(isUnavailable)))
    proxy.set('forward')
    await expect.poll(() => isServed(database)).toBe(true)
  })

  test('in no way, but all are in use: a query that waits for a free one is rejected at its time limit', async () => {
    open(postgres.url, { limits: { connect: 300 } })
    await expect.poll(() => isServed(database)).toBe(true)
    await database.begin(async () => expect(database`select 1`).rejects.toSatisfy(isUnavailable))
    await expect.poll(() => isServed(database)).toBe(true)
  })

  test('with all others, in a crash of PostgreSQL: the pool recovers by itself', async () => {
    open(postgres.url, { max: 4 })
    const pid = await backendOf(database)
    const lost = [longTransaction(), ...[1, 2, 3].map(() => database`select pg_sleep(${3600}::int)`)]
    const areRejected = lost.map((one) => expect(one).rejects.toSatisfy(isUnavailable))
    await running(4)
    process.kill(pid, 'SIGKILL')
    await Promise.all(areRejected)
    for (const pool of [database, observer]) await expect.poll(() => isServed(pool)).toBe(true)
    await expectServed()
  })

  async function terminate(pid: number) {
    await observer`select pg_terminate_backend(${pid})`
  }
})

describe('a transaction', () => {
  test('refuses a query after its end', async () => {
    open(postgres.url)
    const used: Sql[] = []
    await database.begin(async (tx) => used.push(tx))
    const failing = database.begin(async (tx) => {
      used.push(tx)
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    for (const tx of used) await expect(tx`insert into stored values ('too late')`).rejects.toThrow('has ended')
    expect(used).toHaveLength(2)
    expect(await observer`select by from stored`).toEqual([])
  })

  test('with a failed statement rejects, although its callback caught the error', async () => {
    open(postgres.url)
    const transaction = database.begin(async (tx) => {
      await tx`insert into stored values ('half')`
      await tx`select 1 / ${0}::int`.catch(() => {})
      return 'done'
    })
    await expect(transaction).rejects.toThrow('rolled back')
    await expectServed()
  })
})

describe('a prepared statement whose table was altered', () => {
  const everything = (sql: Sql) => sql`select * from altered`
  beforeEach(async () => {
    await observer`create table altered (a int)`
    await observer`insert into altered values (1)`
    open(postgres.url)
    await everything(database)
    await observer`alter table altered add column b int default 2`
  })
  afterEach(() => observer`drop table altered`)

  test('is prepared again by itself', async () => {
    expect(await everything(database)).toEqual([{ a: 1, b: 2 }])
    expect(await everything(database)).toEqual([{ a: 1, b: 2 }])
  })

  test('in a transaction is a retryable error', async () => {
    await expect(database.begin(everything)).rejects.toSatisfy(isRetryable)
    expect(await database.begin(everything)).toEqual([{ a: 1, b: 2 }])
  })
})
