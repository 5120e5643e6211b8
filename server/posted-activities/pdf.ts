import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { jobMemory, mostPdfPages, queues, rendering } from '../../contract/limits.ts'
import { BadRequest } from '../errors/errors.ts'
import { fairQueue, type Requester } from '../process/fair-queue.ts'
import { openSandbox } from '../process/sandbox.ts'
import type { PdfAnswer } from './pdf.sandbox.ts'

const renderingQueue = fairQueue({ ...queues.pdfs, budget: rendering })

type Pieces = AsyncIterable<Buffer> | Iterable<Buffer>

export type RenderedPdf = Exclude<PdfAnswer, { refusal: unknown }>

export function isPdf(bytes: Buffer) {
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-'
}

/** The pages of a PDF as JPEG. One with scripts, attachments, encryption or too many pages is refused. */
export async function renderPdf(pieces: Pieces, name: string, requester: Requester): Promise<RenderedPdf> {
  const answer = await renderingQueue(requester, () => renderAlone(pieces))
  // A bomb ends its process, or is stopped by the timeout.
  if (!answer || answer === 'received') throw new BadRequest(messages.postedActivities.fileUnreadable({ name }), 'files')
  if ('pages' in answer) return answer
  const { pdfEncrypted, pdfHasScripts, pdfHasAttachments, pdfHasTooManyPages, fileUnreadable } = messages.postedActivities
  const refusals: Record<typeof answer.refusal, Message> = {
    encrypted: pdfEncrypted({ name }),
    scripts: pdfHasScripts({ name }),
    attachments: pdfHasAttachments({ name }),
    'too-many-pages': pdfHasTooManyPages({ name, most: String(mostPdfPages) }),
    unreadable: fileUnreadable({ name }),
  }
  throw new BadRequest(refusals[answer.refusal], 'files')
}

/** The PDF is rendered in a process of its own, so that one file can do nothing to the next one. */
async function renderAlone(pieces: Pieces) {
  const child = openSandbox<Buffer | null, PdfAnswer | 'received'>('pdf.sandbox', import.meta.url, {
    memoryMb: jobMemory.pdf,
    addons: true,
  })
  try {
    for await (const piece of pieces) if (!(await child.run(piece))) return undefined
    return await child.run(null)
  } finally {
    child.end()
  }
}
