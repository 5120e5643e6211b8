import { messages } from '../../contract/messages.ts'
import { BadRequest } from '../errors.ts'
import { workerProcess } from '../worker-process.ts'
import type { ImageAnswer } from './image-worker.ts'

const decode = workerProcess<Buffer, ImageAnswer>('image-worker', import.meta.url, 256)

function isJpeg(bytes: Buffer) {
  return bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
}

/** Whatever its name says: what cannot be decoded as a JPEG is none. Comes out upright, at most 1600 wide and high, without metadata. */
export async function readImage(bytes: Buffer): Promise<Buffer> {
  // Looked at first, so that no other decoder (SVG, PDF, …) is ever handed a stranger's file.
  const answer = isJpeg(bytes) ? await decode(bytes) : undefined
  if (answer && 'image' in answer) return Buffer.from(answer.image)
  const { onlyJpg, tooManyPixels } = messages.postedActivities
  throw new BadRequest(answer?.refusal === 'too-many-pixels' ? tooManyPixels : onlyJpg, 'image')
}
