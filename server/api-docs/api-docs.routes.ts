import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Settings } from '../settings.ts'
import { docsPage, docsStyle } from './docs-page.ts'

/** The description of the calls, made from the same schemas that check them. */
export function apiDocsRoutes(settings: Settings): FastifyPluginAsyncZod {
  const access = settings.API_DOCS === 'everyone' ? 'public' : 'admin'

  return async (app) => {
    app.get('/openapi.json', { config: { access }, schema: { hide: true } }, async () => app.swagger())
    app.get('/docs', { config: { access }, schema: { hide: true } }, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(docsPage(app.swagger(), settings.PORTAL_TITLE)),
    )
    app.get('/docs/style.css', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(docsStyle),
    )
  }
}
