import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { embedded as limits } from '../contract/limits.ts'
import { CannotStart } from './cannot-start.ts'
import { blockedAt, realPath, systemAccount } from './embedded-account.ts'
import {
  type Cluster,
  type ClusterOptions,
  checkVersion,
  isSetUp,
  isWindows,
  prepare,
  readPassword,
  setUp,
  shortHash,
} from './embedded-files.ts'
import { startWithRetries, stopPostmaster } from './embedded-process.ts'
import { sharedFolder } from './embedded-programs.ts'

/** The embedded PostgreSQL as its owner has it: one portal at a time, by an advisory lock, and until it stops. */

/** Runs a piece of work and prints its name and duration to the terminal. */
export type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>

export interface EmbeddedOptions extends ClusterOptions {
  step?: Step
}

export interface EmbeddedDatabase {
  /** The address for the owner of everything in it. */
  url: string
  /** The address for the role without rights over the audit trail (server-role.ts). */
  serverUrl: string
  stop(): Promise<void>
}

const ownerLock = 7_218_001
export const serverRole = 'portal_server'

/** The default data folder: inside the project, or under /var/lib if PostgreSQL's user cannot reach the project. */
export function defaultDataDir(projectDir: string, name: string): string {
  const account = systemAccount()
  if (!account || !blockedAt(projectDir, account)) return path.join(projectDir, name)
  return path.join(sharedFolder, `${name}-${shortHash(realPath(projectDir))}`)
}

/** Starts the embedded PostgreSQL, or adopts the one that a killed portal left running, and makes this process its owner. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const step: Step = options.step ?? ((_name, work) => work())
  const cluster = await prepare(options)
  if (!isSetUp(cluster)) await step('Setting up PostgreSQL', () => setUp(cluster))
  checkVersion(cluster)

  let stopping: Promise<void> | undefined
  let regaining: Promise<void> | undefined
  let owner = await step('Starting PostgreSQL', () => own(cluster, onLoss))
  const { rowCount } = await owner.query("select from pg_database where datname = 'portal'")
  if (rowCount === 0) await owner.query('create database portal')
  const serverPassword = await prepareServerRole(owner)

  function onLoss() {
    regaining = regain()
  }

  // PostgreSQL itself restarts after one of its processes died, and then the lock is gone; or all of it was killed.
  async function regain() {
    while (!stopping) {
      try {
        owner = await own(cluster, onLoss)
        return
      } catch (error) {
        console.error('PostgreSQL went away and does not come back yet:', error)
        await sleep(1_000)
      }
    }
  }

  // The lock is held until PostgreSQL is down, so that no other portal takes over a database that is about to stop.
  async function stop() {
    await regaining
    if (!(await stopPostmaster(cluster, 'fast', 8_000))) await stopPostmaster(cluster, 'immediate', 5_000)
    await owner.end().catch(() => {})
  }

  return {
    url: address(cluster),
    serverUrl: address(cluster, { name: serverRole, password: serverPassword }),
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/** Opens PostgreSQL for a visitor such as a backup: uses that of a running portal, or runs it for the time of the visit. */
export async function visitEmbedded(options: EmbeddedOptions): Promise<Pick<EmbeddedDatabase, 'url' | 'stop'>> {
  const cluster = await prepare(options)
  const outcome = isSetUp(cluster) ? await tryToOwn(cluster, () => {}) : 'absent'
  if (typeof outcome !== 'string') await outcome.end()
  return outcome === 'held' ? { url: address(cluster), stop: async () => {} } : openEmbedded(options)
}

/** Takes the advisory lock of the owner, on a connection that stays open. Starts PostgreSQL if it does not run. */
async function own(cluster: Cluster, onLoss: () => void): Promise<Client> {
  const began = performance.now()
  for (;;) {
    const outcome = await tryToOwn(cluster, onLoss)
    if (typeof outcome !== 'string') return outcome
    const waited = performance.now() - began
    if (outcome === 'held' && waited > cluster.patienceMs) {
      throw new CannotStart(
        `Another portal is already running on the data folder ${cluster.dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      )
    }
    if (waited > limits.startSeconds * 1_000) throw new CannotStart(`PostgreSQL does not answer: see ${cluster.log}.`)
    if (outcome === 'absent') await startWithRetries(cluster)
    else await sleep(50)
  }
}

async function tryToOwn(cluster: Cluster, onLoss: () => void): Promise<Client | 'held' | 'busy' | 'absent'> {
  let owned = false
  const client = new Client({
    host: isWindows ? '127.0.0.1' : cluster.socketDir,
    port: cluster.port,
    user: 'portal',
    database: 'postgres',
    ...(isWindows ? { password: readPassword(cluster) } : {}),
    connectionTimeoutMillis: 5000,
    application_name: 'staff-portal owner',
  })
  // The 'end' event below handles every lost connection.
  client.on('error', () => {})
  client.on('end', () => {
    if (owned) onLoss()
    owned = false
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [ownerLock])
    owned = rows[0]?.taken === true
    if (owned) return client
    await client.end()
    return 'held'
  } catch (error) {
    await client.end().catch(() => {})
    const code = 'code' in (error as Error) ? String((error as { code?: string }).code) : undefined
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent'
    // PostgreSQL is starting or stopping, or went away meanwhile.
    if (code === undefined || /^57P0|^ECONNRESET$|^EPIPE$/.test(code)) return 'busy'
    throw error
  }
}

function address(cluster: Cluster, role?: { name: string; password: string }): string {
  const { name, password } = role ?? { name: 'portal', password: isWindows ? readPassword(cluster) : '' }
  if (isWindows) return `postgresql://${name}:${password}@127.0.0.1:${cluster.port}/portal`
  return `postgresql://${name}@localhost/portal?host=${encodeURIComponent(cluster.socketDir)}`
}

/** The password of the server's role is a new one at every start, and only needed where PostgreSQL listens on TCP. */
async function prepareServerRole(owner: Client): Promise<string> {
  const password = randomBytes(24).toString('hex')
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [serverRole])
  await owner.query(`${rowCount === 0 ? 'create' : 'alter'} role ${serverRole} login password '${password}'`)
  return password
}
