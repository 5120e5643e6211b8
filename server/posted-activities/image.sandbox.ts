import sharp from 'sharp'
import { photo as most } from '../../contract/limits.ts'
import { answerJobs } from '../process/answer-jobs.ts'
import { drawThumbnail } from './draw-thumbnail.ts'

/**
 * The result of a separate process (see image.ts): an untrusted file that crashes the decoder takes nothing else with it, and what decoding
 * leaves behind in memory is gone when this process ends.
 */

/** A file that was sent, or a stored picture of which only the thumbnail is missing. */
export type ImageJob = { bytes: Uint8Array; isStored: boolean }
type DecodedPhoto = { image: Uint8Array; thumbnail: Uint8Array; width: number; height: number }
export type ImageResult = DecodedPhoto | { thumbnail: Uint8Array } | { refusal: 'damaged' | 'too-many-pixels' }

sharp.cache(false)
sharp.concurrency(1)

async function decode(bytes: Uint8Array): Promise<ImageResult> {
  const { width = 0, height = 0 } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width * height > most.pixels) return { refusal: 'too-many-pixels' }
  const { data, info } = await sharp(bytes, { limitInputPixels: most.pixels, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: most.longestSide, height: most.longestSide, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
  return { image: data, thumbnail: await drawThumbnail(data), width: info.width, height: info.height }
}

async function answer({ bytes, isStored }: ImageJob): Promise<ImageResult> {
  return isStored ? { thumbnail: await drawThumbnail(bytes) } : decode(bytes)
}

answerJobs((job: ImageJob) => answer(job).catch((): ImageResult => ({ refusal: 'damaged' })))
