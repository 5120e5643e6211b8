import sharp from 'sharp'
import { logo as most } from '../../contract/limits.ts'
import { answerJobs } from '../process/answer-jobs.ts'

/** The result of a separate process (see logo.ts), as for the images of postings. */

export type LogoResult =
  | { image: Uint8Array; type: 'image/png' | 'image/jpeg' }
  | { refusal: 'damaged' | 'too-many-pixels' | 'other-type' }

sharp.cache(false)
sharp.concurrency(1)

async function decode(bytes: Uint8Array): Promise<LogoResult> {
  const { width = 0, height = 0, format } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (format !== 'png' && format !== 'jpeg' && format !== 'webp') return { refusal: 'other-type' }
  if (width * height > most.pixels) return { refusal: 'too-many-pixels' }
  const scaled = sharp(bytes, { limitInputPixels: most.pixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: most.longestSide, height: most.longestSide, fit: 'inside', withoutEnlargement: true })
  // PNG keeps transparency, and a PDF can show it; a JPEG has none, and would only become larger.
  if (format === 'jpeg') return { image: await scaled.jpeg({ quality: 90 }).toBuffer(), type: 'image/jpeg' }
  return { image: await scaled.png({ compressionLevel: 9 }).toBuffer(), type: 'image/png' }
}

answerJobs((bytes: Uint8Array) => decode(bytes).catch((): LogoResult => ({ refusal: 'damaged' })))
