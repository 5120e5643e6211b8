import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { slots } from './slots.ts'

const idleMs = 10_000
const patienceMs = 20_000

/**
 * Hands strangers' files to a program of ours in a process of its own, so that a file that crashes it, fills its memory or keeps it busy
 * takes nothing else with it. One piece of work at a time; after ten idle seconds the process ends. Nothing as an answer means that it
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
      // Nothing of ours: the environment holds secrets, and what this process reads comes from strangers.
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
    const tooLong = setTimeout(() => asked.kill('SIGKILL'), patienceMs)
    try {
      return await new Promise<Answer | undefined>((resolve) => {
        asked.once('message', (answer) => resolve(answer as Answer))
        asked.once('exit', () => resolve(undefined))
        asked.send(work as never, (error) => error && resolve(undefined))
      })
    } finally {
      clearTimeout(tooLong)
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
