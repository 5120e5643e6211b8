import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { guardedFolder, guardGroup } from '../testing/guarded.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
export const administrator = { username: 'admin', password: 'a long fault sentence' }

/** A portal as `npm start` runs it, in a process of its own that can be killed. */
export interface PortalProcess {
  url: string
  pid: number
  /** The output so far. */
  output(): string
  /** Kills the process as a power failure does: nothing can be tidied up. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** A folder that the account of PostgreSQL can reach. */
export function makeFolder(): string {
  return guardedFolder('portal-faults-')
}

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const running = new Set<ChildProcess>()

/** Stops the portals that a failed test has left running. */
export async function stopPortals() {
  await Promise.all([...running].map((child) => end(child, 'SIGTERM')))
}

function launch(environment: Record<string, string>, folder: string) {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ADMIN_PASSWORD: administrator.password,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  const guarded = child.pid ? guardGroup(child.pid) : undefined
  child.on('exit', () => {
    running.delete(child)
    guarded?.over()
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  return { child, output: () => output }
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

export async function statusOf(address: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  try {
    // The timeout is that of a browser.
    const reply = await fetch(address, { headers, signal: AbortSignal.timeout(5000) })
    await reply.arrayBuffer()
    return reply.status
  } catch {
    return undefined
  }
}

/** Starts a portal, and resolves when it is ready to serve. `folder` holds its build: that of this project, or of another release. */
export async function startPortalProcess(environment: Record<string, string>, folder = project): Promise<PortalProcess> {
  const port = environment['PORT'] ?? String(await freePort())
  const { child, output } = launch({ ...environment, PORT: port }, folder)
  const url = `http://127.0.0.1:${port}`
  while ((await statusOf(`${url}/health`)) !== 200) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the portal ended:\n${output()}`)
    await pause(20)
  }
  return {
    url,
    pid: child.pid ?? 0,
    output,
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  }
}

/** Starts a portal whose start must be refused, and returns its exit code and its output. */
export async function refusedStart(
  environment: Record<string, string>,
  folder = project,
): Promise<{ code: number | null; output: string }> {
  const { child, output } = launch({ PORT: String(await freePort()), ...environment }, folder)
  const [code] = await once(child, 'exit')
  return { code, output: output() }
}

/** The process id of PostgreSQL's postmaster. */
export function postmasterOf(dataDir: string): number {
  return Number(fs.readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

export function embeddedAddress(dataDir: string): string {
  return `postgresql://portal@localhost/portal?host=${encodeURIComponent(path.join(fs.realpathSync(dataDir), 'run'))}`
}
