import type { FastifyReply, FastifyRequest } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import { largestImageBytes, PostingInput } from '../../contract/posted-activities.ts'
import { InvalidInput, messageOfIssue, TooLarge } from '../http/errors.ts'
import { formLength, readForm } from '../http/multipart.ts'
import { requesterOf } from '../http/requester.ts'
import { fairQueue, type Requester } from '../process/fair-queue.ts'
import { readImage } from './image.ts'

const expected = {
  field: 'image',
  maxBytes: largestImageBytes,
  tooLarge: () => new TooLarge(messages.postedActivities.imageTooLarge, 'image'),
}

/** Who waits has not been read yet: their file stays with them, and the server's memory stays flat. */
const readingQueue = fairQueue({ concurrency: 8, maxPerPerson: 4, maxWaiting: 24 })
/** Is read at once. An image in it waits for its turn to be decoded all the same. */
const smallForm = 64 * 1024

export interface PostingForm {
  input: PostingInput
  image: Buffer | undefined
}

/** The form of a posting: its fields checked, its image decoded. */
export async function readPostingForm(request: FastifyRequest, reply: FastifyReply): Promise<PostingForm> {
  const requester = requesterOf(request, reply)
  if (formLength(request) <= smallForm) return readPosting(request, requester)
  return readingQueue(requester, () => readPosting(request, requester))
}

async function readPosting(request: FastifyRequest, requester: Requester): Promise<PostingForm> {
  const { fields, file } = await readForm(request, expected)
  const parsed = PostingInput.safeParse(Object.fromEntries(fields))
  if (!parsed.success)
    throw new InvalidInput(
      parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message: messageOfIssue(message) })),
    )
  return { input: parsed.data, image: file ? await readImage(file, requester) : undefined }
}
