import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Sets the timeout of a silent connection. A request that a test injects has no socket. */
function allowSilence({ socket }: FastifyRequest, ms: number) {
  if (socket instanceof Socket) socket.setTimeout(ms)
}

/**
 * A connection on which nothing happens is closed, but not while the server works on its request: a client that waits in a queue or for a long file
 * gets a reply. Meanwhile a body has limits of its own (bodies.ts).
 */
export function limitSilence(app: FastifyInstance, ms: number) {
  app.addHook('onRequest', (request, _reply, done) => {
    allowSilence(request, 0)
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    allowSilence(request, ms)
    done(null, payload)
  })
}
