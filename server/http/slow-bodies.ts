import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'

const longestMs = 25_000

/**
 * A body that drips in holds a connection no longer than this. Only forms with files have the whole `requestTimeout` of the server, which is
 * one for all requests: a phone on a slow connection sends them for a minute or two, and only signed-in users can send them.
 */
export function limitSlowBodies(app: FastifyInstance) {
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (request.headers['content-type']?.startsWith('multipart/')) return
    const timer = setTimeout(() => request.raw.destroy(), longestMs)
    finished(payload, () => clearTimeout(timer))
  })
}
