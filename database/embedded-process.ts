import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { embedded as limits } from '../contract/limits.ts'
import { CannotStart } from './cannot-start.ts'
import { type Cluster, isWindows, readPostmasterFile, shortHash, socketName } from './embedded-files.ts'
import { isRunning, runProgram } from './embedded-programs.ts'

/** The process of the embedded PostgreSQL: starting it, also after a crash, and stopping it. */

/** Retries, because a postmaster that was just killed may still be in the list of processes, so that its lock file counts for a moment. */
export async function startWithRetries(cluster: Cluster): Promise<void> {
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
  const started = await runProgram(
    cluster,
    cluster.programs.pgCtl,
    [
      // Paths are relative to the data folder: pg_ctl hands these to a shell, which would stumble over a quote or a dollar sign.
      ...['start', '-D', path.basename(cluster.files), '-l', path.basename(cluster.log), '-w', '-t', String(limits.startSeconds)],
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

/** True when PostgreSQL is down. pg_ctl's own waiting would mistake the PostgreSQL of the next portal for the one that is stopping. */
export async function stopPostmaster(cluster: Cluster, mode: 'fast' | 'immediate', timeoutMs: number): Promise<boolean> {
  const { pid } = readPostmasterFile(cluster)
  await runProgram(cluster, cluster.programs.pgCtl, ['stop', '-D', cluster.files, '-m', mode, '-W'])
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

/** The name that the list of processes shows. */
function clusterName(cluster: Cluster): string {
  return `staff-portal-${shortHash(cluster.dataDir)}`
}

function makeLog(cluster: Cluster): void {
  const { log, account } = cluster
  const size = fs.statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size > limits.log) fs.renameSync(log, `${log}.1`)
  const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW } = fs.constants
  const file = fs.openSync(log, O_WRONLY | O_CREAT | O_APPEND | (O_NOFOLLOW ?? 0), 0o600)
  if (account) fs.fchownSync(file, account.uid, account.gid)
  fs.closeSync(file)
}

/** Stale locks remain after a crash of the machine: the pid may belong to another process, which PostgreSQL mistakes for itself. */
function removeStaleLocks(cluster: Cluster): void {
  const { pid } = readPostmasterFile(cluster)
  // If no such process is there, PostgreSQL itself decides, and checks what else may still use the files.
  if (!isRunning(pid) || isPostmaster(cluster, pid)) return
  fs.rmSync(path.join(cluster.files, 'postmaster.pid'), { force: true })
  if (!isWindows) fs.rmSync(path.join(cluster.socketDir, `${socketName}.lock`), { force: true })
}

/** Whether that process is the PostgreSQL of these files. In doubt yes: two on the same files would destroy them. */
function isPostmaster(cluster: Cluster, pid: number): boolean {
  if (!isRunning(pid)) return false
  if (process.platform === 'linux') {
    try {
      return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(cluster.files)
    } catch {
      // The process ended meanwhile, or is another user's.
      return false
    }
  }
  return isWindows || spawnSync('ps', ['-p', String(pid), '-o', 'command=']).stdout.includes(clusterName(cluster))
}
