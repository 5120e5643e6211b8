import type { FastifyReply, FastifyRequest } from 'fastify'
import type { wait } from '../../contract/limits.ts'
import type { Requester } from '../process/fair-queue.ts'
import { signedInUser } from './access.ts'

declare module 'fastify' {
  interface FastifyInstance {
    longestWaits: typeof wait
    /** The time zone in which moments are told. */
    timeZone?: string
  }
}

/** The user, and a signal for a client that disconnects. request.signal is not used: Node closes the request once its body was read. */
export function requesterOf(request: FastifyRequest, reply: FastifyReply): Requester {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return { person: signedInUser(request).id, signal: gone.signal }
}

/** The same requester with a timeout, from now on. */
export function impatient(request: FastifyRequest, { person, signal }: Requester, what: keyof typeof wait): Requester {
  const longest = request.server.longestWaits[what]
  return { person, signal: Number.isFinite(longest) ? AbortSignal.any([signal, AbortSignal.timeout(longest)]) : signal }
}
