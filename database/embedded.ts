import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { CannotStart } from './cannot-start.ts'
import { type Account, accountFor, blockedAt, makeFolder, realPath, systemAccount } from './embedded-account.ts'
import {
  findPackage,
  findPrograms,
  isRunning,
  type Programs,
  removeLeftovers,
  sharedFolder,
  temporaryBeside,
} from './embedded-programs.ts'

/** Runs a piece of work and prints its name and duration to the terminal. */
export type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>

export interface EmbeddedOptions {
  dataDir: string
  step?: Step
  /** Further PostgreSQL settings: tests trade safety for speed with them. */
  settings?: Record<string, string>
  /** Milliseconds for which another portal on the same data may take to stop. */
  patienceMs?: number
}

export interface EmbeddedDatabase {
  /** As the owner of everything in it. */
  url: string
  /** As the role without rights over the audit trail (server-role.ts). */
  serverUrl: string
  stop(): Promise<void>
}

interface Cluster {
  dataDir: string
  files: string
  log: string
  socketDir: string
  /** Windows alone speaks over the network, on loopback. */
  port: number
  account: Account | undefined
  programs: Programs
  settings: Record<string, string>
  patienceMs: number
}

const isWindows = process.platform === 'win32'
const socketName = '.s.PGSQL.5432'
/** macOS allows the path of a socket 103 bytes, Linux 107. */
const socketPathLimit = 103
const logLimit = 10 * 1024 * 1024
const ownerLock = 7_218_001
export const serverRole = 'portal_server'
const otherPortalTimeoutMs = 3_000
/** Repairing a large database after a crash takes its time. */
const startTimeoutSeconds = 300

/** The default data folder: inside the project, or under /var/lib if PostgreSQL's user cannot reach the project. */
export function defaultDataDir(projectDir: string, name: string): string {
  const account = systemAccount()
  if (!account || !blockedAt(projectDir, account)) return path.join(projectDir, name)
  return path.join(sharedFolder, `${name}-${shortHash(realPath(projectDir))}`)
}

/** Starts the PostgreSQL that comes along, or adopts the one a killed portal left running, and makes this process its owner. */
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

/** For a visitor such as a backup: uses the PostgreSQL of a running portal, or runs it for the time of the visit. */
export async function visitEmbedded(options: EmbeddedOptions): Promise<Pick<EmbeddedDatabase, 'url' | 'stop'>> {
  const cluster = await prepare(options)
  const outcome = isSetUp(cluster) ? await tryToOwn(cluster, () => {}) : 'absent'
  if (typeof outcome !== 'string') await outcome.end()
  return outcome === 'held' ? { url: address(cluster), stop: async () => {} } : openEmbedded(options)
}

async function prepare({ dataDir: wanted, settings = {}, patienceMs = otherPortalTimeoutMs }: EmbeddedOptions): Promise<Cluster> {
  // Before the data folder: without programs, DATA_DIR is not what has to be changed.
  findPackage()
  const dataDir = realPath(path.resolve(wanted))
  makeDataDir(dataDir)
  const files = path.join(dataDir, 'postgres')
  const account = accountFor(files)
  if (process.getuid?.() === 0) {
    if (!account) {
      throw new CannotStart(
        'PostgreSQL refuses to run as root and there is no user postgres or nobody: start the portal as another user.',
      )
    }
    letPass(dataDir)
    const blocked = blockedAt(dataDir, account)
    if (blocked) {
      throw new CannotStart(
        `The data folder ${dataDir} cannot be reached by the user ${account.name}, as whom PostgreSQL runs: ` +
          `set DATA_DIR to a folder outside ${blocked}, or allow passage through it (chmod o+x).`,
      )
    }
  }
  return {
    dataDir,
    files,
    log: path.join(dataDir, 'postgres.log'),
    socketDir: isWindows ? '' : makeSocketDir(dataDir, account),
    port: isWindows ? await findPort(files) : 5432,
    account,
    programs: findPrograms(account, dataDir),
    settings,
    patienceMs,
  }
}

function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir)
    fs.accessSync(dataDir, fs.constants.W_OK | fs.constants.X_OK)
  } catch {
    throw new CannotStart(`The data folder ${dataDir} cannot be written: set DATA_DIR to a folder that can.`)
  }
  const files = fs.statSync(path.join(dataDir, 'postgres'), { throwIfNoEntry: false })
  const self = process.getuid?.()
  if (files && self !== undefined && self !== 0 && files.uid !== self) {
    throw new CannotStart(
      `The data folder ${dataDir} belongs to another user: start the portal as that user, or set DATA_DIR to another folder.`,
    )
  }
}

function letPass(dataDir: string): void {
  const folder = fs.statSync(dataDir)
  if (folder.uid === 0 && !(folder.mode & 0o001)) fs.chmodSync(dataDir, (folder.mode & 0o7777) | 0o011)
}

function makeSocketDir(dataDir: string, account: Account | undefined): string {
  const inside = path.join(dataDir, 'run')
  if (Buffer.byteLength(path.join(inside, socketName)) <= socketPathLimit) {
    return makePrivate(inside, account)
  }
  return makePrivate(path.join(os.tmpdir(), `staff-portal-${shortHash(dataDir)}`), account)
}

