import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** How long the connection may be silent, while a file is made. A request that a test injects has none. */
export function allowSilence({ socket }: FastifyRequest, ms: number) {
  if (socket instanceof Socket) socket.setTimeout(ms)
}
