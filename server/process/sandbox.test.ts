import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processes } from '../../contract/limits.ts'
import type { AttackReport } from '../../testing/attacker.sandbox.ts'
import { type Targets, tryAll } from '../../testing/attempts.ts'
import { Unavailable } from '../errors/errors.ts'
import { limitJobs, openSandbox, sandbox } from './sandbox.ts'

const attacker = '../../testing/attacker.sandbox'

// The environment of another process is a file on Linux alone.
describe.skipIf(process.platform !== 'linux')('code that runs in a sandbox process', () => {
  let folder: string
  let server: Server
  let other: ChildProcess
  let targets: Targets
  const connections = new Set<Socket>()

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-sandbox-'))
    const file = join(folder, 'file.cjs')
    writeFileSync(file, '')
    server = createServer((socket) => {
      connections.add(socket)
      socket.on('error', () => {}).once('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n'))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // The process has no standard files, which would be closed with the test.
    other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { env: { SECRET: 'x' }, stdio: 'ignore' })
    await once(other, 'spawn')
    const { port } = server.address() as { port: number }
    const folderOfLibrary = join(import.meta.dirname, '../../node_modules/@img', `sharp-linux-${process.arch}/lib`)
    const library = join(folderOfLibrary, readdirSync(folderOfLibrary).find((name) => name.endsWith('.node')) ?? '')
    targets = { port, process: other.pid ?? 0, file, newFile: join(folder, 'new'), library }
    limitJobs(3_600_000)
  })
  afterAll(() => {
    other.kill()
    for (const socket of connections) socket.destroy()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('could do all of it in an ordinary process', async () => {
    const outcomes = await tryAll(targets)
    expect(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'done')).toEqual([])
  })

  test.each([true, false])('reaches no network, no file and no other process (with native libraries: %s)', async (addons) => {
    const before = connections.size
    const child = openSandbox<Targets, AttackReport>(attacker, import.meta.url, { memoryMb: 128, addons })
    const report = await child.run(targets)
    child.end()
    expect(Object.keys(report?.outcomes ?? {}).length).toBeGreaterThan(20)
    const refusals = ['ERR_ACCESS_DENIED', 'ERR_DLOPEN_DISABLED', 'ReferenceError: fetch is not defined']
    expect(Object.entries(report?.outcomes ?? {}).filter(([, outcome]) => !refusals.includes(outcome))).toEqual([])
    expect(connections.size).toBe(before)
    expect(report?.environment.filter((name) => name !== 'MALLOC_ARENA_MAX')).toEqual([])
  })
})

describe('a process that cannot be started', () => {
  /** Runs the work as if no more processes could be started: the system refuses in the same way. */
  async function withoutProgram<T>(work: () => Promise<T>): Promise<T> {
    const program = process.execPath
    process.execPath = '/nonexistent/node'
    try {
      return await work()
    } finally {
      process.execPath = program
    }
  }

  test('is a refusal for the moment, with a record in the log, and the next job starts another one', async () => {
    const logged: unknown[] = []
    const record = (...entry: unknown[]) => void logged.push(entry)
    limitJobs(3_600_000, { warn: record, error: record } as never)
    const run = sandbox<unknown, AttackReport>(attacker, import.meta.url, { memoryMb: 128 })
    await expect(withoutProgram(() => run({}))).rejects.toThrow(Unavailable)
    expect(logged).toEqual([[{ err: expect.objectContaining({ code: 'ENOENT' }), sandbox: attacker }, expect.any(String)]])
    expect((await run({}))?.outcomes).toBeDefined()
  })

  test('also where several steps were to follow', async () => {
    const child = await withoutProgram(async () => {
      const opened = openSandbox(attacker, import.meta.url, { memoryMb: 128 })
      await expect(opened.run({})).rejects.toThrow(Unavailable)
      return opened
    })
    expect(() => child.end()).not.toThrow()
  })

  test('because there are as many as the service has room for, can be when one of them has ended', async () => {
    const open = () => openSandbox<object, AttackReport>(attacker, import.meta.url, { memoryMb: 64 })
    const opened = [open()]
    const isRefused = async () =>
      opened
        .at(-1)
        ?.run({})
        .then(
          () => false,
          () => true,
        )
    while (opened.length <= processes.children && !(await isRefused())) opened.push(open())
    expect(await isRefused()).toBe(true)
    for (const { end } of opened) end()
    await expect
      .poll(async () => {
        opened.push(open())
        return isRefused()
      })
      .toBe(false)
    opened.at(-1)?.end()
  })
})
