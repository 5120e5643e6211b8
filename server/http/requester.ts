import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Requester } from '../process/fair-queue.ts'
import { signedInUser } from './access.ts'

/** Who waits for the reply, and a signal for when they are gone. Not request.signal: Node ends the request when its body was read. */
export function requesterOf(request: FastifyRequest, reply: FastifyReply): Requester {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return { person: signedInUser(request).id, signal: gone.signal }
}
