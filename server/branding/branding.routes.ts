import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Branding } from '../../contract/branding.ts'
import type { readBranding } from './branding.ts'

export function brandingRoutes({ branding, logo }: ReturnType<typeof readBranding>): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/branding',
      {
        config: { access: 'public' },
        schema: { summary: 'Title, university, credit line and logo', response: { 200: Branding } },
      },
      async () => branding,
    )

    if (logo)
      app.get('/branding/logo', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) =>
        reply.header('cache-control', 'public, max-age=31536000, immutable').type(logo.type).send(logo.bytes),
      )
  }
}
