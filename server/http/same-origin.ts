import type { FastifyInstance } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import { BadRequest, Forbidden } from '../errors/errors.ts'
import type { Settings } from '../settings.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A browser states the origin of a request; a page of another origin may not change anything. Programs that send
 * neither Origin nor Sec-Fetch-Site do not attach cookies automatically and are accepted.
 */
export function refuseForeignOrigins(app: FastifyInstance, settings: Pick<Settings, 'PUBLIC_URL'>) {
  app.addHook('onRequest', (request, _reply, done) => {
    // Node uses the first of two Host headers, a proxy may use the other: the request is ambiguous.
    if (request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1)
      return done(new BadRequest(messages.general.invalidInput))
    if (safeMethods.has(request.method) || request.routeOptions.config?.crossOrigin) return done()
    const { origin, 'sec-fetch-site': site } = request.headers
    const own = settings.PUBLIC_URL ? [settings.PUBLIC_URL] : [`http://${request.host}`, `https://${request.host}`]
    const foreignOrigin = origin !== undefined && !own.includes(origin)
    const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
    done(foreignOrigin || foreignSite ? new Forbidden(messages.general.foreignOrigin) : undefined)
  })
}
