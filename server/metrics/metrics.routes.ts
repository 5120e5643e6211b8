import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { NotFound } from '../http/errors.ts'
import type { Settings } from '../settings.ts'

const ownMachine = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** For the machine itself unless a setting says otherwise; for everybody else it is not there. */
export function metricsRoutes(read: () => Promise<string>, settings: Pick<Settings, 'METRICS'>): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/metrics', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
      // A proxy on this machine that the portal does not know of would make every visitor look like the machine itself.
      const isForwarded = Object.keys(request.headers).some((name) => /^(x-forwarded-.*|x-real-ip|forwarded|via)$/.test(name))
      const isLocal = ownMachine.has(request.ip) && !isForwarded
      if (settings.METRICS === 'local' && !isLocal) throw new NotFound()
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await read())
    })
  }
}
