import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import { BadRequest, HttpError, UnsupportedType } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the fields and the file of a form that was read, without the boundary, which differs each time it is sent. */
    formHash: Buffer | null
  }
}

/** The limit of each text field. */
const formBytes = 64 * 1024

interface ExpectedFile {
  /** The field that holds the one file a form may have. */
  field: string
  maxBytes: number
  tooLarge: () => Error
}

/** Forms are read by their route, not before it: a queued upload is not buffered in memory. */
export async function acceptMultipart(app: FastifyInstance) {
  app.decorateRequest('formHash', null)
  await app.register(multipart, { limits: { parts: 21, fieldSize: formBytes, headerPairs: 20 } })
}

/** From the Content-Length header. */
export function formLength(request: FastifyRequest): number {
  if (!request.isMultipart()) throw new UnsupportedType(messages.postedActivities.multipartOnly)
  return Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
}

/** The fields of a form, and its file. A file field without a choice has neither a name nor bytes; an empty file has a name. */
export async function readForm(request: FastifyRequest, { field, maxBytes, tooLarge }: ExpectedFile) {
  // A client that disconnected in the queue never sends the rest, and the parser would wait for it.
  if (request.raw.destroyed) throw brokenForm()
  const fields = new Map<string, string>()
  let file: Buffer | undefined
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
      if (part.type === 'file') {
        // Immediately, not after the whole body has been read.
        part.file.once('limit', () => part.file.destroy(tooLarge()))
        const bytes = await part.toBuffer()
        if (part.fieldname !== field || (bytes.length === 0 && !part.filename)) continue
        if (file) throw brokenForm()
        file = bytes
      } else {
        const isUsable = part.fieldname && typeof part.value === 'string' && !part.valueTruncated
        if (!isUsable || fields.has(part.fieldname)) throw brokenForm()
        fields.set(part.fieldname, String(part.value))
      }
    }
  } catch (error) {
    // Drains the rest: a client that is still sending does not read the reply.
    request.raw.unpipe().resume()
    if (error instanceof HttpError) throw error
    throw error instanceof request.server.multipartErrors.RequestFileTooLargeError ? tooLarge() : brokenForm()
  }
  request.formHash = createHash('sha256')
    .update(JSON.stringify([...fields]))
    .update(file ?? '')
    .digest()
  return { fields, file }
}

function brokenForm() {
  return new BadRequest(messages.general.invalidInput)
}
