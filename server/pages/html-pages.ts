import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Branding } from '../../contract/branding.ts'
import { type Language, languages } from '../../contract/languages/languages.ts'
import { pages } from '../../contract/pages.ts'
import { languageOf, varyByLanguage } from '../http/language.ts'
import { escapeHtml } from './escape-html.ts'

/** A page in every language. */
type HtmlPage = Readonly<Record<Language, string>>

/** One HTML file per page and language, as the build wrote them, with the branding filled in once, when the server starts. */
export function readHtmlPages(folder: string, branding: Branding) {
  const read = (file: string) =>
    readFileSync(join(folder, file), 'utf8').replace(/\{(\w+)\}/g, (placeholder, name) =>
      Object.hasOwn(branding, name) ? escapeHtml(branding[name as keyof Branding]) : placeholder,
    )
  const inEachLanguage = (name: string): HtmlPage => {
    const entries = languages.map((language) => [language, read(`${name}.${language}.html`)])
    return Object.fromEntries(entries) as HtmlPage
  }
  return {
    byPath: Object.entries(pages).map(([name, path]) => ({ path, html: inEachLanguage(name) })),
    notFound: inEachLanguage('index'),
  }
}

/** The font rules of the built style sheet, for a page that the server renders by itself: the build names the files. */
export function readFontFaces(folder: string): string {
  const assets = join(folder, 'assets')
  const sheets = readdirSync(assets).filter((file) => file.endsWith('.css'))
  return sheets.flatMap((file) => readFileSync(join(assets, file), 'utf8').match(/@font-face\s*\{[^}]*\}/g) ?? []).join('\n')
}

export type HtmlPages = ReturnType<typeof readHtmlPages>

export function sendHtml(request: FastifyRequest, reply: FastifyReply, html: HtmlPage): FastifyReply {
  return varyByLanguage(reply)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(html[languageOf(request)])
}
