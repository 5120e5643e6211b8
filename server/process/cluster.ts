import cluster from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { processes } from '../../contract/limits.ts'
import { CannotStart } from '../../database/cannot-start.ts'

type FromWorker = { type: 'metrics' } | { type: 'cannot start'; reason: string }
type MetricsReply = { type: 'metrics'; text: string } | { type: 'metrics'; problem: string }

/** Workers that share one port: node:cluster distributes connections round robin. The primary restarts them and adds up their metrics. */
export async function startCluster(count: number, environment: Record<string, string>, logger: Logger) {
  const isSource = import.meta.url.endsWith('.ts')
  cluster.setupPrimary({
    exec: fileURLToPath(new URL(`./worker.${isSource ? 'ts' : 'js'}`, import.meta.url)),
    args: [],
    ...(isSource ? { execArgv: ['--import', 'tsx'] } : {}),
  })
  const metrics = new AggregatorRegistry()
  let isStopping = false

  cluster.on('message', async (worker, message: FromWorker) => {
    if (message.type !== 'metrics') return
    const reply = await metrics.clusterMetrics().then(
      (text): MetricsReply => ({ type: 'metrics', text }),
      (error): MetricsReply => ({ type: 'metrics', problem: String(error) }),
    )
    if (worker.isConnected()) worker.send(reply)
  })
  cluster.on('exit', ({ process: { pid } }, code, signal) => {
    if (isStopping) return
    logger.error({ code, signal, pid }, 'a worker ended; another one is started')
    setTimeout(() => {
      if (!isStopping) start().catch((error) => logger.error({ err: error }, 'a worker could not start'))
    }, processes.restart)
  })

  function start(): Promise<void> {
    const worker = cluster.fork(environment)
    return new Promise((resolve, reject) => {
      worker.once('listening', () => resolve())
      worker.once('exit', () => reject(new CannotStart('A server process ended while it was starting.')))
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'cannot start') reject(new CannotStart(message.reason))
      })
    })
  }

  async function stop() {
    isStopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    for (const worker of workers) worker.process.kill('SIGTERM')
    await Promise.all(workers.map((worker) => once(worker, 'exit')))
  }

  try {
    await Promise.all(Array.from({ length: count }, start))
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

/** A worker that is busy or stopped did not report in time. */
export class WorkerSilent extends Error {}

/** The metrics of this process, or of all workers in a cluster: a worker gets those from the primary. */
export function metricsReader(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  AggregatorRegistry.setRegistries(registry)
  // The registry makes this worker reply to the primary.
  new AggregatorRegistry()
  return () =>
    new Promise((resolve, reject) => {
      process.on('message', function onMessage(message: MetricsReply) {
        if (message.type !== 'metrics') return
        process.off('message', onMessage)
        if ('text' in message) resolve(message.text)
        else reject(new WorkerSilent(`a worker did not report its metrics: ${message.problem}`))
      })
      process.send?.({ type: 'metrics' } satisfies FromWorker)
    })
}
