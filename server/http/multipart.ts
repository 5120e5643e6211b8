import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import { body as limits, formMemory as memory, receivedFiles } from '../../contract/limits.ts'
import { DatabaseError } from '../../database/errors.ts'
import { BadRequest, HttpError, UnsupportedType } from '../errors/errors.ts'
import type { Requester } from '../process/fair-queue.ts'
import { watchForm } from './bodies.ts'
import { formMemory } from './form-memory.ts'
import { leaveTurn, takeTurn } from './in-flight.ts'
import { impatient, requesterOf } from './requester.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The SHA-256 of the fields and the files of a form that was read, without the boundary, which differs each time it is sent. */
    formHash: Buffer | null
  }
}

interface ExpectedFile {
  /** The field of the file. Files in other fields are ignored. */
  field: string
  maxBytes: number
  tooLarge: (name: string) => Error
}

/** A field with several files. */
interface ExpectedFiles extends ExpectedFile {
  most: number
  tooMany: () => Error
}

/** The storage of the pieces of large files until the request has been handled, numbered from 1. */
export interface FileStorage {
  add(fileId: string, number: number, bytes: Buffer): Promise<void>
  read(fileId: string): AsyncIterable<Buffer>
  remove(fileIds: readonly string[]): Promise<void>
}

interface Received {
  length: number
  /** The whole file; of one that is stored, its beginning, which tells the kind. */
  start: Buffer
  storedId: string | undefined
  /** The SHA-256 of a stored file, which is not read again for it. */
  digest: Buffer | undefined
  pieces(): AsyncIterable<Buffer> | Iterable<Buffer>
}

/** A file of a form. `name` is what its sender called it. */
export interface FormFile extends Received {
  field: string
  name: string
}

/** The whole file in memory. */
export async function bytesOf({ storedId, start, pieces }: FormFile): Promise<Buffer> {
  if (!storedId) return start
  const all: Buffer[] = []
  for await (const piece of pieces()) all.push(piece)
  return Buffer.concat(all)
}

/** Forms are read by their route, not before it: a queued upload is not buffered in memory. */
export async function acceptMultipart(app: FastifyInstance) {
  app.decorateRequest('formHash', null)
  await app.register(multipart, { limits: { parts: limits.parts, fieldSize: limits.fields, headerPairs: limits.partHeaders } })
}

/** The length of a form, from the Content-Length header. */
export function formLength(request: FastifyRequest): number {
  if (!request.isMultipart()) throw new UnsupportedType(messages.postedActivities.multipartOnly)
  return Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
}

/** The memory of all forms that are received. */
const withMemory = formMemory(memory)

export interface Form {
  fields: Map<string, string>
  files: FormFile[]
}

/** Reads a form, and works with its files while their memory is accounted for. With a storage, large files are there and not in memory. */
export async function withForm<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  expected: readonly (ExpectedFile | ExpectedFiles)[],
  work: (form: Form, requester: Requester) => Promise<T>,
  storage?: FileStorage,
): Promise<T> {
  const requester = requesterOf(request, reply)
  const storedIds: string[] = []
  const receive = (file: Readable, maxBytes: number, tooLarge: () => Error) =>
    receiveFile(file, maxBytes, tooLarge, storage, storedIds)
  return withMemory(impatient(request, requester, 'memory'), formLength(request), async () => {
    try {
      return await work(await readForm(request, expected, receive), requester)
    } finally {
      // Pieces that cannot be deleted now are deleted as those of a server that ended.
      if (storedIds.length > 0) await storage?.remove(storedIds).catch(() => undefined)
    }
  })
}

type Receive = (file: Readable, maxBytes: number, tooLarge: () => Error) => Promise<Received>

/**
 * The fields of a form, and its files. A file field without a choice has neither a name nor bytes; an empty file has a name. Unless
 * declared otherwise, a field has one file at most.
 */
async function readForm(
  request: FastifyRequest,
  expected: readonly (ExpectedFile | ExpectedFiles)[],
  receive: Receive,
): Promise<Form> {
  // A client that disconnected in the queue never sends the rest, and the parser would wait for it.
  if (request.raw.destroyed) throw brokenForm()
  leaveTurn(request)
  const { tooSlow, stop } = watchForm(request)
  try {
    const form = await Promise.race([tooSlow, readParts(request, expected, receive)])
    request.formHash = hashOf(form.fields, form.files, expected)
    await takeTurn(request)
    return form
  } catch (error) {
    // The rest is drained: a client that is still sending does not read the reply.
    request.raw.unpipe().resume()
    throw error
  } finally {
    stop()
  }
}

