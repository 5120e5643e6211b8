import sharp from 'sharp'
import { thumbnail as most } from '../../contract/limits.ts'

/** The JPEG qualities, from one that is good for a photo to one with which noise fits as well. */
const qualities = [70, 55, 40, 25, 10]

/**
 * Draws a thumbnail of a picture that the portal has encoded: upright, without metadata, and of few bytes, whatever it shows. It runs in the
 * processes that decode pictures (image.sandbox.ts, pdf.sandbox.ts).
 */
export async function drawThumbnail(picture: Uint8Array): Promise<Uint8Array> {
  const { data, info } = await sharp(picture, { failOn: 'error' })
    .resize({ width: most.longestSide, height: most.longestSide, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (const quality of qualities) {
    const drawn = await sharp(data, { raw: info }).jpeg({ quality, mozjpeg: true }).toBuffer()
    if (drawn.length <= most.bytes) return drawn
  }
  throw new Error('a thumbnail that is too large')
}
