import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Branding } from '../../contract/branding.ts'

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

export function readIndexPage(folder: string, branding: Branding): SendIndexPage {
  const html = writeBranding(readFileSync(join(folder, 'index.html'), 'utf8'), branding)
  const bodies = { plain: Buffer.from(html), br: brotliCompressSync(html), gzip: gzipSync(html) }

  return (request, reply) => {
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
