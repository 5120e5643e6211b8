import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { largestImportBytes } from '../../contract/imports.ts'
import { decode, messages } from '../../contract/languages/catalogue.ts'
import { BadRequest, TooLarge } from '../http/errors.ts'
import { formLength, readForm } from '../http/multipart.ts'
import { requesterOf } from '../http/requester.ts'
import { fairQueue } from '../process/fair-queue.ts'
import { sandbox } from '../process/sandbox.ts'
import type { TableResult } from './read-table.sandbox.ts'
import type { Table } from './table.ts'

const expected = {
  field: 'file',
  maxBytes: largestImportBytes,
  tooLarge: () => new TooLarge(messages.imports.tooLarge, 'file'),
}
const longestMs = 60_000
/** Size of the boundaries and fields around the file. */
const formBytes = 10_000

/** Queued uploads are not read yet, so that memory use stays constant. */
const queue = fairQueue({ concurrency: 3, maxPerPerson: 4, maxWaiting: 9 })
const read = sandbox<Buffer, TableResult>('read-table.sandbox', import.meta.url, 384)

export interface ImportFile {
  table: Table
  /** SHA-256 of the bytes. */
  digest: string
  /** From the preview; only when the file is imported. */
  fingerprint: string | undefined
  /** Import it without its unknown columns. */
  ignoreUnknown: boolean
  /** Import it without its rows with errors. */
  skipWrong: boolean
  /** Of users: create the departments that do not exist yet. */
  createDepartments: boolean
}

/** The file of a form, as a table. `work` runs in the queue too: one import per user at a time. */
export async function withImportFile<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (file: ImportFile) => Promise<T>,
): Promise<T> {
  // Before the body is read. Without a Content-Length the bytes are counted.
  const length = formLength(request)
  if (Number.isFinite(length) && length > largestImportBytes + formBytes) throw expected.tooLarge()
  return queue(requesterOf(request, reply), async () => {
    const { fields, file } = await readForm(request, expected)
    if (!file?.length) throw new BadRequest(messages.imports.noFile, 'file')
    // The upload is complete: from now on the socket is idle because the server works. An injected request (test) has no timeout.
    request.raw.socket.setTimeout?.(longestMs)
    const digest = createHash('sha256').update(file).digest('hex')
    return work({
      table: await tableOf(file),
      digest,
      fingerprint: fields.get('fingerprint'),
      ignoreUnknown: fields.get('ignore_unknown') === 'true',
      skipWrong: fields.get('skip_wrong') === 'true',
      createDepartments: fields.get('create_departments') === 'true',
    })
  })
}

async function tableOf(bytes: Buffer): Promise<Table> {
  const result = await read(bytes)
  // The process exceeded its memory or time limit.
  if (!result) throw new BadRequest(messages.imports.notATable, 'file')
  if ('table' in result) return result.table
  const refusal = decode(result.refusal)
  throw result.isTooLarge ? new TooLarge(refusal, 'file') : new BadRequest(refusal, 'file')
}
