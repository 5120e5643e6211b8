import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { overQuota } from '../../contract/evidence-quota.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { body, largestFileBytes, largestImageBytes, mostEvidence } from '../../contract/limits.ts'
import { PostingInput } from '../../contract/posted-activities.ts'
import { BadRequest, InvalidInput, TooLarge } from '../errors/errors.ts'
import { displayName } from '../http/display-name.ts'
import { bytesOf, type FileStorage, type Form, formLength, withForm } from '../http/multipart.ts'
import { impatient } from '../http/requester.ts'
import { messageOfIssue } from '../http/send-error.ts'
import type { Requester } from '../process/fair-queue.ts'
import { type NewEvidenceFile, readEvidenceFile } from './evidence-file.ts'
import { type Picture, readImage } from './image.ts'

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

interface FormWithImage<Input> {
  input: Input
  image: Picture | undefined
}
export interface PostingForm extends FormWithImage<PostingInput> {
  files: NewEvidenceFile[]
}

/** The bytes that may be added: a longer form is refused before it is read. The room is not read for a small one. */
type Room = () => Promise<{ left: number; quota: number }>

async function refuseTooLong(request: FastifyRequest, room: Room, field: 'files' | 'image') {
  const length = formLength(request)
  if (length <= body.fields || !Number.isFinite(length)) return
  const { left, quota } = await room()
  if (length > left + body.fields) throw new TooLarge(overQuota(left, quota), field)
}

/** Works with the form of a posting: its fields checked, its image decoded, its PDF files rendered and stored until the work is done. */
export async function withPostingForm<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  room: Room,
  storage: FileStorage,
  work: (form: PostingForm) => Promise<T>,
): Promise<T> {
  await refuseTooLong(request, room, 'files')
  return withForm(
    request,
    reply,
    [image, files],
    async (form, requester) => work(await check(form, PostingInput, impatient(request, requester, 'form'))),
    storage,
  )
}

/** Any other form with one image as evidence, read in the same way. */
export async function readFormWithImage<Input>(
  request: FastifyRequest,
  reply: FastifyReply,
  schema: z.ZodType<Input>,
  room: Room,
): Promise<FormWithImage<Input>> {
  await refuseTooLong(request, room, 'image')
  return withForm(request, reply, [image], (form, requester) => check(form, schema, impatient(request, requester, 'form')))
}

async function check<Input>(
  form: Form,
  schema: z.ZodType<Input>,
  requester: Requester,
): Promise<FormWithImage<Input> & { files: NewEvidenceFile[] }> {
  const parsed = schema.safeParse(Object.fromEntries(form.fields))
  if (!parsed.success)
    throw new InvalidInput(
      parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message: messageOfIssue(message) })),
    )
  if (form.files.length > mostEvidence) throw tooManyFiles()
  const sentImage = form.files.find(({ field }) => field === image.field)
  const sentFiles = form.files.filter(({ field }) => field === files.field)
  const readPicture = sentImage && (await readImage(await bytesOf(sentImage), requester))
  const read: NewEvidenceFile[] = []
  // The files are read one after the other, so that one form has one turn in the queues behind.
  for (const file of sentFiles) read.push(await readEvidenceFile(file, requester))
  return { input: parsed.data, image: readPicture, files: read }
}

/** What the form adds to what counts: the thumbnails do not. */
export function addedBytes({ image: picture, files: added }: Pick<PostingForm, 'image' | 'files'>): number {
  const ofFiles = added.flatMap((file) => (file.kind === 'pdf' ? [file.received, ...file.pages] : [file.bytes]))
  const all = [...(picture ? [picture.bytes] : []), ...ofFiles]
  return all.reduce((sum, { length }) => sum + length, 0)
}
