import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { NotFound } from '../http/errors.ts'
import type { Settings } from '../settings.ts'
import { mayReadMetrics } from './metrics-access.ts'

/** For the machine itself unless a setting says otherwise; for everybody else it is not there. */
export function metricsRoutes(read: () => Promise<string>, settings: Pick<Settings, 'METRICS'>): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/metrics', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
      if (!mayReadMetrics(request, settings)) throw new NotFound()
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await read())
    })
  }
}
