import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Brandings } from '../branding/branding.ts'
import type { Settings } from '../settings.ts'
import { docsPage, docsStyle } from './docs-page.ts'

/** The description of the calls, made from the same schemas that check them. */
export function apiDocsRoutes(settings: Settings, brandings: Brandings): FastifyPluginAsyncZod {
  const access = settings.API_DOCS === 'everyone' ? 'public' : 'admin'

  const title = async () => (await brandings.readOrLastKnown()).in('en').portal_title

  return async (app) => {
    app.get('/openapi.json', { config: { access }, schema: { hide: true } }, async () => {
      const document = app.swagger()
      return { ...document, info: { ...document.info, title: await title() } }
    })
    app.get('/docs', { config: { access }, schema: { hide: true } }, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(docsPage(app.swagger(), await title())),
    )
    app.get('/docs/style.css', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(docsStyle),
    )
  }
}
