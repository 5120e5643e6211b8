import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { connect } from '../database/connect.ts'
import { systemAccount } from '../database/embedded-account.ts'
import { findPrograms } from '../database/embedded-programs.ts'

/** One PostgreSQL server of a primary and its standby, from the embedded programs. */
export interface PostgresNode {
  url: string
  /** Kills the server, as a power failure does. */
  kill(): void
  /** Stops all processes of the server; its connections stay open. */
  freeze(): void
  /** Stops the server, after what was committed was sent to the standby. */
  stop(): void
  promote(): void
  /** Adds a standby that every commit waits for. */
  addStandby(folder: string): Promise<PostgresNode>
}

const settings = {
  listen_addresses: '',
  fsync: 'off',
  // A promotion takes 5 s with the default of 5 s.
  wal_retrieve_retry_interval: '100ms',
  max_connections: '100',
}

/** Creates a new primary. The account of PostgreSQL must be able to reach the folder. */
export function createPrimary(folder: string): PostgresNode {
  const account = systemAccount()
  const programs = findPrograms(account, folder)
  makeOwned(folder)
  run(programs.initdb, ['-D', dataOf(folder), '-U', 'portal', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'])
  return startNode(folder)

  function makeOwned(target: string) {
    fs.mkdirSync(target, { recursive: true, mode: 0o700 })
    if (account) fs.chownSync(target, account.uid, account.gid)
  }

  function writeOwned(file: string, text: string) {
    fs.writeFileSync(file, text)
    if (account) fs.chownSync(file, account.uid, account.gid)
  }

  function run(program: string, args: string[]) {
    const { status, stderr } = spawnSync(program, args, {
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      // A pipe on standard output would stay open as long as PostgreSQL runs.
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
    })
    if (status !== 0) throw new Error(`${path.basename(program)} ${args.join(' ')}: ${stderr}`)
  }

  function startNode(home: string, more: Record<string, string> = {}): PostgresNode {
    const data = dataOf(home)
    const options = Object.entries({ ...settings, unix_socket_directories: home, ...more }).map(
      ([name, value]) => `-c "${name}=${value}"`,
    )
    run(programs.pgCtl, ['start', '-D', data, '-w', '-l', path.join(home, 'log'), '-o', options.join(' ')])
    const url = `postgresql://portal@localhost/postgres?host=${encodeURIComponent(home)}`
    const postmaster = () => Number(fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    return {
      url,
      kill: () => signalAll(data, 'SIGKILL'),
      freeze: () => signalAll(data, 'SIGSTOP'),
      stop: () => {
        if (isRunning(postmaster)) run(programs.pgCtl, ['stop', '-D', data, '-m', 'fast', '-w'])
      },
      promote: () => run(programs.pgCtl, ['promote', '-D', data, '-w']),
      addStandby: (standby) => clone(url, home, standby),
    }
  }

  async function clone(url: string, primary: string, standby: string): Promise<PostgresNode> {
    const sql = connect(url, { max: 1, timeLimitMs: 0 })
    try {
      fs.rmSync(standby, { recursive: true, force: true })
      makeOwned(standby)
      await sql`select pg_backup_start('standby', true)`
      // A file that vanishes meanwhile is replayed from the write-ahead log.
      spawnSync('cp', ['-a', dataOf(primary), dataOf(standby)])
      for (const file of ['postmaster.pid', 'postmaster.opts']) fs.rmSync(path.join(dataOf(standby), file), { force: true })
      const [backup] = await sql<[{ labelfile: string }]>`select labelfile from pg_backup_stop(false)`
      writeOwned(path.join(dataOf(standby), 'backup_label'), backup.labelfile)
      writeOwned(path.join(dataOf(standby), 'standby.signal'), '')
      const node = startNode(standby, { primary_conninfo: `host=${primary} user=portal application_name=standby` })
      await sql`alter system set synchronous_standby_names = 'standby'`
      await sql`select pg_reload_conf()`
      return node
    } finally {
      await sql.end()
    }
  }
}

const dataOf = (folder: string) => path.join(folder, 'data')

function isRunning(pid: () => number): boolean {
  try {
    return process.kill(pid(), 0)
  } catch {
    return false
  }
}

/** Sends a signal to all processes of PostgreSQL: they work in its data folder. */
function signalAll(data: string, signal: NodeJS.Signals) {
  for (const name of fs.readdirSync('/proc')) {
    try {
      if (/^\d+$/.test(name) && fs.readlinkSync(`/proc/${name}/cwd`) === data) process.kill(Number(name), signal)
    } catch {
      // The process ended meanwhile.
    }
  }
}
