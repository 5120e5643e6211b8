import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Requester } from '../process/fair-queue.ts'
import { signedInUser } from './access.ts'

/** The user, and a signal for a client that disconnects. Not request.signal: Node closes the request once its body was read. */
export function requesterOf(request: FastifyRequest, reply: FastifyReply): Requester {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return { person: signedInUser(request).id, signal: gone.signal }
}
