import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { jobMemory, queues } from '../../contract/limits.ts'
import { BadRequest, HttpError, Unavailable } from '../errors/errors.ts'
import { fairQueue, type Requester } from '../process/fair-queue.ts'
import { sandbox } from '../process/sandbox.ts'
import type { ImageJob, ImageResult } from './image.sandbox.ts'

/**
 * The queue of decoding. A flat picture of sixteen million pixels fits into a few kilobytes: what counts is the decoding, not the size of
 * the file.
 */
const decodingQueue = fairQueue(queues.photos)
const decode = sandbox<ImageJob, ImageResult>('image.sandbox', import.meta.url, { memoryMb: jobMemory.photo, addons: true })

/** A picture as it is stored. */
export interface Picture {
  bytes: Buffer
  thumbnail: Buffer
}

export interface Photo extends Picture {
  width: number
  height: number
}

/** The messages about a picture that is refused. */
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
export async function readImage(bytes: Buffer, requester: Requester): Promise<Picture> {
  const { imageEmpty, onlyJpg, tooManyPixels, imageDamaged } = messages.postedActivities
  const refusals = { empty: imageEmpty, notJpeg: onlyJpg, tooManyPixels, damaged: imageDamaged }
  return readPhoto(bytes, requester, refusals, 'image')
}

/** Reads a photo by its content, not by its file name. The result is upright, at most 1600 pixels wide and high, without metadata. */
export async function readPhoto(bytes: Buffer, requester: Requester, refusals: Refusals, field: string): Promise<Photo> {
  // The type is checked first, so that no other decoder (SVG, PDF, …) ever reads an untrusted file.
  if (bytes.length === 0) throw new BadRequest(refusals.empty, field)
  if (!isJpeg(bytes)) throw new BadRequest(refusals.notJpeg, field)
  const answer = await decodingQueue(requester, () => decode({ bytes, isStored: false }))
  // The decoder crashed or timed out: that is not the picture's fault.
  if (!answer) throw new Unavailable()
  if ('image' in answer) {
    const { image, thumbnail, width, height } = answer
    return { bytes: Buffer.from(image), thumbnail: Buffer.from(thumbnail), width, height }
  }
  const isTooLarge = 'refusal' in answer && answer.refusal === 'too-many-pixels'
  throw new BadRequest(isTooLarge ? refusals.tooManyPixels : refusals.damaged, field)
}

/** Draws the thumbnail of a stored picture. Undefined where the queue is full or the picture cannot be decoded: a list shows the picture itself then. */
export async function makeThumbnail(bytes: Buffer, requester: Requester): Promise<Buffer | undefined> {
  try {
    const answer = await decodingQueue(requester, () => decode({ bytes, isStored: true }))
    return answer && 'thumbnail' in answer ? Buffer.from(answer.thumbnail) : undefined
  } catch (error) {
    if (error instanceof HttpError) return undefined
    throw error
  }
}
