import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { largestImportBytes } from '../../contract/imports.ts'
import { importMessages } from '../../contract/messages-imports.ts'
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
  tooLarge: () => new TooLarge(importMessages.tooLarge, 'file'),
}
const longestMs = 60_000
/** What a form has around its file. */
const formBytes = 10_000

/** Who waits has not been read yet, so that memory stays flat. */
const queue = fairQueue({ concurrency: 3, maxPerPerson: 4, maxWaiting: 9 })
const read = sandbox<Buffer, TableResult>('read-table.sandbox', import.meta.url, 384)

export interface ImportFile {
  table: Table
  /** Of its bytes. */
  digest: string
  /** What the preview of it said, where it is imported. */
  fingerprint: string | undefined
}

/** The file of a form, as a table. `work` has its turn too: nobody imports twice at the same time. */
export async function withImportFile<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (file: ImportFile) => Promise<T>,
): Promise<T> {
  // Before a byte of it is read. One that does not say how long it is, is counted.
  const length = formLength(request)
  if (Number.isFinite(length) && length > largestImportBytes + formBytes) throw expected.tooLarge()
  return queue(requesterOf(request, reply), async () => {
    const { fields, file } = await readForm(request, expected)
    if (!file) throw new BadRequest(importMessages.noFile, 'file')
    // All of it is here: from now on the silence on the line is ours. What comes without a line (a test) has none to wait on.
    request.raw.socket.setTimeout?.(longestMs)
    const digest = createHash('sha256').update(file).digest('hex')
    return work({ table: await tableOf(file), digest, fingerprint: fields.get('fingerprint') })
  })
}

async function tableOf(bytes: Buffer): Promise<Table> {
  const answer = await read(bytes)
  // It did not come back: too much for its memory or its time.
  if (!answer) throw new BadRequest(importMessages.notATable, 'file')
  if ('table' in answer) return answer.table
  throw answer.isTooLarge ? new TooLarge(answer.refusal, 'file') : new BadRequest(answer.refusal, 'file')
}
