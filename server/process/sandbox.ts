import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { job as limits, processes as processLimits } from '../../contract/limits.ts'
import { Unavailable } from '../errors/errors.ts'
import { limitConcurrency } from './limit-concurrency.ts'

type Log = Pick<FastifyBaseLogger, 'warn' | 'error'>

interface SandboxOptions {
  /** The JavaScript heap in megabytes. */
  memoryMb: number
  /** Whether it loads a native library, such as sharp. */
  addons?: boolean
  /** The least timeout, where the usual one for a job is not enough. */
  leastTimeoutMs?: number
}

/** The timeout of a job in milliseconds, for every child process of this server. */
let usualTimeoutMs: number = limits.usual
let log: Log | undefined
const children = new Set<ChildProcess>()

export function limitJobs(ms: number, logger?: Log) {
  usualTimeoutMs = ms
  log = logger
}

/** The number of processes that have not ended. It looks at the processes themselves: a missed event would count one that is gone for ever. */
function countRunning(): number {
  for (const child of children) if (child.exitCode !== null || child.signalCode !== null) children.delete(child)
  return children.size
}

const isSource = import.meta.url.endsWith('.ts')
const project = fileURLToPath(new URL(isSource ? '../../' : '../../../', import.meta.url))
const code = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The arguments of Node's permission model: no file but the code, no child process, no thread, no debugger. The network is given up by the
 * process itself (answer-jobs.ts), because the model has it only since Node 25.
 */
function rights({ addons = false }: SandboxOptions): string[] {
  const readable = [...(isSource ? [] : [code]), `${realpathSync(`${project}node_modules`)}/`, `${project}package.json`]
  return [
    process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...(addons ? ['--allow-addons'] : []),
    // The warnings are that the model is experimental (Node 20), and that a native library is not bound by it.
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
  ]
}

/** The file of the module. From sources, the module is compiled first, so that it runs with the same rights as in service. */
async function moduleFile(name: string, relativeTo: string): Promise<string> {
  const path = fileURLToPath(new URL(`./${name}`, relativeTo))
  if (!isSource) return `${path}.js`
  const { compileModule } = await import('./compile-module.ts')
  return compileModule(`${path}.ts`, `${realpathSync(`${project}node_modules`)}/.cache/sandboxes`)
}

async function start(name: string, relativeTo: string, options: SandboxOptions): Promise<ChildProcess> {
  const file = await moduleFile(name, relativeTo)
  try {
    if (countRunning() >= processLimits.children) throw new Error(`${processLimits.children} sandbox processes are running`)
    const started = fork(file, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${options.memoryMb}`, ...rights(options)],
      // glibc would otherwise keep a pool of freed memory for every thread that ever worked.
      // The server's environment is not passed on: it holds secrets, and this process reads untrusted files.
      env: { SystemRoot: process.env['SystemRoot'], TEMP: process.env['TEMP'], MALLOC_ARENA_MAX: '1' },
      // The server's output is not passed on either: the process would write into the log.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    children.add(started)
    // An idle child must not keep the server from exiting.
    started.unref()
    // There is no process, or it ends: a job that waits for it notices both.
    started.on('error', () => {})
    await once(started, 'spawn')
    started.channel?.unref()
    logCrash(name, started)
    return started
  } catch (error) {
    // Too many processes or files are open, or no memory is left: the next request retries.
    log?.error({ err: error, sandbox: name }, 'a sandbox process could not be started')
    throw new Unavailable()
  }
}

function logCrash(name: string, child: ChildProcess) {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(0, limits.errorText)
  })
  if (child.stderr && 'unref' in child.stderr) (child.stderr as { unref(): void }).unref()
  child.once('close', (exitCode, signal) => {
    // The server ended the process: by the timeout, or when its work was done.
    if (signal === 'SIGKILL') return
    if (exitCode !== 0) log?.warn({ sandbox: name, exitCode, signal, text }, 'a sandbox process crashed')
  })
}

/** Runs one job. Undefined if the process crashed or timed out. */
async function runIn<Job, Result>(child: ChildProcess, job: Job, timeoutMs: number): Promise<Result | undefined> {
  const timeout = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  try {
    return await new Promise<Result | undefined>((resolve) => {
      child.once('message', (result) => resolve(result as Result))
      child.once('exit', () => resolve(undefined))
      child.send(job as never, (error) => error && resolve(undefined))
    })
  } finally {
    clearTimeout(timeout)
    child.removeAllListeners('message')
    child.removeAllListeners('exit')
  }
}

/**
 * Runs a module in a child process without rights and hands it untrusted files, so that a file that crashes it, fills its memory, keeps it
 * busy or takes it over affects nothing else. It does one job at a time; after ten idle seconds the process ends. The result is undefined
 * if the process crashed or timed out; where it cannot be started at all, the service is unavailable.
 */
export function sandbox<Job, Result>(name: string, relativeTo: string, options: SandboxOptions) {
  const oneAtATime = limitConcurrency(1)
  let worker: ChildProcess | undefined
  let ending: NodeJS.Timeout | undefined

  async function run(job: Job): Promise<Result | undefined> {
    clearTimeout(ending)
    if (!worker?.connected) worker = await start(name, relativeTo, options)
    try {
      return await runIn<Job, Result>(worker, job, Math.max(usualTimeoutMs, options.leastTimeoutMs ?? 0))
    } finally {
      ending = setTimeout(end, limits.idle).unref()
    }
  }

  function end() {
    if (worker?.connected) worker.disconnect()
    worker = undefined
  }

  return (job: Job) => oneAtATime(() => run(job))
}

/**
 * A sandbox for work in several steps whose state the process keeps in between: a process of its own, until the caller ends it. The caller
 * sends one step at a time.
 */
export function openSandbox<Job, Result>(name: string, relativeTo: string, options: SandboxOptions) {
  const starting = start(name, relativeTo, options)
  // The error is thrown where the first step waits for the process.
  starting.catch(() => {})
  return {
    run: async (job: Job): Promise<Result | undefined> => {
      const child = await starting
      return child.connected ? runIn<Job, Result>(child, job, usualTimeoutMs) : undefined
    },
    end: () => void starting.then((child) => child.kill('SIGKILL')).catch(() => {}),
  }
}
