import type { FastifyRequest } from 'fastify'
import { messages } from '../../contract/messages.ts'
import { largestImageBytes, PostingInput } from '../../contract/posted-activities.ts'
import { BadRequest, InvalidInput, TooLarge, UnsupportedType } from '../errors.ts'
import { readImage } from './image.ts'
import { slots } from './slots.ts'

const limits = { fileSize: largestImageBytes, files: 1, fields: 20, fieldSize: 10_000, parts: 21 }

// Whoever waits has not been read yet: their file stays with them, and the server's memory stays flat.
const threeAtATime = slots(3)

export interface PostingForm {
  input: PostingInput
  image: Buffer | undefined
}

/** The multipart form of a posting: its fields checked, its image decoded. An empty file field is no image. */
export async function readPostingForm(request: FastifyRequest): Promise<PostingForm> {
  if (!request.isMultipart()) throw new UnsupportedType(messages.postedActivities.multipartOnly)
  return threeAtATime(async () => {
    const { fields, file } = await readParts(request)
    const parsed = PostingInput.safeParse(Object.fromEntries(fields))
    if (!parsed.success)
      throw new InvalidInput(parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })))
    return { input: parsed.data, image: file && file.length > 0 ? await readImage(file) : undefined }
  })
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
