import { messages } from '../../contract/languages/catalogue.ts'
import { BadRequest, Unavailable } from '../http/errors.ts'
import { fairQueue, type Requester } from '../process/fair-queue.ts'
import { sandbox } from '../process/sandbox.ts'
import type { ImageResult } from './image.sandbox.ts'

/** A flat picture of sixteen million pixels fits into a few kilobytes: what counts is the decoding, not the size of the file. */
const decodingQueue = fairQueue({ concurrency: 1, maxPerPerson: 4, maxWaiting: 40 })
const decode = sandbox<Buffer, ImageResult>('image.sandbox', import.meta.url, 256)

function isJpeg(bytes: Buffer) {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
}

/** Decides by content, not by file name. The result is upright, at most 1600 pixels wide and high, without metadata. */
export async function readImage(bytes: Buffer, requester: Requester): Promise<Buffer> {
  // Checked first, so that no other decoder (SVG, PDF, …) ever reads an untrusted file.
  const { imageEmpty, onlyJpg, tooManyPixels, imageDamaged } = messages.postedActivities
  if (bytes.length === 0) throw new BadRequest(imageEmpty, 'image')
  if (!isJpeg(bytes)) throw new BadRequest(onlyJpg, 'image')
  const answer = await decodingQueue(requester, () => decode(bytes))
  // The decoder crashed or timed out: that is not the picture's fault.
  if (!answer) throw new Unavailable()
  if ('image' in answer) return Buffer.from(answer.image)
  throw new BadRequest(answer.refusal === 'too-many-pixels' ? tooManyPixels : imageDamaged, 'image')
}
