import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/branding.ts'
import { NotFound } from '../http/errors.ts'
import { handle } from '../http/handle.ts'
import { languageOf, varyByLanguage } from '../http/language.ts'
import type { Brandings } from './branding.ts'

export function brandingRoutes(brandings: Brandings): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.readBranding, async (request, reply) => {
      const current = await brandings.readOrLastKnown()
      varyByLanguage(reply)
      return current.in(languageOf(request, current))
    })

    app.get('/branding/logo', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
      const logo = await brandings.logo()
      if (!logo) throw new NotFound()
      // Its address has a fingerprint.
      return reply.header('cache-control', 'public, max-age=31536000, immutable').type(logo.type).send(logo.image)
    })
  }
}
