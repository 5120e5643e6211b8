import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { guardedFolder, guardGroup } from '../testing/guarded.ts'
import { CannotStart } from './cannot-start.ts'
import { connect } from './connect.ts'
import { defaultDataDir, openEmbedded } from './embedded.ts'

const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
const parent = guardedFolder('portal-embedded-')
const dataDir = path.join(parent, 'data')
const files = path.join(dataDir, 'postgres')

afterAll(() => fs.rmSync(parent, { recursive: true, force: true }))

async function query(url: string, text: string): Promise<unknown> {
  const sql = connect(url, { max: 1, timeLimitMs: 0 })
  const [row] = await sql.unsafe(text)
  await sql.end()
  return row?.['value']
}

/** Another portal, in its own process: resolves when it has the database. */
async function openElsewhere(folder: string): Promise<ChildProcess> {
  const module = JSON.stringify(new URL('./embedded.ts', import.meta.url).href)
  const code = `
    import { openEmbedded } from ${module}
    const database = await openEmbedded(${JSON.stringify({ dataDir: folder, settings: fast })})
    process.on('SIGTERM', () => database.stop().then(() => process.exit()))
    console.log(database.url)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  if (child.pid) guardGroup(child.pid)
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new CannotStart('The other portal ended.'))),
  ])
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  await once(child, 'exit')
}

const postmasterPid = () => Number(fs.readFileSync(path.join(files, 'postmaster.pid'), 'utf8').split('\n')[0])

/** Ends PostgreSQL as a power cut would. */
async function killPostmaster(): Promise<void> {
  const pid = postmasterPid()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => fs.existsSync(`/proc/${pid}/cwd`)).toBe(false)
}

describe('the embedded PostgreSQL', () => {
  test('is set up at the first start, in UTF-8, on a socket only its owner can open', async () => {
    const database = await openEmbedded({ dataDir, settings: fast })
    expect(await query(database.url, `select lower('É') as value`)).toBe('é')
    expect(await query(database.url, `select current_setting('data_checksums') as value`)).toBe('on')
    expect(await query(database.url, `select current_setting('listen_addresses') as value`)).toBe('')
    expect(fs.statSync(path.join(dataDir, 'run')).mode & 0o777).toBe(0o700)
    expect(fs.statSync(files).mode & 0o777).toBe(0o700)
    await query(database.url, 'create table kept as select 42 as value')
    await database.stop()
    expect(fs.existsSync(path.join(files, 'postmaster.pid'))).toBe(false)
  })

  test('keeps the data at the second start', async () => {
    const database = await openEmbedded({ dataDir, settings: fast })
    expect(await query(database.url, 'select value from kept')).toBe(42)
    await database.stop()
  })

  test('is adopted after the portal was killed', async () => {
    await end(await openElsewhere(dataDir), 'SIGKILL')
    const pid = postmasterPid()
    const database = await openEmbedded({ dataDir, settings: fast })
    expect(postmasterPid()).toBe(pid)
    expect(await query(database.url, 'select value from kept')).toBe(42)
    await database.stop()
  })

  test('is refused to a second portal, but not to one that starts while the first stops', async () => {
    const first = await openElsewhere(dataDir)
    await expect(openEmbedded({ dataDir, settings: fast, patienceMs: 100 })).rejects.toThrow(
      new CannotStart(
        `Another portal is already running on the data folder ${fs.realpathSync(dataDir)}. Stop it first, or set DATA_DIR to another folder.`,
      ),
    )
    const next = openEmbedded({ dataDir, settings: fast, patienceMs: 120_000 })
    await end(first, 'SIGTERM')
    const database = await next
    expect(await query(database.url, 'select value from kept')).toBe(42)
    await database.stop()
  })

  test('is restarted when it is killed under a running portal', async () => {
    const database = await openEmbedded({ dataDir, settings: fast })
    await killPostmaster()
    await expect.poll(() => query(database.url, 'select value from kept').catch(() => undefined)).toBe(42)
    await database.stop()
  })

  test('starts although the pid in its lock file now belongs to another process', async () => {
    const child = await openElsewhere(dataDir)
    const { uid, gid } = fs.statSync(files)
    await end(child, 'SIGKILL')
    await killPostmaster()
    // Only a process of the same user is taken for PostgreSQL.
    const otherProcess = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {})
    for (const file of [path.join(files, 'postmaster.pid'), path.join(dataDir, 'run', '.s.PGSQL.5432.lock')]) {
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/^\d+/, String(otherProcess.pid)))
    }
    const database = await openEmbedded({ dataDir, settings: fast })
    expect(await query(database.url, 'select value from kept')).toBe(42)
    await database.stop()
    await end(otherProcess, 'SIGKILL')
  })

  test('removes the leftovers of a start that was killed during setup', async () => {
    const folder = path.join(parent, 'interrupted')
    const dead = spawn(process.execPath, ['-e', ''])
    await once(dead, 'exit')
    const leftover = path.join(folder, `postgres.new-${dead.pid}`)
    fs.mkdirSync(leftover, { recursive: true })
    fs.writeFileSync(path.join(leftover, 'PG_VERSION'), '18')
    const database = await openEmbedded({ dataDir: folder, settings: fast })
    expect(fs.readdirSync(folder).sort()).toEqual(['postgres', 'postgres.log', 'run'])
    await database.stop()
  })

  test('is set up once when two portals start together on an empty folder', async () => {
    const folder = path.join(parent, 'together')
    const children = await Promise.allSettled([openElsewhere(folder), openEmbedded({ dataDir: folder, settings: fast })])
    const [theirs, ours] = children
    if (ours.status === 'fulfilled') await ours.value.stop()
    else if (theirs.status === 'fulfilled') await end(theirs.value, 'SIGTERM')
    expect(fs.readdirSync(folder).sort()).toEqual(['postgres', 'postgres.log', 'run'])
  })

  test('works in a folder whose name is too long for a socket, with quotes and spaces in it', async () => {
    const folder = path.join(parent, `it's a "long" name, ${'x'.repeat(100)}`)
    const database = await openEmbedded({ dataDir: folder, settings: fast })
    expect(await query(database.url, 'select 1 as value')).toBe(1)
    const socketFolder = new URL(database.url).searchParams.get('host') ?? ''
    expect(path.dirname(socketFolder)).toBe(os.tmpdir())
    await database.stop()
    fs.rmdirSync(socketFolder)
  })

  test('reports a folder that is not writable with one message', async () => {
    await expect(openEmbedded({ dataDir: '/proc/portal' })).rejects.toThrow(
      'The data folder /proc/portal cannot be written: set DATA_DIR to a folder that can.',
    )
  })
})

test.runIf(process.getuid?.() === 0)('root stores data elsewhere when other users cannot enter the project folder', async () => {
  const closed = path.join(parent, 'closed')
  fs.mkdirSync(path.join(closed, 'project'), { recursive: true })
  expect(defaultDataDir(path.join(closed, 'project'), 'data')).toBe(path.join(closed, 'project', 'data'))
  fs.chmodSync(closed, 0o700)
  expect(defaultDataDir(path.join(closed, 'project'), 'data')).toMatch(/^\/var\/lib\/staff-portal\/data-[0-9a-f]{10}$/)
  await expect(openEmbedded({ dataDir: path.join(closed, 'project', 'data') })).rejects.toThrow(
    `set DATA_DIR to a folder outside ${fs.realpathSync(closed)}, or allow passage through it (chmod o+x).`,
  )
})
