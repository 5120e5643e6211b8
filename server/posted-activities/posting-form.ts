import type { FastifyRequest } from 'fastify'
import { messages } from '../../contract/messages.ts'
import { largestImageBytes, PostingInput } from '../../contract/posted-activities.ts'
import { signedInUser } from '../access.ts'
import { InvalidInput, TooLarge } from '../errors.ts'
import { formLength, readForm } from '../forms.ts'
import { slots, slotsByKey } from '../slots.ts'
import { readImage } from './image.ts'

const expected = {
  file: 'image',
  mostBytes: largestImageBytes,
  tooLarge: () => new TooLarge(messages.postedActivities.imageTooLarge, 'image'),
}

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

/** The form of a posting: its fields checked, its image decoded. */
export async function readPostingForm(request: FastifyRequest): Promise<PostingForm> {
  if (formLength(request) <= smallForm) return readPosting(request)
  return ownTurn(signedInUser(request).id, () => eightAtATime(() => readPosting(request)))
}

async function readPosting(request: FastifyRequest): Promise<PostingForm> {
  const { fields, file } = await readForm(request, expected)
  const parsed = PostingInput.safeParse(Object.fromEntries(fields))
  if (!parsed.success)
    throw new InvalidInput(parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })))
  return { input: parsed.data, image: file ? await readImage(file) : undefined }
}
