import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/branding.ts'
import { NotFound } from '../errors/errors.ts'
import { handle } from '../http/handle.ts'
import { languageOf, varyByLanguage } from '../http/language.ts'
import type { Brandings } from './branding.ts'
import { iconDrawer, icons } from './icons.ts'
import { manifestOf } from './manifest.ts'

const file = { config: { access: 'public' }, schema: { hide: true } } as const
const forEver = 'public, max-age=31536000, immutable'

/** The icons of an installed portal are drawn from the logo; without one, from that of the built pages. */
export function brandingRoutes(brandings: Brandings, pagesFolder?: string): FastifyPluginAsync {
  const drawIcon = iconDrawer(brandings, pagesFolder)
  return async (app) => {
    handle(app, endpoints.readBranding, async (request, reply) => {
      const current = await brandings.readOrLastKnown()
      varyByLanguage(reply)
      return current.in(languageOf(request, current))
    })

    app.get('/branding/logo', file, async (_request, reply) => {
      const logo = await brandings.logo()
      if (!logo) throw new NotFound()
      // The address of the logo has a fingerprint.
      return reply.header('cache-control', forEver).type(logo.type).send(logo.image)
    })

    app.get('/manifest.webmanifest', file, async (request, reply) => {
      const current = await brandings.readOrLastKnown()
      const language = languageOf(request, current)
      return varyByLanguage(reply)
        .header('cache-control', 'no-cache')
        .type('application/manifest+json; charset=utf-8')
        .send(JSON.stringify(manifestOf(current.in(language), language)))
    })

    app.get('/branding/icon/:name', file, async (request, reply) => {
      const { name } = request.params as { name: string }
      const icon = isIcon(name) ? await drawIcon(name) : undefined
      if (!icon) throw new NotFound()
      const hasFingerprint = 'v' in (request.query as object)
      return reply
        .header('cache-control', hasFingerprint ? forEver : 'public, max-age=3600')
        .type('image/png')
        .send(Buffer.from(icon))
    })
  }
}

function isIcon(name: string): name is keyof typeof icons {
  return Object.hasOwn(icons, name)
}
