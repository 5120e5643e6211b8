import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { limitConcurrency } from './limit-concurrency.ts'

const idleMs = 10_000
const timeoutMs = 20_000

/**
 * Runs a module in a child process and hands it untrusted files, so that a file that crashes it, fills its memory or keeps it busy
 * affects nothing else. One job at a time; after ten idle seconds the process ends. The result is undefined if
 * the process crashed or timed out.
 */
export function sandbox<Job, Result>(name: string, relativeTo: string, memoryMb: number) {
  const oneAtATime = limitConcurrency(1)
  let worker: ChildProcess | undefined
  let ending: NodeJS.Timeout | undefined

  function start(): ChildProcess {
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

  async function run(job: Job): Promise<Result | undefined> {
    if (!worker?.connected) worker = start()
    const child = worker
    clearTimeout(ending)
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
      ending = setTimeout(end, idleMs).unref()
    }
  }

  function end() {
    if (worker?.connected) worker.disconnect()
    worker = undefined
  }

  return (job: Job) => oneAtATime(() => run(job))
}
