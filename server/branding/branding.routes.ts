import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/branding.ts'
import { handle } from '../http/handle.ts'
import type { readBranding } from './branding.ts'

export function brandingRoutes({ branding, logo }: ReturnType<typeof readBranding>): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.readBranding, async () => branding)

    if (logo)
      app.get('/branding/logo', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) =>
        reply.header('cache-control', 'public, max-age=31536000, immutable').type(logo.type).send(logo.bytes),
      )
  }
}
