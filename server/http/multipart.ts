import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import { BadRequest, HttpError, UnsupportedType } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the fields and the files of a form that was read, without the boundary, which differs each time it is sent. */
    formHash: Buffer | null
  }
}

/** The limit of each text field. */
const formBytes = 64 * 1024

interface ExpectedFile {
  /** The field that holds it. Files in other fields are ignored. */
  field: string
  maxBytes: number
  tooLarge: (name: string) => Error
}

/** A field with several files. */
interface ExpectedFiles extends ExpectedFile {
  most: number
  tooMany: () => Error
}

/** `name` is what its sender called it. */
export interface FormFile {
  field: string
  name: string
  bytes: Buffer
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

/** The fields of a form, and its file. */
export async function readForm(request: FastifyRequest, expected: ExpectedFile) {
  const { fields, files } = await readFormFiles(request, [expected])
  return { fields, file: files[0]?.bytes }
}

/**
 * The fields of a form, and its files. A file field without a choice has neither a name nor bytes; an empty file has a name. Where not said
 * otherwise, a field has one file at most.
 */
export async function readFormFiles(request: FastifyRequest, expected: readonly (ExpectedFile | ExpectedFiles)[]) {
  // A client that disconnected in the queue never sends the rest, and the parser would wait for it.
  if (request.raw.destroyed) throw brokenForm()
  const fields = new Map<string, string>()
  const files: FormFile[] = []
  /** For the parser's own limit, which is that of the largest file. */
  let tooLarge = brokenForm
  try {
    for await (const part of request.parts({ limits: { fileSize: Math.max(...expected.map(({ maxBytes }) => maxBytes)) } })) {
      if (part.type === 'file') {
        const { fieldname: field, filename: name = '' } = part
        const kind = expected.find((one) => one.field === field)
        tooLarge = () => kind?.tooLarge(name) ?? brokenForm()
        const bytes = await bytesOf(part.file, kind?.maxBytes ?? 0, tooLarge)
        if (!kind || (bytes.length === 0 && !name)) continue
        files.push({ field, name, bytes })
        if (files.filter((file) => file.field === field).length > ('most' in kind ? kind.most : 1))
          throw 'tooMany' in kind ? kind.tooMany() : brokenForm()
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
  request.formHash = hashOf(fields, files, expected)
  return { fields, files }
}

/** Refused as soon as it is too large, not after the whole body has been read. The file of an unknown field is not stored. */
async function bytesOf(file: Readable, maxBytes: number, tooLarge: () => Error): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  // At the parser's own limit the file would just end.
  file.once('limit', () => file.destroy(tooLarge()))
  for await (const chunk of file as AsyncIterable<Buffer>) {
    length += chunk.length
    if (maxBytes === 0) continue
    if (length > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The only file of its field by its bytes alone: they are what a client repeats. */
function hashOf(
  fields: ReadonlyMap<string, string>,
  files: readonly FormFile[],
  expected: readonly (ExpectedFile | ExpectedFiles)[],
) {
  const hash = createHash('sha256').update(JSON.stringify([...fields]))
  for (const { field, name, bytes } of files) {
    if (expected.some((kind) => kind.field === field && 'most' in kind)) hash.update(JSON.stringify([field, name, bytes.length]))
    hash.update(bytes)
  }
  return hash.digest()
}

function brokenForm(): Error {
  return new BadRequest(messages.general.invalidInput)
}
