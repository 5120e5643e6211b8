import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Branding } from '../../contract/branding.ts'
import { hasSessionCookie } from '../auth/session-cookie.ts'
import { escapeHtml } from './escape-html.ts'
import { readFirstPaints, withFirstPaint } from './first-paint.ts'
import { readPreloads } from './preloads.ts'

export type SendIndexPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** The page knows title and logo from its first paint: they are written into its head once, when the server starts. */
function writeBranding(html: string, branding: Branding) {
  const metas = {
    'portal-title': branding.portal_title,
    'university-name': branding.university_name,
    'footer-credit': branding.footer_credit,
    'logo-url': branding.logo_url,
  }
  const titled = html.replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(branding.portal_title)}</title>`)
  return Object.entries(metas).reduce(
    (page, [name, content]) =>
      page.replace(new RegExp(`(<meta name="${name}" content=")[^"]*`), (_, start) => start + escapeHtml(content)),
    titled,
  )
}

/**
 * Where scripts are fetched early, and there is nothing to read before they are there, fonts are not: text stands in its stretched
 * fallback until the fonts are.
 */
function withPreloads(html: string, preloads: string, hasPaint: boolean) {
  if (!preloads) return html
  const page = hasPaint ? html : html.replace(/<link rel="preload" as="font"[^>]*>\s*/g, '')
  return page.replace('</head>', () => `${preloads}</head>`)
}

function compress(html: string) {
  return { plain: Buffer.from(html), br: brotliCompressSync(html), gzip: gzipSync(html) }
}

/** The better one of what the client accepts; `gzip;q=0` means that it does not. */
function acceptedEncoding(header: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const accepted = String(header ?? '')
    .split(',')
    .map((each) => each.trim().split(/\s*;\s*q=/))
    .flatMap(([name, quality = '1']) => (Number(quality) > 0 ? name : []))
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding))
}

export function readIndexPage(folder: string, branding: Branding): SendIndexPage {
  const html = writeBranding(readFileSync(join(folder, 'index.html'), 'utf8'), branding)
  const preloadsOf = readPreloads(folder)
  const firstPaintOf = readFirstPaints(folder, branding)
  /** There are seven different ones. */
  const compressed = new Map<string, ReturnType<typeof compress>>()
  function bodiesOf(path: string, hasTab: boolean, isSignedIn: boolean) {
    const paint = firstPaintOf(path, hasTab, isSignedIn)
    const page = withFirstPaint(withPreloads(html, preloadsOf(path, hasTab), paint !== undefined), paint)
    const bodies = compressed.get(page) ?? compress(page)
    compressed.set(page, bodies)
    return bodies
  }

  return (request, reply) => {
    const bodies = bodiesOf(request.routeOptions.url ?? '', 'tab' in (request.query as object), hasSessionCookie(request))
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (encoding) reply.header('content-encoding', encoding)
    return reply
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding, cookie')
      .type('text/html; charset=utf-8')
      .send(bodies[encoding ?? 'plain'])
  }
}
