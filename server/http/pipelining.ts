import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Closes a connection that sends a request before it has the reply to the one before. No browser and no proxy does so, but Node works
 * through all requests of a packet before it looks at another connection: thousands in one packet would block all other users.
 */
export function refusePipelining(app: FastifyInstance) {
  const answering = new WeakSet<Socket>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    if (answering.has(socket)) {
      reply.hijack()
      socket.destroy()
      return
    }
    answering.add(socket)
    reply.raw.once('close', () => answering.delete(socket))
    done()
  })
}
