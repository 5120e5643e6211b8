import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { patience } from '../../contract/limits.ts'
import type { Database } from '../../database/connect.ts'
import { databaseUse } from './metrics.queries.ts'

const signInResults: Record<number, string> = { 200: 'accepted', 401: 'refused', 429: 'limited' }

/** Metrics for Prometheus. They name routes by their pattern, never by their parameters. */
export function measure(app: FastifyInstance, database: Database, patienceMs = patience.metrics): Registry {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'portal_request_seconds',
    help: 'Requests by route and status, with their durations',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const signIns = new Counter({ name: 'portal_sign_ins_total', help: 'Sign-ins by result', labelNames: ['result'], registers })
  const refusals = new Counter({
    name: 'portal_refusals_total',
    help: 'Answers 401, 403 and 429',
    labelNames: ['status'],
    registers,
  })

  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  new Gauge({
    name: 'portal_event_loop_delay_seconds',
    help: 'How late the event loop was since the last look',
    aggregator: 'max',
    labelNames: ['quantile'],
    registers,
    collect() {
      for (const quantile of [50, 99]) this.set({ quantile: `0.${quantile}` }, delay.percentile(quantile) / 1e9)
      delay.reset()
    },
  })
  new Gauge({
    name: 'portal_memory_bytes',
    help: 'Memory of the server process',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  new Gauge({
    name: 'portal_database_connections',
    help: 'Connections to the database by state',
    // Each process counts all connections.
    aggregator: 'max',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset()
      // Without a database the other metrics are needed most, and in time.
      const late = setTimeout(patienceMs, [], { ref: false })
      const counts = await Promise.race([databaseUse(database).connections(), late]).catch(() => [])
      for (const { state, count } of counts) this.set({ state }, count)
    },
  })

  new Gauge({
    name: 'portal_push_devices',
    help: 'Devices to which notices go, and 1 while the portal reaches no push service',
    aggregator: 'max',
    labelNames: ['what'],
    registers,
    async collect() {
      const late = setTimeout(patienceMs, undefined, { ref: false })
      const found = await Promise.race([databaseUse(database).push(), late]).catch(() => undefined)
      this.reset()
      if (!found) return
      this.set({ what: 'subscribed' }, found.devices)
      this.set({ what: 'outage' }, found.outages)
    },
  })

  // There are few observers, and finding one by its labels takes longer than counting.
  const observers = new Map<string, ReturnType<typeof requests.labels>>()
  function observerOf(method: string, route: string, status: number) {
    const key = `${status} ${method} ${route}`
    const observer = observers.get(key) ?? requests.labels(method, route, String(status))
    observers.set(key, observer)
    return observer
  }

  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    const route = request.routeOptions.url ?? 'none'
    observerOf(request.method, route, status).observe(reply.elapsedTime / 1000)
    if (status === 401 || status === 403 || status === 429) refusals.inc({ status })
    const result = signInResults[status]
    if (route === '/auth/login' && result) signIns.inc({ result })
    done()
  })
  app.addHook('onClose', async () => delay.disable())
  return registry
}
