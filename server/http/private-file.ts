import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A file that some people may read: the browser may cache it, but asks again each time, so that the right to read it is checked each time, and
 * nothing is shown after the session. Under its id (and page) a file never changes, so the id is its version.
 */
export function privateFile(request: FastifyRequest, reply: FastifyReply, ...id: readonly (string | number)[]) {
  const etag = `"${id.join('-')}"`
  const isKnown = request.headers['if-none-match'] === etag
  return {
    /** Whether the browser has the file: the database need not read its bytes. */
    isKnown,
    send(type: string, bytes: Buffer) {
      reply.headers({ 'cache-control': 'private, no-cache', etag })
      return isKnown ? reply.code(304).send() : reply.type(type).send(bytes)
    },
  }
}
