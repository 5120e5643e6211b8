import { Unavailable } from '../http/errors.ts'
import { fairQueue, type Requester } from '../process/fair-queue.ts'
import { sandbox } from '../process/sandbox.ts'
import type { PdfJob, PdfResult } from './statement-pdf.sandbox.ts'

const render = sandbox<PdfJob, PdfResult>('statement-pdf.sandbox', import.meta.url, 128)
const queue = fairQueue({ concurrency: 1, maxPerPerson: 5, maxWaiting: 50 })

/** In a child process: the layout of a page would block the event loop, and the fonts take memory. */
export async function renderPdf(job: PdfJob, requester: Requester): Promise<Buffer> {
  const result = await queue(requester, () => render(job))
  // The process died or timed out. The next request starts another one.
  if (!result) throw new Unavailable()
  if ('failure' in result) throw new Error(result.failure)
  return Buffer.from(result.pdf)
}
