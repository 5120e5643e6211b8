import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { roles } from '../contract/codes.ts'
import { connect, type Database } from '../database/connect.ts'
import { defaultDataDir, openEmbedded, type Step } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { hashPassword } from '../server/auth/passwords.ts'
import { administrator, countWrongSums, fill, memberName, type Size } from './fill.ts'

/** Databases, servers and signed-in people for the cases. */

export const project = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')
export const resultsFolder = path.join(project, 'bench', 'results')
export const password = 'a long bench sentence'
const memberCount = 64

export interface Server {
  port: number
  pid: number
}

export interface Caller {
  id: number
  cookie: string
}

export interface Stage {
  /** The address of a database of that size. */
  databaseOf(size: Size): Promise<string>
  /** Further administrators, signed in. */
  administrators(server: Server, size: Size, count: number): Promise<Caller[]>
  /** The built portal on a database of that size. */
  portal(size: Size): Promise<Server>
  /** Stops all servers, so that the next case starts with a fresh process. */
  stopServers(): Promise<void>
  /** The number of sums that differ from a recount, in all databases together. */
  countWrongSums(): Promise<{ postings: number; wrong: number }>
  close(): Promise<void>
}

export async function openStage({ profile }: { profile: boolean }, step: Step): Promise<Stage> {
  // The address of this cluster is given to the portal as DATABASE_URL, so that two portals can be compared at the same time.
  const cluster = await openEmbedded({ dataDir: defaultDataDir(project, 'data-bench'), step })
  const owner = connect(cluster.url, { max: 1, applicationName: 'staff-portal bench' })
  const filled = new Map<string, Promise<string>>()
  const running = new Set<ChildProcess>()
  const profiled = profile ? ['--cpu-prof', `--cpu-prof-dir=${resultsFolder}`] : []
  await dropDatabases(owner)

  function databaseOf(size: Size): Promise<string> {
    const name = `bench_${size.staff}_${size.postings}_${size.years ?? 1}`
    const made = filled.get(name) ?? makeDatabase(name, size)
    filled.set(name, made)
    return made
  }

  async function makeDatabase(name: string, size: Size): Promise<string> {
    const url = new URL(cluster.url)
    url.pathname = `/${name}`
    await step(`Filling a database: ${size.staff} members, ${size.postings} postings`, async () => {
      await owner`create database ${owner.identifier(name)}`
      const database = connect(url.href, { max: 2, applicationName: 'staff-portal bench', timeLimitMs: 0 })
      try {
        await migrate(database)
        await fill(database, size, await hashPassword(password))
        // Autovacuum would do this a minute later, while a measurement runs.
        await database`vacuum analyze`
      } finally {
        await database.end()
      }
      // The checkpoint writes what filling has left in memory, so that it is not written while a measurement runs.
      await owner`checkpoint`
    })
    return url.href
  }

  async function portal(size: Size): Promise<Server> {
    const port = await freePort()
    const child = spawn(process.execPath, [...profiled, 'scripts/start.mjs'], {
      cwd: project,
      env: {
        ...process.env,
        DATABASE_URL: await databaseOf(size),
        HOST: '127.0.0.1',
        PORT: String(port),
        LOG_LEVEL: 'error',
        TRUST_PROXY: 'loopback',
        // The name makes the portal end when this process is gone.
        npm_lifecycle_event: 'bench',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    running.add(child)
    for (const deadline = Date.now() + 30_000; ; await sleep(50)) {
      if (child.exitCode !== null) throw new Error('The portal ended while starting.')
      if (Date.now() > deadline) throw new Error('The portal does not answer.')
      const health = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
      if (health?.ok) return { port, pid: child.pid as number }
    }
  }

  async function stopServers() {
    for (const child of running) {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      running.delete(child)
    }
  }

  return {
    databaseOf,
    portal,
    stopServers,

    async administrators(server, size, count) {
      const database = connect(await databaseOf(size), { max: 1, applicationName: 'staff-portal bench' })
      const names = Array.from({ length: count }, (_, index) => `administrator${index + 1}`)
      await database`insert into users (name, username, password_hash, role_id)
        select name, name, (select password_hash from users where username = ${administrator}), ${roles.admin} from unnest(${names}::text[]) name
        on conflict do nothing`
      await database.end()
      return Promise.all(names.map((name) => signIn(server, name)))
    },

    async countWrongSums() {
      const total = { postings: 0, wrong: 0 }
      for (const url of await Promise.all(filled.values())) {
        const database = connect(url, { max: 1, applicationName: 'staff-portal bench' })
        const [row] = await database<[{ count: number }]>`select count(*)::int as count from posted_activities`
        total.postings += row.count
        total.wrong += await countWrongSums(database)
        await database.end()
      }
      return total
    },

    async close() {
      await stopServers()
      await dropDatabases(owner)
      await owner.end()
      await cluster.stop()
    },
  }
}

/** Drops all databases of the benchmark, also those of a run that was killed. */
async function dropDatabases(owner: Database) {
  const databases = await owner<{ name: string }[]>`select datname as name from pg_database where starts_with(datname, 'bench_')`
  for (const { name } of databases) await owner`drop database ${owner.identifier(name)} with (force)`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function signIn(server: Server, username: string): Promise<Caller> {
  const reply = await fetch(`http://127.0.0.1:${server.port}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  if (!reply.ok) throw new Error(`${username} cannot sign in: ${reply.status} ${await reply.text()}`)
  const { user } = (await reply.json()) as { user: { id: number } }
  return { id: user.id, cookie: reply.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

export interface People {
  admin: Caller
  members: Caller[]
}

/** An administrator and some members, signed in through the API. */
export async function signInPeople(server: Server, { staff }: Size): Promise<People> {
  const admin = await signIn(server, administrator)
  const numbers = Array.from({ length: Math.min(memberCount, staff) }, (_, index) => index + 1)
  return { admin, members: await Promise.all(numbers.map((number) => signIn(server, memberName(number)))) }
}

/** A process and those it started. */
function family(pid: number): number[] {
  const children = readProcess(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(family)]
}

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // The process ended, or this system tells nothing about its processes.
    return ''
  }
}

/** The memory in MB of the server, and of each process that it has started. */
export function memoryOfEach({ pid }: Server): [server: number, ...others: number[]] {
  const [server = 0, ...others] = family(pid).map(
    (each) => Number(/VmRSS:\s+(\d+)/.exec(readProcess(each, 'status'))?.[1] ?? 0) / 1024,
  )
  return [server, ...others]
}

/** The memory of the server in MB. The process that decodes images, where one runs, counts too. */
export function memoryOf(server: Server): number {
  return memoryOfEach(server).reduce((sum, each) => sum + each, 0)
}
