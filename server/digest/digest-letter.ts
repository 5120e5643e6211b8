import { directionOf, type Language } from '../../contract/languages/languages.ts'
import { escapeHtml } from '../pages/escape-html.ts'

/** A sentence, the list below it, and the address to which it leads. */
export interface Paragraph {
  text: string
  items?: readonly { text: string; link?: string | undefined }[]
  link?: string
}

/** Addresses stand on lines of their own, where no sign of a sentence becomes a part of them. */
export function textLines(paragraphs: readonly Paragraph[]): string[] {
  return paragraphs.flatMap(({ text, items = [], link }, index) => [
    ...(index === 0 ? [] : ['']),
    text,
    ...items.flatMap((item) => [`- ${item.text}`, ...(item.link ? [`  ${item.link}`] : [])]),
    ...(link ? [link] : []),
  ])
}

/** The body for programs that show HTML: in the direction of the language, and with short links. */
export function htmlBody(language: Language, paragraphs: readonly Paragraph[]): string {
  const anchor = (link: string, text: string) => `<a href="${escapeHtml(link)}">${escapeHtml(text)}</a>`
  const body = paragraphs.map(({ text, items, link }) => {
    const list = items?.map((item) => `<li>${item.link ? anchor(item.link, item.text) : escapeHtml(item.text)}</li>`)
    return `<p>${escapeHtml(text)}${link ? `<br>${anchor(link, link)}` : ''}</p>${list ? `<ul>${list.join('')}</ul>` : ''}`
  })
  // Mail programs drop the attributes of html and body.
  return `<!doctype html><html lang="${language}"><body><div lang="${language}" dir="${directionOf(language)}" style="font-family:sans-serif;line-height:1.5;max-width:40em">${body.join('\n')}</div></body></html>`
}
