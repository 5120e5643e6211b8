import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { wholeLists } from '../../contract/limits.ts'
import { limitConcurrency } from '../process/limit-concurrency.ts'

/** JSON built by the database, with its hash as ETag: a client that has the same version gets 304 and no body. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, json: string) {
  // Encoded once: a whole list is hashed, measured and sent.
  const body = Buffer.from(json)
  const etag = `W/"${createHash('sha256').update(body).digest('base64url')}"`
  reply.header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

/** Reads a list of all people, in turn with those that others read. */
export const readWholeList = limitConcurrency(wholeLists.concurrency, wholeLists.maxWaiting)
