import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { BadRequest, Unavailable } from '../http/errors.ts'
import { fairQueue, type Requester } from '../process/fair-queue.ts'
import { sandbox } from '../process/sandbox.ts'
import type { ImageResult } from './image.sandbox.ts'

/** A flat picture of sixteen million pixels fits into a few kilobytes: what counts is the decoding, not the size of the file. */
const decodingQueue = fairQueue({ concurrency: 1, maxPerPerson: 4, maxWaiting: 40 })
const decode = sandbox<Buffer, ImageResult>('image.sandbox', import.meta.url, 256)

export interface Photo {
  bytes: Buffer
  width: number
  height: number
}

/** What is said of a picture that is refused. */
interface Refusals {
  empty: Message
  notJpeg: Message
  tooManyPixels: Message
  damaged: Message
}

function isJpeg(bytes: Buffer) {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
}

/** The image of a form. */
export async function readImage(bytes: Buffer, requester: Requester): Promise<Buffer> {
  const { imageEmpty, onlyJpg, tooManyPixels, imageDamaged } = messages.postedActivities
  const refusals = { empty: imageEmpty, notJpeg: onlyJpg, tooManyPixels, damaged: imageDamaged }
  return (await readPhoto(bytes, requester, refusals, 'image')).bytes
}

/** Decides by content, not by file name. The result is upright, at most 1600 pixels wide and high, without metadata. */
export async function readPhoto(bytes: Buffer, requester: Requester, refusals: Refusals, field: string): Promise<Photo> {
  // Checked first, so that no other decoder (SVG, PDF, …) ever reads an untrusted file.
  if (bytes.length === 0) throw new BadRequest(refusals.empty, field)
  if (!isJpeg(bytes)) throw new BadRequest(refusals.notJpeg, field)
  const answer = await decodingQueue(requester, () => decode(bytes))
  // The decoder crashed or timed out: that is not the picture's fault.
  if (!answer) throw new Unavailable()
  if ('image' in answer) return { bytes: Buffer.from(answer.image), width: answer.width, height: answer.height }
  throw new BadRequest(answer.refusal === 'too-many-pixels' ? refusals.tooManyPixels : refusals.damaged, field)
}
