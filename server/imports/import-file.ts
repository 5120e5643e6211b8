import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ImportReading } from '../../contract/import-reading.ts'
import { decode, messages } from '../../contract/languages/catalogue.ts'
import { body, jobMemory, largestImportBytes, queues } from '../../contract/limits.ts'
import { BadRequest, TooLarge } from '../errors/errors.ts'
import { signedInUser } from '../http/access.ts'
import { displayName } from '../http/display-name.ts'
import { formLength, withForm } from '../http/multipart.ts'
import { impatient } from '../http/requester.ts'
import { fairQueue } from '../process/fair-queue.ts'
import { sandbox } from '../process/sandbox.ts'
import type { TableResult } from './read-table.sandbox.ts'
import type { Table } from './table.ts'

const expected = {
  field: 'file',
  maxBytes: largestImportBytes,
  tooLarge: () => new TooLarge(messages.imports.tooLarge, 'file'),
}
const queue = fairQueue(queues.imports)
const read = sandbox<Buffer, TableResult>('read-table.sandbox', import.meta.url, { memoryMb: jobMemory.table })

export interface ImportFile {
  table: Table
  /** The name that its sender gave it. */
  name: string
  /** The SHA-256 of the bytes. */
  digest: string
  /** The fingerprint of the preview; only when the file is imported. */
  fingerprint: string | undefined
  /** Whether it is imported without its unknown columns. */
  ignoreUnknown: boolean
  /** Whether it is imported without its rows with errors. */
  skipWrong: boolean
  /** Whether departments of users that do not exist yet are created. */
  createDepartments: boolean
  /** Who imports it. */
  by: number
  /** The reader's choices; undefined from a page of the release before, which cannot ask for them. */
  reading: ImportReading | undefined
}

/** The file of a form, as a table. `work` runs in the queue too: one import per user at a time. */
export async function withImportFile<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (file: ImportFile) => Promise<T>,
): Promise<T> {
  // The length is checked before the body is read. Without a Content-Length the bytes are counted.
  const length = formLength(request)
  if (Number.isFinite(length) && length > largestImportBytes + body.fields) throw expected.tooLarge()
  return withForm(request, reply, [expected], async ({ fields, files }, requester) => {
    const file = files[0]?.start
    if (!file?.length) throw new BadRequest(messages.imports.noFile, 'file')
    return queue(impatient(request, requester, 'import'), async () => {
      const digest = createHash('sha256').update(file).digest('hex')
      return work({
        table: await tableOf(file),
        name: displayName(files[0]?.name ?? '') || 'file',
        digest,
        fingerprint: fields.get('fingerprint'),
        ignoreUnknown: fields.get('ignore_unknown') === 'true',
        skipWrong: fields.get('skip_wrong') === 'true',
        createDepartments: fields.get('create_departments') === 'true',
        by: signedInUser(request).id,
        reading: readingOf(fields.get('reading')),
      })
    })
  })
}

function readingOf(json: string | undefined): ImportReading | undefined {
  if (json === undefined) return undefined
  const { data } = ImportReading.safeParse(jsonOf(json))
  if (!data) throw new BadRequest(messages.general.invalidInput, 'reading')
  return data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function tableOf(bytes: Buffer): Promise<Table> {
  const result = await read(bytes)
  // The process exceeded its memory or time limit.
  if (!result) throw new BadRequest(messages.imports.notATable, 'file')
  if ('table' in result) return result.table
  const refusal = decode(result.refusal)
  throw result.isTooLarge ? new TooLarge(refusal, 'file') : new BadRequest(refusal, 'file')
}
