import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import type { Branding } from '../../contract/branding.ts'
import { pages } from '../../contract/pages.ts'
import { escapeHtml } from './escape-html.ts'

/** One HTML file per page, as the build wrote them, with the branding filled in once, when the server starts. */
export function readHtmlPages(folder: string, branding: Branding) {
  const read = (file: string) =>
    readFileSync(join(folder, file), 'utf8').replace(/\{(\w+)\}/g, (placeholder, name) =>
      Object.hasOwn(branding, name) ? escapeHtml(branding[name as keyof Branding]) : placeholder,
    )
  return {
    byPath: Object.entries(pages).map(([name, path]) => ({ path, html: read(`${name}.html`) })),
    notFound: read('index.html'),
  }
}

/** The font rules of the built style sheet, for a page that the server renders by itself: the build names the files. */
export function readFontFaces(folder: string): string {
  const assets = join(folder, 'assets')
  const sheets = readdirSync(assets).filter((file) => file.endsWith('.css'))
  return sheets.flatMap((file) => readFileSync(join(assets, file), 'utf8').match(/@font-face\s*\{[^}]*\}/g) ?? []).join('\n')
}

export type HtmlPages = ReturnType<typeof readHtmlPages>

export function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html)
}
