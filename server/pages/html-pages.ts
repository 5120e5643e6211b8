import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Branding } from '../../contract/branding.ts'
import { type Language, languages } from '../../contract/languages/languages.ts'
import { pages } from '../../contract/pages.ts'
import type { Brandings } from '../branding/branding.ts'
import { languageOf, varyByLanguage } from '../http/language.ts'
import { languageCookieOf } from '../http/language-cookie.ts'
import { contentPolicy, type InlineHashes } from '../http/security-headers.ts'
import type { Settings } from '../settings.ts'
import { escapeHtml } from './escape-html.ts'

/** A page in every language. */
type HtmlPage = Readonly<Record<Language, { html: string; inline: InlineHashes }>>

/** One HTML file per page and language, as the build wrote them. The server fills in the branding with every request. */
export function readHtmlPages(folder: string) {
  const inEachLanguage = (name: string): HtmlPage => {
    const entries = languages.map((language) => {
      const html = readFileSync(join(folder, `${name}.${language}.html`), 'utf8')
      return [language, { html, inline: { scripts: hashesOf(html, 'script'), styles: hashesOf(html, 'style') } }]
    })
    return Object.fromEntries(entries) as HtmlPage
  }
  return {
    byPath: Object.entries(pages).map(([name, path]) => ({ path, html: inEachLanguage(name) })),
    notFound: inEachLanguage('index'),
  }
}

/** The hashes of elements without attributes: the others are files, or no code. */
function hashesOf(html: string, tag: 'script' | 'style'): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))
  return [...elements].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

/** The values of the names in braces. A button of the login page is hidden if its language is not offered (web/auth/language-buttons.tsx). */
function placeholdersOf(branding: Branding): Readonly<Record<string, string>> {
  const hidden = languages.map((language) => [
    `hide_${language}`,
    branding.languages.length > 1 && branding.languages.includes(language) ? '' : 'hidden',
  ])
  return {
    ...branding,
    stay_signed_in_days: String(branding.stay_signed_in_days ?? 0),
    languages: branding.languages.join(' '),
    ...Object.fromEntries(hidden),
  }
}

/** Fills in names, but not in the words of the page, which are JSON for its script, nor in scripts and styles, which have a hash. */
const placeholder = /<(script|style)\b[\s\S]*?<\/\1>|\{(\w+)\}/g

function filled(html: string, branding: Branding): string {
  const values = placeholdersOf(branding)
  return html.replace(placeholder, (found, _tag, name) =>
    name !== undefined && Object.hasOwn(values, name) ? escapeHtml(values[name] ?? '') : found,
  )
}

/** The font rules of the built style sheet, for a page that the server renders by itself: the build names the files. */
export function readFontFaces(folder: string): string {
  const assets = join(folder, 'assets')
  const sheets = readdirSync(assets).filter((file) => file.endsWith('.css'))
  return sheets.flatMap((file) => readFileSync(join(assets, file), 'utf8').match(/@font-face\s*\{[^}]*\}/g) ?? []).join('\n')
}

export type HtmlPages = ReturnType<typeof readHtmlPages>

/** Sends pages with the current branding, in a language that is offered. */
export function htmlSender(brandings: Brandings, settings: Pick<Settings, 'PUBLIC_URL'>) {
  const languageCookie = languageCookieOf(settings)
  return async (request: FastifyRequest, reply: FastifyReply, page: HtmlPage): Promise<FastifyReply> => {
    const current = await brandings.readOrLastKnown()
    const language = languageOf(request, current)
    const { html, inline } = page[language]
    // Files that the page will download follow the cookie too.
    if (language !== languageOf(request)) languageCookie.set(reply, language)
    const text = filled(html, current.in(language))
    const etag = `W/"${createHash('sha256').update(text).digest('base64url')}"`
    varyByLanguage(reply)
      .header('cache-control', 'no-cache')
      .header('etag', etag)
      .header('content-security-policy', contentPolicy(settings, inline))
      .type('text/html; charset=utf-8')
    if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.send(text)
  }
}

export type SendHtml = ReturnType<typeof htmlSender>
