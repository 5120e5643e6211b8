import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Database } from '../../database/connect.ts'
import { health } from './health.queries.ts'

const HealthReply = z.object({ status: z.enum(['ready', 'not ready']) })
const patienceMs = 2000

/** Ready means that the database answers, not only that the process lives. */
export function healthRoutes(database: Database): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/health',
      {
        config: { access: 'public' },
        schema: { summary: 'Is the portal ready', response: { 200: HealthReply, 503: HealthReply } },
      },
      async (_request, reply) => {
        let timer: NodeJS.Timeout | undefined
        const tooLate = new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error('the database did not answer in time')), patienceMs)
        })
        try {
          await Promise.race([health(database).ask(), tooLate])
          return { status: 'ready' as const }
        } catch (error) {
          app.log.warn({ err: error }, 'not ready')
          return reply.code(503).header('retry-after', '2').send({ status: 'not ready' })
        } finally {
          clearTimeout(timer)
        }
      },
    )
  }
}
