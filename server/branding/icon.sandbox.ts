import sharp from 'sharp'
import { logo } from '../../contract/limits.ts'
import { answerJobs } from '../process/answer-jobs.ts'

/** The job of a separate process (see icons.ts): the server itself never loads the image library. */

export interface IconJob {
  image: Uint8Array
  /** The width and the height. */
  size: number
  /** The part of the icon that the logo takes. */
  share: number
  /** The background; transparent without one. */
  background?: string
}

sharp.cache(false)
sharp.concurrency(1)

async function draw({ image, size, share, background = '#0000' }: IconJob): Promise<Uint8Array> {
  const inner = Math.round(size * share)
  const before = Math.floor((size - inner) / 2)
  const after = size - inner - before
  // Drawings (SVG) are rendered at a size of their own: enough of it, so that they stay sharp.
  return sharp(image, { density: 400, limitInputPixels: logo.pixels })
    .resize({ width: inner, height: inner, fit: 'contain', background })
    .extend({ top: before, bottom: after, left: before, right: after, background })
    .flatten(background === '#0000' ? false : { background })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

answerJobs((job: IconJob) => draw(job).catch(() => null))
