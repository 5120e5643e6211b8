import type { FastifyRequest } from 'fastify'
import { messages } from '../../contract/messages.ts'
import { largestImageBytes, PostingInput } from '../../contract/posted-activities.ts'
import { signedInUser } from '../access.ts'
import { BadRequest, InvalidInput, TooLarge, UnsupportedType } from '../errors.ts'
import { slots, slotsByKey } from '../slots.ts'
import { readImage } from './image.ts'

const limits = { fileSize: largestImageBytes, files: 1, fields: 20, fieldSize: 10_000, parts: 21 }

// Whoever waits has not been read yet: their file stays with them, and the server's memory stays flat. One at a time for each
// member, so that nobody's slow line holds all the places.
const eightAtATime = slots(8, 24)
const ownTurn = slotsByKey<number>(8)
/** A form without an image waits for nobody. */
const smallForm = 64 * 1024

export interface PostingForm {
  input: PostingInput
  image: Buffer | undefined
}

/** The multipart form of a posting: its fields checked, its image decoded. An empty file field is no image. */
export async function readPostingForm(request: FastifyRequest): Promise<PostingForm> {
  if (!request.isMultipart()) throw new UnsupportedType(messages.postedActivities.multipartOnly)
  const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
  if (length <= smallForm) return readForm(request)
  return ownTurn(signedInUser(request).id, () => eightAtATime(() => readForm(request)))
}

async function readForm(request: FastifyRequest): Promise<PostingForm> {
  // Who gave up while waiting will never send the rest.
  if (request.raw.destroyed) throw new BadRequest(messages.general.invalidInput)
  const { fields, file } = await readParts(request)
  const parsed = PostingInput.safeParse(Object.fromEntries(fields))
  if (!parsed.success)
    throw new InvalidInput(parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })))
  return { input: parsed.data, image: file && file.length > 0 ? await readImage(file) : undefined }
}

async function readParts(request: FastifyRequest) {
  const fields = new Map<string, unknown>()
  let file: Buffer | undefined
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields.set(part.fieldname, part.value)
      else if (part.fieldname === 'image') file = await part.toBuffer()
      else part.file.resume()
    }
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw new TooLarge(messages.postedActivities.imageTooLarge, 'image')
    // A form that breaks off in the middle, or has more parts than any of ours.
    throw new BadRequest(messages.general.invalidInput)
  }
  return { fields, file }
}
