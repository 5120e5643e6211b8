import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** JSON built by the database, with its hash as ETag: a client that has the same version gets 304 and no body. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, json: string) {
  const etag = `W/"${createHash('sha256').update(json).digest('base64url')}"`
  reply.header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}
