import PDFDocument from 'pdfkit'
import { directionOf, type Language } from '../../contract/languages/languages.ts'
import { atATime } from '../../contract/limits.ts'
import { sayIn } from '../http/language.ts'
import type { Letterhead, Style, Text } from './blocks.ts'
import { brass, end, ink, leading, line, pageWidth, quiet, smallest, start } from './look.ts'
import { directionMark, openFont, type Piece, piecesOf, type Weight } from './text.ts'

/** The common parts of the portal's documents: page, fonts, letterhead, and text in both directions. */

/** Any feature makes the font lay out the whole piece at once instead of word by word. */
const wholePiece: { features: PDFKit.Mixins.OpenTypeFeatures[]; lineBreak: false } = { features: ['kern'], lineBreak: false }

/** A cache: most texts stand on a page several times, or on every page, and laying them out is most of the work. */
function remember<Key extends string[], Result>(make: (...key: Key) => Result): (...key: Key) => Result {
  const known = new Map<string, Result>()
  return (...key) => {
    const name = key.join('\n')
    const found = known.get(name)
    if (found !== undefined) return found
    // Texts of a long document that stand there once do not fill the memory.
    if (known.size >= atATime.rememberedTexts) known.clear()
    const made = make(...key)
    known.set(name, made)
    return made
  }
}

const piecesIn = remember((text: string) => piecesOf(text))

/** One PDF, which writes to its last page. Everything is positioned absolutely; blocks of several pages are in draw-blocks.ts. */
export function createDocument(
  language: Language,
  { Title, ...info }: Omit<PDFKit.DocumentInfo, 'Title'> & { Title: Text },
  options: PDFKit.PDFDocumentOptions,
) {
  const isMirrored = directionOf(language) === 'rtl'
  const say = sayIn(language)
  const wordsOf = (text: Text) => (typeof text === 'string' ? text : say(text))
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    // The type of pdfkit allows only names. null: the fonts below are the only ones.
    font: null as unknown as string,
    lang: language,
    displayTitle: true,
    info: { Title: wordsOf(Title), ...info },
    ...options,
  })

  const chosen = new Set<string>()
  let direction: Piece['direction'] = 'ltr'
  function choose(piece: Piece, weight: Weight, size: number) {
    const name = `${piece.letters} ${weight}`
    if (!chosen.has(name)) {
      const font = openFont(piece.letters, weight)
      const layout = font.layout.bind(font)
      // pdfkit passes no direction, and fontkit would guess one from the script: from right to left also for Arabic digits.
      const runOf = remember((text: string, towards: Piece['direction']) => layout(text, ['kern'], undefined, undefined, towards))
      // pdfkit scales the positions that it is given, in place.
      font.layout = (text) => {
        const run = runOf(text, direction)
        const positions = run.positions.map((position) => ({ ...position }))
        return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions })
      }
      pdf.registerFont(name, font as unknown as string)
    }
    chosen.add(name)
    direction = piece.direction
    pdf.font(name).fontSize(size)
  }

  const widthAtSizeOne = remember((text: string, letters: string, weight: string, towards: string) => {
    const piece = { text, letters, direction: towards } as Piece
    choose(piece, Number(weight) as Weight, 1)
    return pdf.widthOfString(text, wholePiece)
  })

  function measure(text: string, weight: Weight, size: number) {
    const pieces = piecesIn(text).map((piece) => ({
      ...piece,
      wide: widthAtSizeOne(piece.text, piece.letters, String(weight), piece.direction) * size,
    }))
    return { pieces, wide: pieces.reduce((sum, { wide }) => sum + wide, 0) }
  }

  /** The left side of a box that begins at `x`. */
  function leftOf(x: number, wide: number): number {
    return isMirrored ? pageWidth - x - wide : x
  }

  /** Writes one line with its baseline at `y`, and returns where it ends. */
  function write(words: Text, x: number, y: number, style: Style = {}): number {
    const { size = 9, weight = 400, colour = ink, align = 'start' } = style
    const { pieces, wide } = measure(wordsOf(words), weight, size)
    const from = align === 'start' ? x : x - wide
    let at = leftOf(from, wide)
    for (const piece of pieces) {
      choose(piece, weight, size)
      pdf.fillColor(colour).text(piece.text, at, y, { ...wholePiece, baseline: 'alphabetic' })
      at += piece.wide
    }
    return from + wide
  }

  /** Writes lines below each other, the first with its baseline at `y`, and returns the baseline of the last one. */
  function writeLines(lines: readonly string[], x: number, y: number, style: Style): number {
    const step = (style.size ?? 9) * leading
    for (const [index, text] of lines.entries()) write(text, x, y + index * step, style)
    return y + (lines.length - 1) * step
  }

  /**
   * Wraps between words; a word that is wider than a line is broken at the end of the line. Each line begins with the mark of the whole
   * text's direction: by itself, a line that begins with a word of another script would run the other way.
   */
  function wrap(words: Text, most: number, { size = 9, weight = 400 }: Style = {}): string[] {
    const text = wordsOf(words).trim().replace(/\s+/gu, ' ')
    const widthOf = (piece: string) => measure(piece, weight, size).wide
    if (widthOf(text) <= most) return [text]
    const space = widthOf(' ')
    const mark = directionMark(text)
    const lines: string[] = []
    let current = ''
    let wide = 0
    // The text is measured word by word: the same words stand in many texts, and were measured before.
    for (const word of text.split(' ')) {
      const wordWide = widthOf(word)
      if (current !== '' && wide + space + wordWide <= most) {
        current += ` ${word}`
        wide += space + wordWide
        continue
      }
      if (current !== '') lines.push(current)
      current = wordWide <= most ? word : ''
      if (current === '')
        for (const sign of word) {
          if (current !== '' && widthOf(current + sign) > most) {
            lines.push(current)
            current = ''
          }
          current += sign
        }
      wide = widthOf(current)
    }
    return [...lines, current].map((line) => `${mark}${line}`)
  }

  /** The largest size at which all of a text fits into a box, and its lines at that size; a text that never fits has the smallest. */
  function fitInto(text: Text, most: number, high: number, { size: largest = 9, weight = 400 }: Style) {
    for (let size = largest; ; size -= 0.5) {
      const lines = wrap(text, most, { size, weight })
      if (size <= smallest || size * (1 + (lines.length - 1) * leading) <= high) return { size, lines }
    }
  }

  function rule(y: number, colour = line, thick = 0.75) {
    pdf.moveTo(start, y).lineTo(end, y).lineWidth(thick).strokeColor(colour).stroke()
  }

  return { pdf, language, wordsOf, write, writeLines, measure, wrap, fitInto, rule, leftOf }
}

