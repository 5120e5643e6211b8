import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Unavailable } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    isInFlight: boolean
  }
}

/** What a pool of connections can do within the seconds that a browser waits; each further one would only take memory. */
const mostInFlight = 500

/**
 * Answers 503 at once while too many requests are in flight. How long one of them may wait is limited by the time limits of the database
 * (see connect.ts). Fastify's `handlerTimeout` is no use here: in 5.12.8 its timer stops as soon as a body has been read.
 */
export function refuseOverload(app: FastifyInstance, most = mostInFlight) {
  let inFlight = 0

  function leave(request: FastifyRequest) {
    if (!request.isInFlight) return
    request.isInFlight = false
    inFlight -= 1
  }

  app.decorateRequest('isInFlight', false)
  app.addHook('onRequest', (request, reply, done) => {
    // The pages and the way in have to be there when nothing else is.
    if (request.is404 || request.routeOptions.config.access === 'public') return done()
    if (inFlight >= most) return done(new Unavailable())
    request.isInFlight = true
    inFlight += 1
    // A client that gave up: not every handler still sends something.
    reply.raw.once('close', () => leave(request))
    done()
  })
  // A slow reader, or a stream that stays open, is no work any more.
  app.addHook('onSend', (request, _reply, payload, done) => {
    leave(request)
    done(null, payload)
  })
}
