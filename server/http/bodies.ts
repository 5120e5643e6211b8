import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { finished, PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import type { body } from '../../contract/limits.ts'
import { HttpError } from '../errors/errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    bodyLimits: BodyLimits
  }
}

/**
 * Whether a request has a body. Without one nothing reads the payload, so it would last as long as the reply: a stream of events, a long
 * download.
 */
export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.startsWith('multipart/') ?? false
}

type BodyLimits = Pick<typeof body, 'grace' | 'check' | 'leastRate' | 'linger' | 'longestPublic' | 'longestJson' | 'longestForm'>

/** Calls back when too little has arrived in the time so far. Returns a function that stops it. */
function watch(socket: Socket, limits: BodyLimits, longest: number, onTooSlow: () => void): () => void {
  const before = socket.bytesRead
  const begun = performance.now()
  let timer = setTimeout(check, Math.min(limits.grace, longest))
  function check() {
    const passed = performance.now() - begun
    const least = passed < limits.grace ? 0 : (limits.leastRate * passed) / 1000
    if (passed >= longest || socket.bytesRead - before < least) return onTooSlow()
    timer = setTimeout(check, Math.max(1, Math.min(limits.check, longest - passed)))
  }
  return () => clearTimeout(timer)
}

/** Some senders read the reply when they have sent all: a sender that keeps the rate may do so, the others have a moment to read it. */
function linger(raw: IncomingMessage, socket: Socket, limits: BodyLimits) {
  const begun = performance.now()
  let before = socket.bytesRead
  const check = setInterval(() => {
    const isFast = socket.bytesRead - before >= (limits.leastRate * limits.linger) / 1000
    before = socket.bytesRead
    if (!raw.complete && isFast && performance.now() - begun < limits.longestForm) return
    clearInterval(check)
    if (!raw.complete) raw.destroy()
  }, limits.linger).unref()
}

function tooSlow() {
  return new HttpError(408, messages.general.tooSlow)
}

/**
 * A body must arrive at a least rate, and within a timeout: 408 with a sentence. A sender that is refused while sending can read the reply;
 * a moment later the connection is closed.
 */
export function limitBodies(app: FastifyInstance, limits: BodyLimits) {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const { socket } = request
    // A request that a test injects has no socket, and arrives at once.
    if (!hasBody(request) || isForm(request) || !(socket instanceof Socket)) return
    const arriving = new PassThrough()
    // This stream is destroyed and not the request itself: that would close the connection before the reply.
    const longest = request.routeOptions.config.access === 'public' ? limits.longestPublic : limits.longestJson
    const stop = watch(socket, limits, longest, () => arriving.destroy(tooSlow()))
    finished(payload, stop)
    return payload.pipe(arriving)
  })

  app.decorate('bodyLimits', limits)

  app.addHook('onResponse', async ({ raw, socket }) => {
    if (socket instanceof Socket && !raw.complete) linger(raw, socket, limits)
  })
}

/** Watches a form, which its route reads: rejects when it takes too long, unless `stop` was called. */
export function watchForm(request: FastifyRequest) {
  const { bodyLimits: limits } = request.server
  const { socket } = request
  let stop = () => {}
  const promise = new Promise<never>((_, reject) => {
    if (socket instanceof Socket) stop = watch(socket, limits, limits.longestForm, () => reject(tooSlow()))
  })
  // Possibly nothing waits for the promise any more.
  promise.catch(() => {})
  return { tooSlow: promise, stop }
}
