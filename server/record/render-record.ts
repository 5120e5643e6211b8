import { Unavailable } from '../http/errors.ts'
import { sandbox } from '../process/sandbox.ts'
import type { RecordJob, RecordResult } from './record-pdf.sandbox.ts'

/** Two thousand activities take some seconds, and more on a busy machine. */
const leastTimeoutMs = 45_000
const render = sandbox<RecordJob, RecordResult>('record-pdf.sandbox', import.meta.url, 128, leastTimeoutMs)

/** In a child process, as statements are: a long record takes longer, so they do not wait for it. */
export async function renderRecord(job: RecordJob): Promise<Buffer> {
  const result = await render(job)
  // The process died or timed out. The next request starts another one.
  if (!result) throw new Unavailable()
  if ('failure' in result) throw new Error(result.failure)
  return Buffer.from(result.pdf)
}