/** Only the account may enter. Others may write to the temporary folder, so what is there already is looked at first. */
function makePrivate(folder: string, account: Account | undefined): string {
  const wanted = account?.uid ?? process.getuid?.()
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
    if (account) fs.lchownSync(folder, account.uid, account.gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const found = fs.lstatSync(folder)
  // Root's own: a start that was killed between making it and giving it away.
  if (account && found.isDirectory() && found.uid === 0) fs.lchownSync(folder, account.uid, account.gid)
  else if (!found.isDirectory() || found.uid !== wanted || found.mode & 0o077) {
    throw new CannotStart(`The folder ${folder} belongs to somebody else or is open to others: remove it and start again.`)
  }
  return folder
}

function isSetUp(cluster: Cluster): boolean {
  return fs.existsSync(path.join(cluster.files, 'PG_VERSION'))
}

/** Written beside its place and moved there when complete: a start that is killed half-way leaves nothing broken. */
async function setUp(cluster: Cluster): Promise<void> {
  removeLeftovers(cluster.dataDir, 'postgres')
  const fresh = temporaryBeside(cluster.files)
  fs.mkdirSync(fresh, { mode: 0o700 })
  giveAway(fresh, cluster.account)
  const made = await run(cluster, cluster.programs.initdb, [
    ...['-D', fresh, '-U', 'portal', '--encoding=UTF8', '--data-checksums'],
    // Part of PostgreSQL itself: sorting does not change when the machine's own language tables do.
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    ...(isWindows ? passwordArguments(fresh) : ['--auth-local=trust', '--auth-host=reject']),
    ...(cluster.settings['fsync'] === 'off' ? ['--no-sync'] : []),
  ])
  if (made.code !== 0) {
    fs.rmSync(fresh, { recursive: true, force: true })
    throw new CannotStart(`PostgreSQL could not be set up in ${cluster.dataDir}: ${made.output.trim()}`)
  }
  if (isWindows) fs.renameSync(`${fresh}.password`, path.join(fresh, 'portal.password'))
  try {
    fs.renameSync(fresh, cluster.files)
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true })
    // Another portal that started at the same moment was first.
    if (isSetUp(cluster)) return
    if (fs.existsSync(cluster.files)) {
      throw new CannotStart(`The folder ${cluster.files} is not a PostgreSQL database: move it away or set DATA_DIR.`)
    }
    throw error
  }
}

function checkVersion(cluster: Cluster): void {
  const written = fs.readFileSync(path.join(cluster.files, 'PG_VERSION'), 'utf8').trim()
  const brought = cluster.programs.version.split('.')[0]
  if (written === brought) return
  throw new CannotStart(
    `The data folder ${cluster.dataDir} was written by PostgreSQL ${written}, and this portal brings PostgreSQL ${brought}: ` +
      'set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL that holds the data.',
  )
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
    if (waited > startTimeoutSeconds * 1_000) throw new CannotStart(`PostgreSQL does not answer: see ${cluster.log}.`)
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
    // It is starting or stopping, or went away meanwhile.
    if (code === undefined || /^57P0|^ECONNRESET$|^EPIPE$/.test(code)) return 'busy'
    throw error
  }
}

/** A postmaster that was just killed may still stand in the list of processes, and its lock file then counts: a moment later it does not. */
async function startWithRetries(cluster: Cluster): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(cluster)
    } catch (error) {
      if (attempt === 3) throw error
      await sleep(500)
    }
  }
}

async function start(cluster: Cluster): Promise<void> {
  removeStaleLocks(cluster)
  makeLog(cluster)
  const started = await run(
    cluster,
    cluster.programs.pgCtl,
    [
      // Relative to the data folder: pg_ctl hands these to a shell, which would stumble over a quote or a dollar sign.
      ...['start', '-D', path.basename(cluster.files), '-l', path.basename(cluster.log), '-w', '-t', String(startTimeoutSeconds)],
      ...['-o', serverOptions(cluster)],
    ],
    // A pipe would stay open as long as PostgreSQL runs.
    { stdio: 'ignore' },
  )
  if (started.code === 0) return
  // Another portal that started at the same moment may have been first.
  if (isPostmaster(cluster, readPostmasterFile(cluster).pid)) {
    await sleep(50)
    return
  }
  const lines = fs.readFileSync(cluster.log, 'utf8').trimEnd().split('\n').slice(-5)
  throw new CannotStart(`PostgreSQL does not start in ${cluster.dataDir}; the end of ${cluster.log} says:\n${lines.join('\n')}`)
}

/** True when it is down. pg_ctl's own waiting would take the PostgreSQL of the next portal for the one that has to go. */
async function stopPostmaster(cluster: Cluster, mode: 'fast' | 'immediate', timeoutMs: number): Promise<boolean> {
  const { pid } = readPostmasterFile(cluster)
  await run(cluster, cluster.programs.pgCtl, ['stop', '-D', cluster.files, '-m', mode, '-W'])
  const deadline = performance.now() + timeoutMs
  while (isPostmaster(cluster, pid) && performance.now() < deadline) await sleep(20)
  return !isPostmaster(cluster, pid)
}

