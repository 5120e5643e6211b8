import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { CannotStart } from '../database/cannot-start.ts'

type FromWorker =
  | { say: 'ready' }
  | { say: 'cannot start'; reason: string }
  | { say: 'took'; number: number }
  | { say: 'metrics?'; number: number }
type ToWorker = { say: 'connection'; number: number } | { say: 'metrics'; number: number; text: string }

/** A process that keeps ending right after its start would otherwise be started without a pause. */
const startAgainAfterMs = 1000
/** Connections that wait while no process serves. */
const mostWaiting = 1000

function tell(message: FromWorker) {
  process.send?.(message)
}

/**
 * Several processes behind one port. Each is a whole server; this one takes connections, gives them to the others in turn, starts again
 * who ended and adds up their figures. Left to take connections themselves, one process takes nearly all of them.
 */
export async function startWorkers(count: number, environment: Record<string, string>, logger: Logger) {
  const isSource = import.meta.url.endsWith('.ts')
  cluster.setupPrimary({
    exec: fileURLToPath(new URL(`./worker.${isSource ? 'ts' : 'js'}`, import.meta.url)),
    args: [],
    ...(isSource ? { execArgv: ['--import', 'tsx'] } : {}),
  })
  const figures = new AggregatorRegistry()
  let isStopping = false
  /** The next one first; with the connections that are on their way to it. */
  const serving: { worker: Worker; given: Map<number, Socket> }[] = []
  const waiting: Socket[] = []
  let connections = 0

  function give(connection: Socket) {
    const next = serving.shift()
    if (!next) {
      if (waiting.length < mostWaiting) waiting.push(connection)
      else connection.destroy()
      return
    }
    serving.push(next)
    connections += 1
    const message: ToWorker = { say: 'connection', number: connections }
    // It stays open here, too, until the process says that it has it: one that dies just then leaves it to the others.
    next.given.set(connections, connection)
    next.worker.process.send(message, connection, { keepOpen: true }, () => {})
  }

  function serve(worker: Worker) {
    const entry = { worker, given: new Map<number, Socket>() }
    serving.push(entry)
    worker.on('message', (message: FromWorker) => {
      if (message.say !== 'took') return
      entry.given.get(message.number)?.destroy()
      entry.given.delete(message.number)
    })
    worker.on('exit', () => {
      serving.splice(serving.indexOf(entry), 1)
      for (const connection of entry.given.values()) give(connection)
    })
    for (const connection of waiting.splice(0)) give(connection)
  }

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
        if (message.say === 'ready') {
          serve(worker)
          resolve()
        }
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

  const port = createServer({ pauseOnConnect: true, noDelay: true }, give)
  async function listen({ HOST, PORT }: { HOST: string; PORT: number }) {
    port.listen(PORT, HOST)
    await once(port, 'listening')
  }

  async function stop() {
    isStopping = true
    port.close()
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
  return { listen, stop }
}

/** In such a process: says that it serves, or why it cannot. */
export const workerTells = {
  ready: () => tell({ say: 'ready' }),
  cannotStart: (reason: string) => tell({ say: 'cannot start', reason }),
}

/** Answers the connections that are given to this process. */
export function answerGiven(server: Server) {
  process.on('message', (message: ToWorker, connection?: Socket) => {
    if (message.say !== 'connection') return
    // Whoever gave up meanwhile is gone.
    if (connection) {
      // As with connections of its own: who has asked and says no more still gets an answer.
      connection.allowHalfOpen = true
      server.emit('connection', connection)
    }
    tell({ say: 'took', number: message.number })
  })
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
