import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Settings } from './settings.ts'

/** The page runs the scripts it was built with, and nothing else; nobody frames it; nothing leaves to elsewhere. */
export function securityHeaders(settings: Pick<Settings, 'PUBLIC_URL'>): FastifyHelmetOptions {
  const isHttps = settings.PUBLIC_URL?.startsWith('https:') ?? false
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // On plain http it would send the browser to an https that is not there.
        upgradeInsecureRequests: isHttps ? [] : null,
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  }
}