export type PdfPage = ReturnType<typeof createDocument>

/** The shield of the portal, drawn in a square of 96. */
function drawShield({ pdf, leftOf }: PdfPage, x: number, y: number, size: number) {
  pdf
    .save()
    .translate(leftOf(x, size), y)
    .scale(size / 96)
  pdf
    .path('M48 4 84 14.5V45c0 21.5-13.2 37.6-36 47C25.2 82.6 12 66.5 12 45V14.5Z')
    .lineWidth(3)
    .fillAndStroke('#17304f', '#dcb670')
  pdf.path('m48 18.5 2.06 4.66 5.07.52-3.79 3.4 1.07 4.98L48 29.5l-4.41 2.56 1.07-4.98-3.79-3.4 5.07-.52Z').fill('#dcb670')
  pdf
    .path('M48 43.5C43.2 39.6 36.6 38 27 38v26.5c9.6 0 16.2 1.6 21 5.5 4.8-3.9 11.4-5.5 21-5.5V38c-9.6 0-16.2 1.6-21 5.5Z')
    .fill('#f7f3e8')
  pdf.path('M48 43.5V70').lineWidth(2).strokeColor('#17304f').stroke()
  pdf.restore()
}

export function drawHead(page: PdfPage, { organization, portalTitle, logo, ownShield }: Letterhead, title: Text) {
  const { pdf, writeLines, wrap, fitInto, rule, leftOf } = page
  let x = start
  if (logo) {
    try {
      pdf.image(logo, leftOf(start, 44), 38, { fit: [44, 44] })
      x += 56
    } catch {
      // pdfkit cannot read the image: the letterhead then has only the names.
    }
  } else if (ownShield) {
    drawShield(page, start - 4, 38, 44)
    x += 48
  }
  const most = end - x - 120
  const name = fitInto(organization, most, 20, { size: 13, weight: 600 })
  writeLines(name.lines, x, 57 - (name.lines.length - 1) * name.size * leading, { size: name.size, weight: 600 })
  writeLines(wrap(portalTitle, most), x, 73, { colour: quiet })
  writeLines(wrap(title, 110, { size: 10 }), end, 57, { align: 'end', size: 10, colour: quiet })
  rule(94, brass, 1)
}
