import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Database } from '../../database/connect.ts'
import { mayReadMetrics } from '../metrics/metrics-access.ts'
import { release } from '../process/release.ts'
import type { Settings } from '../settings.ts'
import { health } from './health.queries.ts'

const HealthReply = z.object({
  status: z.enum(['ready', 'not ready']),
  release: z.string().optional().describe('The version that runs here, for those who may read /metrics'),
})

/** Ready means that the database answers, not only that the process lives. */
export function healthRoutes(database: Database, settings: Pick<Settings, 'METRICS'>, patienceMs: number): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/health',
      {
        config: { access: 'public' },
        schema: { summary: 'Is the portal ready', response: { 200: HealthReply, 503: HealthReply } },
      },
      async (request, reply) => {
        // A version tells an attacker which known faults to try.
        const shown = mayReadMetrics(request, settings) ? { release } : {}
        let timer: NodeJS.Timeout | undefined
        const tooLate = new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error('the database did not answer in time')), patienceMs)
        })
        try {
          await Promise.race([health(database).ask(), tooLate])
          return { status: 'ready' as const, ...shown }
        } catch (error) {
          app.log.warn({ err: error }, 'not ready')
          return reply
            .code(503)
            .header('retry-after', '2')
            .send({ status: 'not ready', ...shown })
        } finally {
          clearTimeout(timer)
        }
      },
    )
  }
}
