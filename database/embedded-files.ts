import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { embedded as limits } from '../contract/limits.ts'
import { CannotStart } from './cannot-start.ts'
import { type Account, accountFor, blockedAt, makeFolder, realPath } from './embedded-account.ts'
import { findPackage, findPrograms, type Programs, removeLeftovers, runProgram, temporaryBeside } from './embedded-programs.ts'

/** The files of the embedded PostgreSQL: where they are, who owns them, and how they are first made. */

export interface ClusterOptions {
  dataDir: string
  /** Further PostgreSQL settings: tests trade safety for speed with them. */
  settings?: Record<string, string>
  /** The milliseconds that another portal on the same data may take to stop. */
  patienceMs?: number
}

export interface Cluster {
  dataDir: string
  files: string
  log: string
  socketDir: string
  /** The port on loopback, used on Windows only. */
  port: number
  account: Account | undefined
  programs: Programs
  settings: Record<string, string>
  patienceMs: number
}

export const isWindows = process.platform === 'win32'
export const socketName = '.s.PGSQL.5432'
/** The longest path of a socket in bytes: macOS allows 103, Linux 107. */
const socketPathLimit = 103

export async function prepare({
  dataDir: wanted,
  settings = {},
  patienceMs = limits.otherPortal,
}: ClusterOptions): Promise<Cluster> {
  // The programs are looked for before the data folder: without them, DATA_DIR is not what has to be changed.
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

/** A folder that only the account may enter. Others may write to the temporary folder, so an existing folder is checked first. */
function makePrivate(folder: string, account: Account | undefined): string {
  const wanted = account?.uid ?? process.getuid?.()
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
    if (account) fs.lchownSync(folder, account.uid, account.gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const found = fs.lstatSync(folder)
  // A folder of root comes from a start that was killed between making it and giving it away.
  if (account && found.isDirectory() && found.uid === 0) fs.lchownSync(folder, account.uid, account.gid)
  else if (!found.isDirectory() || found.uid !== wanted || found.mode & 0o077) {
    throw new CannotStart(`The folder ${folder} belongs to somebody else or is open to others: remove it and start again.`)
  }
  return folder
}

export function isSetUp(cluster: Cluster): boolean {
  return fs.existsSync(path.join(cluster.files, 'PG_VERSION'))
}

/** The files are written beside their place and moved there when complete: a start that is killed half-way leaves nothing broken. */
export async function setUp(cluster: Cluster): Promise<void> {
  removeLeftovers(cluster.dataDir, 'postgres')
  const fresh = temporaryBeside(cluster.files)
  fs.mkdirSync(fresh, { mode: 0o700 })
  giveAway(fresh, cluster.account)
  const made = await runProgram(cluster, cluster.programs.initdb, [
    ...['-D', fresh, '-U', 'portal', '--encoding=UTF8', '--data-checksums'],
    // This collation provider is a part of PostgreSQL itself: sorting does not change when the machine's own language tables do.
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

export function checkVersion(cluster: Cluster): void {
  const written = fs.readFileSync(path.join(cluster.files, 'PG_VERSION'), 'utf8').trim()
  const brought = cluster.programs.version.split('.')[0]
  if (written === brought) return
  throw new CannotStart(
    `The data folder ${cluster.dataDir} was written by PostgreSQL ${written}, and this portal brings PostgreSQL ${brought}: ` +
      'set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL that holds the data.',
  )
}

export function readPostmasterFile(cluster: { files: string }): { pid: number; port: number } {
  const file = path.join(cluster.files, 'postmaster.pid')
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : []
  return { pid: Number(lines[0] ?? 0), port: Number(lines[3] ?? 0) }
}

function giveAway(folder: string, account: Account | undefined): void {
  if (account) fs.lchownSync(folder, account.uid, account.gid)
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10)
}

// The rest is for Windows, where PostgreSQL has no socket file that the portal could use: it listens on loopback, with a password that only
// this user can read. It could not be tried on a Windows machine.

function passwordArguments(fresh: string): string[] {
  fs.writeFileSync(`${fresh}.password`, randomBytes(24).toString('hex'), { mode: 0o600 })
  return ['--auth=scram-sha-256', `--pwfile=${fresh}.password`]
}

export function readPassword(cluster: Cluster): string {
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
