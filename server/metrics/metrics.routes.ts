import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { NotFound, Unavailable } from '../errors/errors.ts'
import { WorkerSilent } from '../process/cluster.ts'
import type { Settings } from '../settings.ts'
import { mayReadMetrics } from './metrics-access.ts'

/** The route is for the machine itself unless a setting says otherwise; for all others it does not exist. */
export function metricsRoutes(read: () => Promise<string>, settings: Pick<Settings, 'METRICS'>): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/metrics', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
      if (!mayReadMetrics(request, settings)) throw new NotFound()
      const text = await read().catch((error) => {
        if (!(error instanceof WorkerSilent)) throw error
        request.log.warn({ err: error }, 'the metrics are incomplete')
        throw new Unavailable()
      })
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text)
    })
  }
}