function serverOptions(cluster: Cluster): string {
  const settings: Record<string, string> = {
    ...(isWindows
      ? { listen_addresses: '127.0.0.1' }
      : {
          listen_addresses: '',
          unix_socket_directories: `"${cluster.socketDir.replaceAll('"', '""')}"`,
          unix_socket_permissions: '0700',
        }),
    port: String(cluster.port),
    cluster_name: clusterName(cluster),
    // Errors of statements go to the portal: this log stays small and contains no personal data.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...cluster.settings,
  }
  return Object.entries(settings)
    .map(([name, value]) => `-c ${isWindows ? `${name}=${value}` : `'${`${name}=${value}`.replaceAll("'", `'\\''`)}'`}`)
    .join(' ')
}

/** Shown in the list of processes. */
function clusterName(cluster: Cluster): string {
  return `staff-portal-${shortHash(cluster.dataDir)}`
}

function makeLog(cluster: Cluster): void {
  const { log, account } = cluster
  const size = fs.statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size > logLimit) fs.renameSync(log, `${log}.1`)
  const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW } = fs.constants
  const file = fs.openSync(log, O_WRONLY | O_CREAT | O_APPEND | (O_NOFOLLOW ?? 0), 0o600)
  if (account) fs.fchownSync(file, account.uid, account.gid)
  fs.closeSync(file)
}

/** After the machine crashed, the number PostgreSQL had may belong to another process, which PostgreSQL takes for itself. */
function removeStaleLocks(cluster: Cluster): void {
  const { pid } = readPostmasterFile(cluster)
  // If no such process is there, PostgreSQL itself decides, and looks for what else may still use the files.
  if (!isRunning(pid) || isPostmaster(cluster, pid)) return
  fs.rmSync(path.join(cluster.files, 'postmaster.pid'), { force: true })
  if (!isWindows) fs.rmSync(path.join(cluster.socketDir, `${socketName}.lock`), { force: true })
}

function readPostmasterFile(cluster: { files: string }): { pid: number; port: number } {
  const file = path.join(cluster.files, 'postmaster.pid')
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : []
  return { pid: Number(lines[0] ?? 0), port: Number(lines[3] ?? 0) }
}

/** Whether that process is the PostgreSQL of these files. In doubt yes: two on the same files would destroy them. */
function isPostmaster(cluster: Cluster, pid: number): boolean {
  if (!isRunning(pid)) return false
  if (process.platform === 'linux') {
    try {
      return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(cluster.files)
    } catch {
      // It ended meanwhile, or is another user's.
      return false
    }
  }
  return isWindows || spawnSync('ps', ['-p', String(pid), '-o', 'command=']).stdout.includes(clusterName(cluster))
}

function address(cluster: Cluster, role?: { name: string; password: string }): string {
  const { name, password } = role ?? { name: 'portal', password: isWindows ? readPassword(cluster) : '' }
  if (isWindows) return `postgresql://${name}:${password}@127.0.0.1:${cluster.port}/portal`
  return `postgresql://${name}@localhost/portal?host=${encodeURIComponent(cluster.socketDir)}`
}

/** Its password is a new one at every start, and only needed where PostgreSQL listens on TCP. */
async function prepareServerRole(owner: Client): Promise<string> {
  const password = randomBytes(24).toString('hex')
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [serverRole])
  await owner.query(`${rowCount === 0 ? 'create' : 'alter'} role ${serverRole} login password '${password}'`)
  return password
}

function run(cluster: Cluster, program: string, args: string[], options: SpawnOptions = {}) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    let output = ''
    const child = spawn(program, args, {
      cwd: cluster.dataDir,
      // Nothing of ours: our environment holds secrets, and variables such as PGPORT would change what PostgreSQL does.
      env: { PATH: process.env['PATH'], SystemRoot: process.env['SystemRoot'], TEMP: process.env['TEMP'], LC_ALL: 'C' },
      // Ctrl-C is for the portal, which then stops PostgreSQL in order.
      detached: !isWindows,
      windowsHide: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(cluster.account ? { uid: cluster.account.uid, gid: cluster.account.gid } : {}),
      ...options,
    })
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

function giveAway(folder: string, account: Account | undefined): void {
  if (account) fs.lchownSync(folder, account.uid, account.gid)
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10)
}

// What follows is for Windows, where PostgreSQL has no socket file that the portal could use: it listens on loopback, with a
// password only this user can read. It could not be tried on a Windows machine.

function passwordArguments(fresh: string): string[] {
  fs.writeFileSync(`${fresh}.password`, randomBytes(24).toString('hex'), { mode: 0o600 })
  return ['--auth=scram-sha-256', `--pwfile=${fresh}.password`]
}

function readPassword(cluster: Cluster): string {
  return fs.readFileSync(path.join(cluster.files, 'portal.password'), 'utf8')
}

function findPort(files: string): Promise<number> {
  const { port } = readPostmasterFile({ files })
  if (port) return Promise.resolve(port)
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}
