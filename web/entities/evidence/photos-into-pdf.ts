import { encodeJpeg } from './encode-jpeg.ts'
import { pdfOfPhotos, readJpeg } from './pdf-of-photos.ts'

/** Puts prepared photos into one PDF, a page for each, in their order. It has the name of the first one. */
export async function photosIntoPdf(photos: readonly File[]): Promise<File> {
  const pages: Uint8Array<ArrayBuffer>[] = []
  // One at a time: a decoded photo takes much of a phone's memory.
  for (const photo of photos) pages.push(await bareJpeg(photo))
  const name = `${photos[0]?.name.replace(/\.jpe?g$/i, '')}.pdf`
  return new File([pdfOfPhotos(pages)], name, { type: 'application/pdf' })
}

/** The photo upright, and without what a camera wrote into it: in a PDF, nobody else would turn it or remove that. */
async function bareJpeg(photo: File): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await photo.arrayBuffer())
  const jpeg = readJpeg(bytes)
  if (jpeg?.isBare && jpeg.colours !== 4) return bytes
  const bitmap = await createImageBitmap(photo)
  try {
    const encoded = await encodeJpeg(bitmap, bitmap)
    if (!encoded) throw new Error('This browser has no memory for the photo.')
    return new Uint8Array(await encoded.arrayBuffer())
  } finally {
    bitmap.close()
  }
}
