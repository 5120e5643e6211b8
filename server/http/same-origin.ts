import type { FastifyInstance } from 'fastify'
import { messages } from '../../contract/messages.ts'
import type { Settings } from '../settings.ts'
import { BadRequest, Forbidden } from './errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A browser says where a request comes from; a page of another origin may change nothing here. Programs that say nothing
 * about it (no Origin, no Sec-Fetch-Site) carry no cookie by accident and pass.
 */
export function refuseForeignOrigins(app: FastifyInstance, settings: Pick<Settings, 'PUBLIC_URL'>) {
  app.addHook('onRequest', (request, _reply, done) => {
    // Node keeps the first of two Host lines, a proxy in front may have kept the other: neither says for whom the request is.
    if (request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1)
      return done(new BadRequest(messages.general.invalidInput))
    if (safeMethods.has(request.method)) return done()
    const { origin, 'sec-fetch-site': site } = request.headers
    const own = settings.PUBLIC_URL ? [settings.PUBLIC_URL] : [`http://${request.host}`, `https://${request.host}`]
    const foreignOrigin = origin !== undefined && !own.includes(origin)
    const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
    done(foreignOrigin || foreignSite ? new Forbidden(messages.general.foreignOrigin) : undefined)
  })
}
