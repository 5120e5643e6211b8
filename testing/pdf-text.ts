import { inflateSync } from 'node:zlib'

/** A piece of text with its left end and its baseline, in points from the lower left corner of the page. */
export interface PlacedText {
  text: string
  x: number
  y: number
  /** The font size in points. */
  size: number
}

interface PageOfPdf {
  /** The number of pages of the whole file. */
  pages: number
  text: string
  lines: string[]
  placed: PlacedText[]
  /** The number of rectangles, of which a QR code is made. */
  rectangles: number
}

/** The text of a page of a PDF of ours, read back from the PDF's own tables of glyphs and their letters. */
export function readPdf(bytes: Buffer, pageNumber = 1): PageOfPdf {
  const source = bytes.toString('latin1')
  const objects = new Map([...source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [id, body]))

  const streamOf = (id: string) => {
    const [, head = '', data = ''] = /^([\s\S]*?)stream\n([\s\S]*)\nendstream/.exec(objects.get(id) ?? '') ?? []
    const packed = Buffer.from(data, 'latin1')
    return head.includes('FlateDecode') ? inflateSync(packed).toString('latin1') : data
  }
  const lettersOf = (fontId: string) => {
    const map = streamOf(/\/ToUnicode (\d+) 0 R/.exec(objects.get(fontId) ?? '')?.[1] ?? '')
    return [...map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)].flatMap(([, from = '', list = '']) =>
      [...list.matchAll(/<([^>]*)>/g)].map(([, hex = ''], index) => {
        const letters = Buffer.from(hex.replace(/\s/g, ''), 'hex').swap16().toString('utf16le')
        return [Number.parseInt(from, 16) + index, letters] as const
      }),
    )
  }

  const page = [...objects.values()].filter((body) => /\/Type \/Page\b(?!s)/.test(body))[pageNumber - 1] ?? ''
  const fontIds = /\/Font (\d+) 0 R/.exec(page)?.[1]
  const resources = objects.get(/\/Resources (\d+) 0 R/.exec(page)?.[1] ?? '') ?? ''
  const fontList = fontIds ? objects.get(fontIds) : /\/Font <<([\s\S]*?)>>/.exec(resources)?.[1]
  const fonts = new Map(
    [...(fontList ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, new Map(lettersOf(id))]),
  )
  const content = streamOf(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? '')
  // A glyph that is moved, such as a joined letter of Arabic, ends one list of glyphs and begins another.
  const shownText = /BT\n1 0 0 1 ([\d.]+) ([\d.]+) Tm\n\/(F\d+) ([\d.]+) Tf\n([\s\S]*?)\nET/g
  const placed = [...content.matchAll(shownText)].map(([, x, y, font = '', size, shown = '']) => ({
    x: Number(x),
    y: Number(y),
    size: Number(size),
    text: [...shown.matchAll(/<(\w+)>/g)]
      .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      .map((sign) => fonts.get(font)?.get(Number.parseInt(sign, 16)) ?? '?')
      .join(''),
  }))
  const lines = placed.map(({ text }) => text)
  const pages = source.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0
  return { pages, text: lines.join('\n'), lines, placed, rectangles: content.match(/ re\n/g)?.length ?? 0 }
}

/** What must not be on any page of a document: text below 8 points, text that was cut, and text beyond the edge of the page. */
export function unreadableIn(bytes: Buffer): string[] {
  const { pages } = readPdf(bytes)
  return Array.from({ length: pages }, (_, index) => readPdf(bytes, index + 1).placed)
    .flat()
    .filter(({ text, size, x, y }) => size < 8 || text.includes('…') || x < 30 || x > 560 || y < 20)
    .map(({ text, size }) => `${text} (${size})`)
}
