import type { Branding } from '../../contract/branding.ts'
import type { Message } from '../../contract/languages/catalogue.ts'
import { directionOf, type Language } from '../../contract/languages/languages.ts'
import { sayIn } from '../http/language.ts'
import { escapeHtml } from './escape-html.ts'

/** Messages as HTML. */
export function htmlIn(language: Language) {
  const say = sayIn(language)
  return (message: Message) => escapeHtml(say(message))
}

/** A page for readers without an account, which needs no script. The body is HTML. */
export function plainPage(language: Language, branding: Branding, title: Message, body: string) {
  const html = htmlIn(language)
  return `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${html(title)} · ${escapeHtml(branding.portal_title)}</title>
<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/check/style.css"></head>
<body><main><header><img src="${escapeHtml(branding.logo_url)}" alt="" width="48" height="48">
<div><p class="university">${escapeHtml(branding.university_name)}</p><p>${escapeHtml(branding.portal_title)}</p></div></header>
${body}</main></body></html>`
}
