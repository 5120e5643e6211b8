import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { limitConcurrency } from './limit-concurrency.ts'

const idleMs = 10_000
/** Milliseconds for a job, of every child process of this server. */
let usualTimeoutMs = 20_000

export function limitJobs(ms: number) {
  usualTimeoutMs = ms
}

function start(name: string, relativeTo: string, memoryMb: number): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts')
  const started = fork(fileURLToPath(new URL(`./${name}.${isSource ? 'ts' : 'js'}`, relativeTo)), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${memoryMb}`, ...(isSource ? ['--import', 'tsx'] : [])],
    // glibc would otherwise keep a pool of freed memory for every thread that ever worked.
    // Not our environment: it holds secrets, and this process reads untrusted files.
    env: { PATH: process.env['PATH'], SystemRoot: process.env['SystemRoot'], TEMP: process.env['TEMP'], MALLOC_ARENA_MAX: '1' },
  })
  // An idle child must not keep the server from exiting.
  started.unref()
  started.channel?.unref()
  return started
}

/** One job. Undefined if the process crashed or timed out. */
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
 * Runs a module in a child process and hands it untrusted files, so that a file that crashes it, fills its memory or keeps it busy
 * affects nothing else. One job at a time; after ten idle seconds the process ends. The result is undefined if
 * the process crashed or timed out.
 */
export function sandbox<Job, Result>(name: string, relativeTo: string, memoryMb: number, leastTimeoutMs = 0) {
  const oneAtATime = limitConcurrency(1)
  let worker: ChildProcess | undefined
  let ending: NodeJS.Timeout | undefined

  async function run(job: Job): Promise<Result | undefined> {
    if (!worker?.connected) worker = start(name, relativeTo, memoryMb)
    clearTimeout(ending)
    try {
      return await runIn<Job, Result>(worker, job, Math.max(usualTimeoutMs, leastTimeoutMs))
    } finally {
      ending = setTimeout(end, idleMs).unref()
    }
  }

  function end() {
    if (worker?.connected) worker.disconnect()
    worker = undefined
  }

  return (job: Job) => oneAtATime(() => run(job))
}

/**
 * The same for work in several steps whose state the process keeps in between: a process of its own, until the caller ends it. The caller
 * sends one step at a time.
 */
export function openSandbox<Job, Result>(name: string, relativeTo: string, memoryMb: number) {
  const child = start(name, relativeTo, memoryMb)
  return {
    run: async (job: Job): Promise<Result | undefined> =>
      child.connected ? runIn<Job, Result>(child, job, usualTimeoutMs) : undefined,
    end: () => void child.kill('SIGKILL'),
  }
}
