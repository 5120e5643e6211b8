import type { FastifyInstance, FastifyRequest } from 'fastify'
import { messages } from '../contract/messages.ts'
import { BadRequest, UnsupportedType } from './errors.ts'
import { formParts } from './form-parts.ts'

/** What a form has around its file. */
const formBytes = 64 * 1024
const mostParts = 21

interface Expected {
  /** The field that holds the one file a form may have. */
  file: string
  mostBytes: number
  tooLarge: () => Error
}

/** A multipart form waits unread until its route reads it: whoever has to wait for a turn keeps their file with them. */
export function takeForms(app: FastifyInstance) {
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
}

/** How long a form is, as it says itself. */
export function formLength({ headers }: FastifyRequest): number {
  if (!isForm(headers['content-type'])) throw new UnsupportedType(messages.postedActivities.multipartOnly)
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)
}

function isForm(type: string | undefined) {
  return type !== undefined && /^multipart\/form-data\b/i.test(type)
}

/** The fields of a form, and its file. An empty file field is no file. */
export async function readForm(request: FastifyRequest, { file: name, mostBytes, tooLarge }: Expected) {
  // Who gave up while waiting will never send the rest.
  if (request.raw.destroyed) throw brokenForm()
  const body = await bodyOf(request, mostBytes + formBytes, tooLarge)
  const parts = formParts(body, request.headers['content-type'] ?? '', mostParts)
  if (!parts || parts.some((part) => part.name in Object.prototype)) throw brokenForm()
  const fields = new Map<string, string>()
  let file: Buffer | undefined
  for (const part of parts) {
    if (!part.isFile) fields.set(part.name, part.content.toString())
    else if (part.name === name && part.content.length > mostBytes) throw tooLarge()
    else if (part.name === name && part.content.length > 0) file = part.content
  }
  return { fields, file }
}

/** Read to its end even where it is too long, without keeping it: who still sends does not hear an answer. */
function bodyOf({ raw }: FastifyRequest, mostBytes: number, tooLarge: () => Error): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    raw.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= mostBytes) chunks.push(chunk)
      else {
        chunks.length = 0
        reject(tooLarge())
      }
    })
    raw.on('end', () => resolve(Buffer.concat(chunks)))
    raw.on('error', reject)
    raw.on('close', () => {
      if (!raw.complete) reject(brokenForm())
    })
  })
}

function brokenForm() {
  return new BadRequest(messages.general.invalidInput)
}
