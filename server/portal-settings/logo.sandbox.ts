import sharp from 'sharp'

/** A process of its own (see logo.ts), as for the images of postings. */

const longestSide = 512
const mostPixels = 25_000_000

export type LogoResult =
  | { image: Uint8Array; type: 'image/png' | 'image/jpeg' }
  | { refusal: 'damaged' | 'too-many-pixels' | 'other-type' }

sharp.cache(false)
sharp.concurrency(1)

async function decode(bytes: Uint8Array): Promise<LogoResult> {
  const { width = 0, height = 0, format } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (format !== 'png' && format !== 'jpeg' && format !== 'webp') return { refusal: 'other-type' }
  if (width * height > mostPixels) return { refusal: 'too-many-pixels' }
  const scaled = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
  // PNG keeps transparency, and a PDF can show it; a JPEG has none, and would only become larger.
  if (format === 'jpeg') return { image: await scaled.jpeg({ quality: 90 }).toBuffer(), type: 'image/jpeg' }
  return { image: await scaled.png({ compressionLevel: 9 }).toBuffer(), type: 'image/png' }
}

process.on('message', (bytes: Uint8Array) => {
  decode(bytes)
    .catch((): LogoResult => ({ refusal: 'damaged' }))
    .then((result) => process.send?.(result))
})
// The server is gone, or has no more work.
process.on('disconnect', () => process.exit())
