import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { CannotStart } from '../database/cannot-start.ts'

type FromWorker = { say: 'ready' } | { say: 'cannot start'; reason: string } | { say: 'metrics?'; number: number }
type ToWorker = { say: 'metrics'; number: number; text: string }

/** A process that keeps ending right after its start would otherwise be started without a pause. */
const startAgainAfterMs = 1000

function tell(message: FromWorker) {
  process.send?.(message)
}

/** Several processes behind one port. Each is a whole server; this one only starts them again and adds up their figures. */
export async function startWorkers(count: number, environment: Record<string, string>, logger: Logger) {
  const isSource = import.meta.url.endsWith('.ts')
  // Each takes its own connections from the port: one that was handed to a process that dies just then would wait for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({
    exec: fileURLToPath(new URL(`./worker.${isSource ? 'ts' : 'js'}`, import.meta.url)),
    args: [],
    ...(isSource ? { execArgv: ['--import', 'tsx'] } : {}),
  })
  const figures = new AggregatorRegistry()
  let isStopping = false

  function start(): Promise<void> {
    const worker = cluster.fork(environment)
    worker.on('message', (message: FromWorker) => void answer(worker, message))
    worker.on('exit', (code, signal) => {
      if (isStopping) return
      logger.error({ code, signal, pid: worker.process.pid }, 'a server process ended; another one is started')
      setTimeout(() => !isStopping && start().catch(() => {}), startAgainAfterMs)
    })
    return new Promise((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.say === 'ready') resolve()
        if (message.say === 'cannot start') reject(new CannotStart(message.reason))
      })
      worker.on('exit', () => reject(new CannotStart('A server process ended while it was starting.')))
    })
  }

  async function answer(worker: Worker, message: FromWorker) {
    if (message.say !== 'metrics?') return
    const reply: ToWorker = { say: 'metrics', number: message.number, text: await figures.clusterMetrics() }
    if (worker.isConnected()) worker.send(reply)
  }

  async function stop() {
    isStopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(
      workers.map(async (worker) => {
        const exit = once(worker, 'exit')
        worker.process.kill('SIGTERM')
        await exit
      }),
    )
  }

  try {
    await Promise.all(Array.from({ length: count }, start))
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

/** In such a process: says that it serves, or why it cannot. */
export const workerTells = {
  ready: () => tell({ say: 'ready' }),
  cannotStart: (reason: string) => tell({ say: 'cannot start', reason }),
}

/** The figures of this process, or of all of them where there are several. */
export function metricsReader(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  AggregatorRegistry.setRegistries([registry])
  // Answers the process that asks all of them.
  new AggregatorRegistry()
  const waiting = new Map<number, (text: string) => void>()
  let number = 0
  process.on('message', (message: ToWorker) => {
    if (message.say === 'metrics') waiting.get(message.number)?.(message.text)
    waiting.delete(message.number)
  })
  return () =>
    new Promise((resolve) => {
      number += 1
      waiting.set(number, resolve)
      tell({ say: 'metrics?', number })
    })
}
