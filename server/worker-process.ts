import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { slots } from './slots.ts'

const idleMs = 10_000
const timeoutMs = 20_000

/**
 * Runs a module in a child process and hands it untrusted files, so that a file that crashes it, fills its memory or keeps it busy
 * affects nothing else. One job at a time; after ten idle seconds the process ends. An undefined result means that it
 * did not come back.
 */
export function workerProcess<Work, Answer>(name: string, beside: string, memoryMb: number) {
  const inTurn = slots(1)
  let worker: ChildProcess | undefined
  let ending: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    const isSource = import.meta.url.endsWith('.ts')
    const started = fork(fileURLToPath(new URL(`./${name}.${isSource ? 'ts' : 'js'}`, beside)), {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${memoryMb}`, ...(isSource ? ['--import', 'tsx'] : [])],
      // glibc would otherwise keep a pool of freed memory for every thread that ever worked.
      // Not our environment: it holds secrets, and this process reads untrusted files.
      env: { PATH: process.env['PATH'], SystemRoot: process.env['SystemRoot'], TEMP: process.env['TEMP'], MALLOC_ARENA_MAX: '1' },
    })
    // Waiting for work must not keep the server from ending.
    started.unref()
    started.channel?.unref()
    return started
  }

  async function ask(work: Work): Promise<Answer | undefined> {
    if (!worker?.connected) worker = start()
    const asked = worker
    clearTimeout(ending)
    const timeout = setTimeout(() => asked.kill('SIGKILL'), timeoutMs)
    try {
      return await new Promise<Answer | undefined>((resolve) => {
        asked.once('message', (answer) => resolve(answer as Answer))
        asked.once('exit', () => resolve(undefined))
        asked.send(work as never, (error) => error && resolve(undefined))
      })
    } finally {
      clearTimeout(timeout)
      asked.removeAllListeners('message')
      asked.removeAllListeners('exit')
      ending = setTimeout(end, idleMs).unref()
    }
  }

  function end() {
    if (worker?.connected) worker.disconnect()
    worker = undefined
  }

  return (work: Work) => inTurn(() => ask(work))
}
