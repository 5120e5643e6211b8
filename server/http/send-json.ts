import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** JSON that the database wrote, with its hash as ETag: who has the same already gets 304 and no body. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, json: string) {
  const etag = `W/"${createHash('sha256').update(json).digest('base64url')}"`
  reply.header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}
