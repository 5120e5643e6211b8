/** The longest side of a page, in points: that of A4. */
const longestSide = 842

/** What a PDF has to say about a JPEG that it holds. */
type Jpeg = { width: number; height: number; colours: number; isBare: boolean }

/** Markers of the format: those that begin a frame, less three that do not; a comment; data of programs and cameras. */
const frames = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const comment = 0xfe
const programData = (marker: number) => marker > 0xe0 && marker <= 0xef

/** Reads the head of a JPEG; undefined if it is none. It is bare if it says nothing but the picture: no camera, no place, no comment. */
export function readJpeg(bytes: Uint8Array): Jpeg | undefined {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let isBare = true
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = data.getUint8(at + 1)
    if (marker === comment || programData(marker)) isBare = false
    if (frames(marker))
      return { height: data.getUint16(at + 5), width: data.getUint16(at + 7), colours: data.getUint8(at + 9), isBare }
    at += 2 + data.getUint16(at + 2)
  }
  return undefined
}

/**
 * A PDF with a page for each JPEG, as large as an A4 page in the shape of the picture. A PDF holds JPEGs as they are, so this is all that it
 * takes (docs/decisions/0092-sharing-into-the-portal.md). The same pictures are the same file: it has no date and no name.
 */
export function pdfOfPhotos(photos: readonly Uint8Array<ArrayBuffer>[]): Blob {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = ['%PDF-1.4\n%\u00a7\n']
  const encoder = new TextEncoder()
  let length = encoder.encode(String(parts[0])).length
  const offsets: number[] = []
  const write = (...pieces: (string | Uint8Array<ArrayBuffer>)[]) => {
    for (const piece of pieces) {
      parts.push(piece)
      length += piece.length
    }
  }
  const writeObject = (...pieces: (string | Uint8Array<ArrayBuffer>)[]) => {
    offsets.push(length)
    write(`${offsets.length} 0 obj\n`, ...pieces, '\nendobj\n')
  }

  // The catalog and the tree of pages, then three objects for each page.
  const pageNumber = (index: number) => 3 + 3 * index
  writeObject('<< /Type /Catalog /Pages 2 0 R >>')
  const kids = photos.map((_, index) => `${pageNumber(index)} 0 R`).join(' ')
  writeObject(`<< /Type /Pages /Kids [${kids}] /Count ${photos.length} >>`)
  for (const [index, bytes] of photos.entries()) {
    const jpeg = readJpeg(bytes)
    if (!jpeg) throw new TypeError('This is no JPEG.')
    const scale = longestSide / Math.max(jpeg.width, jpeg.height)
    const size = [jpeg.width, jpeg.height].map((side) => Math.max(1, Math.round(side * scale)))
    const number = pageNumber(index)
    writeObject(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size.join(' ')}] /Contents ${number + 1} 0 R`,
      ` /Resources << /XObject << /Photo ${number + 2} 0 R >> >> >>`,
    )
    const content = `q ${size[0]} 0 0 ${size[1]} 0 0 cm /Photo Do Q`
    writeObject(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
    writeObject(
      `<< /Type /XObject /Subtype /Image /Width ${jpeg.width} /Height ${jpeg.height} /BitsPerComponent 8`,
      ` /ColorSpace /Device${jpeg.colours === 1 ? 'Gray' : 'RGB'} /Filter /DCTDecode /Length ${bytes.length} >>\nstream\n`,
      bytes,
      '\nendstream',
    )
  }

  const table = length
  const size = offsets.length + 1
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  write(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`)
  write(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  return new Blob(parts, { type: 'application/pdf' })
}