async function readParts(
  request: FastifyRequest,
  expected: readonly (ExpectedFile | ExpectedFiles)[],
  receive: Receive,
): Promise<Form> {
  const fields = new Map<string, string>()
  const files: FormFile[] = []
  /** The error for the parser's own limit, which is that of the largest file. */
  let tooLarge = brokenForm
  try {
    for await (const part of request.parts({ limits: { fileSize: Math.max(...expected.map(({ maxBytes }) => maxBytes)) } })) {
      if (part.type === 'file') {
        const { fieldname: field, filename: name = '' } = part
        const kind = expected.find((one) => one.field === field)
        tooLarge = () => kind?.tooLarge(name) ?? brokenForm()
        const received = await receive(part.file, kind?.maxBytes ?? 0, tooLarge)
        if (!kind || (received.length === 0 && !name)) continue
        files.push({ field, name, ...received })
        if (files.filter((file) => file.field === field).length > ('most' in kind ? kind.most : 1))
          throw 'tooMany' in kind ? kind.tooMany() : brokenForm()
      } else {
        const isUsable = part.fieldname && typeof part.value === 'string' && !part.valueTruncated
        if (!isUsable || fields.has(part.fieldname)) throw brokenForm()
        fields.set(part.fieldname, String(part.value))
      }
    }
  } catch (error) {
    if (error instanceof HttpError || error instanceof DatabaseError) throw error
    throw error instanceof request.server.multipartErrors.RequestFileTooLargeError ? tooLarge() : brokenForm()
  }
  return { fields, files }
}

/**
 * The bytes of a file, which is refused as soon as it is too large, not after the whole body has been read. The file of an unknown field is
 * not stored.
 */
async function receiveFile(
  file: Readable,
  maxBytes: number,
  tooLarge: () => Error,
  storage: FileStorage | undefined,
  storedIds: string[],
): Promise<Received> {
  const id = randomUUID()
  const chunks: Buffer[] = []
  const hash = createHash('sha256')
  let [length, waiting, stored] = [0, 0, 0]
  let start = Buffer.alloc(0)
  /** A buffer for all pieces: each is stored before the next one is begun, and 50 MB of them would wait for the garbage collector. */
  let piece = start

  async function store(pieces: FileStorage) {
    if (piece.length < waiting) piece = Buffer.allocUnsafe(waiting)
    let end = 0
    for (const chunk of chunks.splice(0)) end += chunk.copy(piece, end)
    waiting = 0
    stored += 1
    if (stored === 1) {
      storedIds.push(id)
      start = Buffer.from(piece.subarray(0, receivedFiles.start))
    }
    hash.update(piece.subarray(0, end))
    await pieces.add(id, stored, piece.subarray(0, end))
  }

  // At the parser's own limit the file would just end.
  file.once('limit', () => file.destroy(tooLarge()))
  for await (const chunk of file as AsyncIterable<Buffer>) {
    length += chunk.length
    if (maxBytes === 0) continue
    if (length > maxBytes) throw tooLarge()
    chunks.push(chunk)
    waiting += chunk.length
    if (storage && waiting >= receivedFiles.piece) await store(storage)
  }
  if (storage && stored > 0) {
    if (waiting > 0) await store(storage)
    return { length, start, storedId: id, digest: hash.digest(), pieces: () => storage.read(id) }
  }
  const bytes = Buffer.concat(chunks)
  return { length, start: bytes, storedId: undefined, digest: undefined, pieces: () => [bytes] }
}

/** The hash of a form. The only file of its field is in it by its bytes alone: they are what a client repeats. */
function hashOf(
  fields: ReadonlyMap<string, string>,
  files: readonly FormFile[],
  expected: readonly (ExpectedFile | ExpectedFiles)[],
) {
  const hash = createHash('sha256').update(JSON.stringify([...fields]))
  for (const { field, name, length, start, digest } of files) {
    if (expected.some((kind) => kind.field === field && 'most' in kind)) hash.update(JSON.stringify([field, name, length]))
    hash.update(digest ?? start)
  }
  return hash.digest()
}

function brokenForm(): Error {
  return new BadRequest(messages.general.invalidInput)
}
