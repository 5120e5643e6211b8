import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Unavailable } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    isInFlight: boolean
  }
}

/**
 * Replies 503 at once while too many requests are in flight. How long one of them may wait is limited by the database timeouts
 * (see connect.ts). Fastify's `handlerTimeout` is no use here: in 5.12.8 its timer stops as soon as a body has been read.
 */
export function refuseOverload(app: FastifyInstance, most: number) {
  let inFlight = 0

  function leave(request: FastifyRequest) {
    if (!request.isInFlight) return
    request.isInFlight = false
    inFlight -= 1
  }

  app.decorateRequest('isInFlight', false)
  app.addHook('onRequest', (request, reply, done) => {
    // The pages and sign-in must work even under overload.
    if (request.is404 || request.routeOptions.config.access === 'public') return done()
    if (inFlight >= most) return done(new Unavailable())
    request.isInFlight = true
    inFlight += 1
    // A client that disconnected: not every handler then sends a reply.
    reply.raw.once('close', () => leave(request))
    done()
  })
  // A slow reader, or a stream that stays open, causes no more work.
  app.addHook('onSend', (request, _reply, payload, done) => {
    leave(request)
    done(null, payload)
  })
}
