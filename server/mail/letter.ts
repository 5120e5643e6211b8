import { directionOf, type Language } from '../../contract/languages/languages.ts'
import { escapeHtml } from '../pages/escape-html.ts'

/** A text, the list below it, and the address to which it leads. */
export interface Paragraph {
  text: string
  items?: readonly { text: string; link?: string | undefined }[]
  link?: string
  /** The words of the link, for programs that show HTML; without them, the address itself is shown. */
  label?: string
}

export interface Letter {
  language: Language
  portalTitle: string
  paragraphs: readonly Paragraph[]
  /** Why the reader gets it, and how to stop it. */
  footer: readonly Paragraph[]
}

/** The two bodies of an e-mail, with the same content. */
export function writeLetter({ language, portalTitle, paragraphs, footer }: Letter): { lines: string[]; html: string } {
  return {
    lines: textLines([...paragraphs, ...footer]),
    html: htmlBody(language, portalTitle, paragraphs, footer),
  }
}

/** Addresses stand on lines of their own, where no sign of a sentence becomes a part of them. */
function textLines(paragraphs: readonly Paragraph[]): string[] {
  return paragraphs.flatMap(({ text, items = [], link, label }, index) => [
    ...(index === 0 ? [] : ['']),
    ...(text ? text.split('\n') : []),
    ...items.flatMap((item) => [`- ${item.text}`, ...(item.link ? [`  ${item.link}`] : [])]),
    ...(link ? [...(label ? [`${label}:`] : []), link] : []),
  ])
}

const styles = {
  body: 'margin:0;padding:16px;background:#f4f2ec;',
  letter:
    'max-width:40em;margin:0 auto;padding:20px 24px;background:#ffffff;color:#1d2733;border:1px solid #dcd8cc;border-radius:8px;font-family:Tahoma,Arial,sans-serif;font-size:16px;line-height:1.6;',
  title: 'margin:0 0 16px;padding-bottom:10px;border-bottom:1px solid #dcd8cc;font-weight:bold;color:#17456e;',
  text: 'margin:0 0 14px;',
  button:
    'display:inline-block;padding:9px 18px;background:#17456e;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:bold;',
  footer: 'margin-top:20px;padding-top:12px;border-top:1px solid #dcd8cc;color:#5b6570;font-size:13px;',
} as const

/**
 * The body for programs that show HTML: in the direction of the language, with the styles in each element, and without anything to be
 * fetched. Each paragraph finds its own direction, because the texts of a message may be in another language than the rest.
 */
function htmlBody(
  language: Language,
  portalTitle: string,
  paragraphs: readonly Paragraph[],
  footer: readonly Paragraph[],
): string {
  const part = (paragraph: Paragraph) => htmlParagraph(paragraph)
  const content = [
    `<div style="${styles.title}"><bdi>${escapeHtml(portalTitle)}</bdi></div>`,
    ...paragraphs.map(part),
    `<div style="${styles.footer}">${footer.map(part).join('\n')}</div>`,
  ]
  // Mail programs drop the attributes of html and body.
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head><body style="${styles.body}"><div lang="${language}" dir="${directionOf(language)}" style="${styles.letter}">${content.join('\n')}</div></body></html>`
}

function htmlParagraph({ text, items, link, label }: Paragraph): string {
  const anchor = (address: string, words: string, style = '') =>
    `<a href="${escapeHtml(address)}"${style && ` style="${style}"`}>${escapeHtml(words)}</a>`
  const lines = text.split('\n').map(escapeHtml).join('<br>')
  const list = items?.map((item) => `<li>${item.link ? anchor(item.link, item.text) : escapeHtml(item.text)}</li>`)
  const address = link && !label ? anchor(link, link) : ''
  return [
    ...(text || address ? [`<p style="${styles.text}">${[lines, address].filter(Boolean).join('<br>')}</p>`] : []),
    ...(list ? [`<ul>${list.join('')}</ul>`] : []),
    ...(link && label ? [`<p style="${styles.text}">${anchor(link, label, styles.button)}</p>`] : []),
  ].join('')
}
