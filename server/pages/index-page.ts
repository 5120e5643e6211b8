import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Branding } from '../../contract/branding.ts'
import { readPreloads } from './preloads.ts'

export type SendIndexPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

export function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

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
 * Where scripts are fetched early, fonts are not: nothing can be read before the scripts are there, and text stands in its stretched
 * fallback until the fonts are. Whoever signed in has them since the login page, which does fetch them early.
 */
function withPreloads(html: string, preloads: string) {
  if (!preloads) return html
  return html.replace(/<link rel="preload" as="font"[^>]*>\s*/g, '').replace('</head>', () => `${preloads}</head>`)
}

function pack(html: string) {
  return { plain: Buffer.from(html), br: brotliCompressSync(html), gzip: gzipSync(html) }
}

export function readIndexPage(folder: string, branding: Branding): SendIndexPage {
  const html = writeBranding(readFileSync(join(folder, 'index.html'), 'utf8'), branding)
  const preloadsOf = readPreloads(folder)
  /** By what they preload: there are five of them. */
  const packed = new Map<string, ReturnType<typeof pack>>()
  const bodiesWith = (preloads: string) => {
    const bodies = packed.get(preloads) ?? pack(withPreloads(html, preloads))
    packed.set(preloads, bodies)
    return bodies
  }

  return (request, reply) => {
    const bodies = bodiesWith(preloadsOf(request.routeOptions.url ?? '', 'tab' in (request.query as object)))
    const accepted = request.headers['accept-encoding'] ?? ''
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
    if (encoding) reply.header('content-encoding', encoding)
    return reply
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8')
      .send(bodies[encoding ?? 'plain'])
  }
}
