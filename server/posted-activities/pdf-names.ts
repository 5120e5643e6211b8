const code = (character: string) => character.charCodeAt(0)
const whitespace = new Set([0, 9, 10, 12, 13, 32])
const delimiters = new Set([...'()<>[]{}/%'].map(code))

/** The names (`/JS`, `/Type`) that a PDF has anywhere, how many of its objects are pages, and the pixels of its largest image. */
export interface PdfNames {
  names: ReadonlySet<string>
  pages: number
  pixels: number
}

/**
 * Reads a PDF that PDFium has written: every object stands for itself, and the length of a stream is a number in its dictionary. What
 * stands in strings and streams is no name. Throws where the file is not of this form.
 */
export function namesOf(pdf: Buffer): PdfNames {
  const names = new Set<string>()
  let pages = 0
  let pixels = 0
  let at = 0
  let depth = 0
  /** The numbers in the outermost dictionary of an object. */
  let numbers: Record<string, number> = {}
  /** The token before, if it is a name. */
  let previous: { name: string; depth: number } | undefined

  while (at < pdf.length) {
    const byte = pdf[at] as number
    if (whitespace.has(byte)) at += 1
    else if (byte === code('/')) readName()
    else if (!delimiters.has(byte)) readWord()
    else {
      previous = undefined
      if (byte === code('(')) skipString()
      else if (byte === code('%')) skipTo('\n')
      else if (byte !== code('<') && byte !== code('>')) at += 1
      else if (pdf[at + 1] === byte) {
        depth += byte === code('<') ? 1 : -1
        at += 2
      } else skipTo('>')
    }
  }
  return { names, pages, pixels }

  function readRegular(): string {
    const start = at
    while (at < pdf.length && !whitespace.has(pdf[at] as number) && !delimiters.has(pdf[at] as number)) at += 1
    return pdf.toString('latin1', start, at)
  }

  function readName() {
    at += 1
    const name = readRegular().replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    if (previous?.name === 'Type' && name === 'Page') pages += 1
    names.add(name)
    previous = { name, depth }
  }

  function readWord() {
    const word = readRegular()
    if (previous?.depth === 1) numbers[previous.name] = Number(word)
    previous = undefined
    if (word === 'obj') {
      depth = 0
      numbers = {}
    } else if (word === 'stream') skipStream()
  }

  /** By its length: its bytes are anything, also the word that ends it. */
  function skipStream() {
    const { Length: length = Number.NaN, Width: width = 0, Height: height = 0 } = numbers
    pixels = Math.max(pixels, width * height || 0)
    at += length + '\r\n'.length
    if (!/^\s*endstream/.test(pdf.toString('latin1', at, at + 16))) throw new Error('The stream has another length.')
  }

  function skipString() {
    let open = 0
    do {
      const byte = pdf[at]
      if (byte === code('\\')) at += 1
      else if (byte === code('(')) open += 1
      else if (byte === code(')')) open -= 1
      at += 1
    } while (open > 0 && at < pdf.length)
  }

  function skipTo(character: string) {
    const end = pdf.indexOf(character, at)
    at = end === -1 ? pdf.length : end + 1
  }
}
