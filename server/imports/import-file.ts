import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { largestImportBytes } from '../../contract/imports.ts'
import { messages } from '../../contract/messages.ts'
import { importMessages } from '../../contract/messages-imports.ts'
import { signedInUser } from '../access.ts'
import { BadRequest, TooLarge, UnsupportedType } from '../errors.ts'
import { slots, slotsByKey } from '../slots.ts'
import { workerProcess } from '../worker-process.ts'
import type { TableAnswer } from './read-table-worker.ts'
import type { Table } from './table.ts'

const limits = { fileSize: largestImportBytes + 1, files: 1, fields: 10, fieldSize: 1000, parts: 11 }
const longestMs = 60_000
/** What a form has around its file. */
const formBytes = 10_000

// Whoever waits has not been read yet, so that memory stays flat; one at a time for each administrator.
const threeAtATime = slots(3, 9)
const ownTurn = slotsByKey<number>(3)
const read = workerProcess<Buffer, TableAnswer>('read-table-worker', import.meta.url, 384)

export interface ImportFile {
  table: Table
  /** Of its bytes. */
  digest: string
  /** What the preview of it said, where it is imported. */
  fingerprint: string | undefined
}

/** The file of a form, as a table. `work` has its turn too: nobody imports twice at the same time. */
export async function withImportFile<T>(request: FastifyRequest, work: (file: ImportFile) => Promise<T>): Promise<T> {
  if (!request.isMultipart()) throw new UnsupportedType(messages.postedActivities.multipartOnly)
  // Before a byte of it is read.
  if (Number(request.headers['content-length'] ?? 0) > largestImportBytes + formBytes)
    throw new TooLarge(importMessages.tooLarge, 'file')
  return ownTurn(signedInUser(request).id, () =>
    threeAtATime(async () => {
      // Who gave up while waiting will never send the rest.
      if (request.raw.destroyed) throw new BadRequest(messages.general.invalidInput)
      const { bytes, fingerprint } = await readForm(request)
      // All of it is here: from now on the silence on the line is ours. What comes without a line (a test) has none to wait on.
      request.raw.socket.setTimeout?.(longestMs)
      const digest = createHash('sha256').update(bytes).digest('hex')
      return work({ table: await tableOf(bytes), digest, fingerprint })
    }),
  )
}

async function readForm(request: FastifyRequest) {
  let bytes: Buffer | undefined
  let fingerprint: string | undefined
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.fieldname === 'fingerprint') fingerprint = String(part.value)
      } else if (part.fieldname === 'file') bytes = await bytesOf(part.file)
      else part.file.resume()
    }
  } catch (error) {
    if (error instanceof TooLarge) throw error
    // A form that breaks off in the middle, or has more parts than ours.
    throw new BadRequest(messages.general.invalidInput)
  }
  if (!bytes || bytes.length === 0) throw new BadRequest(importMessages.noFile, 'file')
  return { bytes, fingerprint }
}

/** Its own toBuffer() would read what is too much to the end before it says so. */
async function bytesOf(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of file) {
    length += chunk.length
    if (length > largestImportBytes) throw new TooLarge(importMessages.tooLarge, 'file')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function tableOf(bytes: Buffer): Promise<Table> {
  const answer = await read(bytes)
  // It did not come back: too much for its memory or its time.
  if (!answer) throw new BadRequest(importMessages.notATable, 'file')
  if ('table' in answer) return answer.table
  throw answer.isTooLarge ? new TooLarge(answer.refusal, 'file') : new BadRequest(answer.refusal, 'file')
}
