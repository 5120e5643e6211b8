import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'

/** Only the scripts of the build run; no framing; no connections to other origins. */
function contentPolicy(isHttps: boolean): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "script-src-attr 'none'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // On plain http it would make the browser use https, which is not served.
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join(';')
}

/** The same for every reply, so computed once. */
export function sendSecurityHeaders(app: FastifyInstance, settings: Pick<Settings, 'PUBLIC_URL'>) {
  const isHttps = settings.PUBLIC_URL?.startsWith('https:') ?? false
  const headers: Record<string, string> = {
    'content-security-policy': contentPolicy(isHttps),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    'cache-control': 'no-store',
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
}

/** For a URL too malformed for any hook: plain text that a browser does not interpret. */
export function plainHeaders(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.headers({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    'x-request-id': request.id,
  })
}
