import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'

/** The hashes of the scripts and styles that stand in a page itself, as the policy names them: `'sha256-…'`. */
export type InlineHashes = { scripts: readonly string[]; styles: readonly string[] }

/** The content security policy: only the scripts of the build run; no framing; no connections to other origins. */
export function contentPolicy(
  { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>,
  { scripts, styles }: InlineHashes = { scripts: [], styles: [] },
): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    "script-src-attr 'none'",
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // On plain http this directive would make the browser use https, which is not served.
    ...(isHttps(PUBLIC_URL) ? ['upgrade-insecure-requests'] : []),
  ].join(';')
}

function isHttps(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') ?? false
}

/** The headers are the same for every reply, so they are computed once. */
export function sendSecurityHeaders(app: FastifyInstance, settings: Pick<Settings, 'PUBLIC_URL'>) {
  const headers: Record<string, string> = {
    'content-security-policy': contentPolicy(settings),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    ...(isHttps(settings.PUBLIC_URL) ? { 'strict-transport-security': 'max-age=31536000' } : {}),
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

/** What a browser reads only from the headers of a document or of a worker. */
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** For scripts, styles and fonts, of which a page loads dozens: these headers are 600 bytes each time. */
export function withoutDocumentHeaders(reply: FastifyReply): FastifyReply {
  for (const name of documentHeaders) reply.removeHeader(name)
  return reply
}

/** The headers for a URL too malformed for any hook: plain text that a browser does not interpret. */
export function plainHeaders(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.headers({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    'x-request-id': request.id,
  })
}
