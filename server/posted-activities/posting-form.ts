import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { messages } from '../../contract/languages/catalogue.ts'
import { largestFileBytes, largestImageBytes, mostEvidence, PostingInput } from '../../contract/posted-activities.ts'
import { BadRequest, InvalidInput, messageOfIssue, TooLarge } from '../http/errors.ts'
import { formLength, readFormFiles } from '../http/multipart.ts'
import { requesterOf } from '../http/requester.ts'
import { fairQueue, type Requester } from '../process/fair-queue.ts'
import { displayName, type NewEvidenceFile, readEvidenceFile } from './evidence-file.ts'
import { readImage } from './image.ts'

const image = {
  field: 'image',
  maxBytes: largestImageBytes,
  tooLarge: () => new TooLarge(messages.postedActivities.imageTooLarge, 'image'),
}
const files = {
  field: 'files',
  maxBytes: largestFileBytes,
  tooLarge: (name: string) => new TooLarge(messages.postedActivities.fileTooLarge({ name: displayName(name) }), 'files'),
  most: mostEvidence,
  tooMany: tooManyFiles,
}

function tooManyFiles() {
  return new BadRequest(messages.postedActivities.tooManyFiles({ most: String(mostEvidence) }), 'files')
}

/** Who waits has not been read yet: their file stays with them, and the server's memory stays flat. */
const readingQueue = fairQueue({ concurrency: 8, maxPerPerson: 4, maxWaiting: 24 })
/** Is read at once. An image in it waits for its turn to be decoded all the same. */
const smallForm = 64 * 1024
/** Up to 50 MB, and the pictures of its pages: one at a time. Few are this large, because pages make photos smaller before they send them. */
const largeReadingQueue = fairQueue({ concurrency: 1, maxPerPerson: 2, maxWaiting: 8 })
const largeForm = 10 * 1024 * 1024
/** The longest that PDF files may take, in milliseconds. Meanwhile the socket is idle, because the server works. */
const longestMs = 120_000

interface FormWithImage<Input> {
  input: Input
  image: Buffer | undefined
}
export interface PostingForm extends FormWithImage<PostingInput> {
  files: NewEvidenceFile[]
}

/** The form of a posting: its fields checked, its image decoded, its PDF files rendered. */
export async function readPostingForm(request: FastifyRequest, reply: FastifyReply): Promise<PostingForm> {
  return inTurn(request, reply, (requester) => readNow(request, requester, PostingInput, [image, files]))
}

/** The same for any form with one image as evidence. */
export async function readFormWithImage<Input>(
  request: FastifyRequest,
  reply: FastifyReply,
  schema: z.ZodType<Input>,
): Promise<FormWithImage<Input>> {
  return inTurn(request, reply, (requester) => readNow(request, requester, schema, [image]))
}

function inTurn<T>(request: FastifyRequest, reply: FastifyReply, read: (requester: Requester) => Promise<T>): Promise<T> {
  const requester = requesterOf(request, reply)
  const length = formLength(request)
  if (length <= smallForm) return read(requester)
  return (length > largeForm ? largeReadingQueue : readingQueue)(requester, () => read(requester))
}

async function readNow<Input>(
  request: FastifyRequest,
  requester: Requester,
  schema: z.ZodType<Input>,
  expected: Parameters<typeof readFormFiles>[1],
): Promise<FormWithImage<Input> & { files: NewEvidenceFile[] }> {
  const form = await readFormFiles(request, expected)
  const parsed = schema.safeParse(Object.fromEntries(form.fields))
  if (!parsed.success)
    throw new InvalidInput(
      parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message: messageOfIssue(message) })),
    )
  if (form.files.length > mostEvidence) throw tooManyFiles()
  const sentImage = form.files.find(({ field }) => field === image.field)
  const sentFiles = form.files.filter(({ field }) => field === files.field)
  // An injected request (test) has no timeout.
  if (sentFiles.length > 0) request.raw.socket.setTimeout?.(longestMs)
  const readPicture = sentImage && (await readImage(sentImage.bytes, requester))
  const read: NewEvidenceFile[] = []
  // One after the other, so that one form has one turn in the queues behind.
  for (const file of sentFiles) read.push(await readEvidenceFile(file, requester))
  return { input: parsed.data, image: readPicture, files: read }
}
