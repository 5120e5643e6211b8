import { finished } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * A body that drips in holds a connection no longer than this. Only forms with files have the whole `requestTimeout` of the server, which is
 * one for all requests: a phone on a slow connection sends them for a minute or two, and only signed-in users can send them.
 */
export function limitSlowBodies(app: FastifyInstance, longestMs: number) {
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (!hasBody(request) || request.headers['content-type']?.startsWith('multipart/')) return
    const timer = setTimeout(() => request.raw.destroy(), longestMs)
    finished(payload, () => clearTimeout(timer))
  })
}

/** Without one nothing reads the payload, so it would last as long as the reply: a stream of events, a long download. */
function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
