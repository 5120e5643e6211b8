import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
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

interface FormWithImage<Input> {
  input: Input
  image: Buffer | undefined
}
export type PostingForm = FormWithImage<PostingInput>

/** The form of a posting: its fields checked, its image decoded. */
export async function readPostingForm(request: FastifyRequest, reply: FastifyReply): Promise<PostingForm> {
  return readFormWithImage(request, reply, PostingInput)
}

/** The same for any form with one image as evidence. */
export async function readFormWithImage<Input>(
  request: FastifyRequest,
  reply: FastifyReply,
  schema: z.ZodType<Input>,
): Promise<FormWithImage<Input>> {
  const requester = requesterOf(request, reply)
  if (formLength(request) <= smallForm) return readNow(request, requester, schema)
  return readingQueue(requester, () => readNow(request, requester, schema))
}

async function readNow<Input>(
  request: FastifyRequest,
  requester: Requester,
  schema: z.ZodType<Input>,
): Promise<FormWithImage<Input>> {
  const { fields, file } = await readForm(request, expected)
  const parsed = schema.safeParse(Object.fromEntries(fields))
  if (!parsed.success)
    throw new InvalidInput(
      parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message: messageOfIssue(message) })),
    )
  return { input: parsed.data, image: file ? await readImage(file, requester) : undefined }
}
