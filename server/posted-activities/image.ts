import sharp from 'sharp'
import { messages } from '../../contract/messages.ts'
import { BadRequest } from '../errors.ts'
import { slots } from './slots.ts'

const longestSide = 1600
// Phones make 12 to 50 million; what has more is refused before a pixel of it is decoded.
const mostPixels = 50_000_000

// The server's memory stays flat: nothing is kept between images, and one is worked on at a time.
sharp.cache(false)
sharp.concurrency(1)
const oneAtATime = slots(1)

function isJpeg(bytes: Buffer) {
  return bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
}

/** Whatever its name says: what cannot be decoded as a JPEG is none. Comes out upright, at most 1600 wide and high, without metadata. */
export async function readImage(bytes: Buffer): Promise<Buffer> {
  const refusal = new BadRequest(messages.postedActivities.onlyJpg, 'image')
  // Looked at first, so that no other decoder (SVG, PDF, …) is ever handed a stranger's file.
  if (!isJpeg(bytes)) throw refusal
  return oneAtATime(async () => {
    const { width = 0, height = 0 } = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => {
        throw refusal
      })
    if (width * height > mostPixels) throw new BadRequest(messages.postedActivities.tooManyPixels, 'image')
    return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 82 })
      .toBuffer()
      .catch(() => {
        throw refusal
      })
  })
}
