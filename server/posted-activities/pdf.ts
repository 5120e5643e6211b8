import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { mostPdfPages } from '../../contract/posted-activities.ts'
import { BadRequest } from '../http/errors.ts'
import { fairQueue, type Requester } from '../process/fair-queue.ts'
import { openSandbox } from '../process/sandbox.ts'
import type { PdfAnswer } from './pdf.sandbox.ts'

const renderingQueue = fairQueue({ concurrency: 1, maxPerPerson: 4, maxWaiting: 40 })

export type RenderedPdf = Exclude<PdfAnswer, { refusal: unknown }>

export function isPdf(bytes: Buffer) {
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-'
}

/** The pages of a PDF as JPEG. One with scripts, attachments, encryption or too many pages is refused. */
export async function renderPdf(bytes: Buffer, name: string, requester: Requester): Promise<RenderedPdf> {
  const answer = await renderingQueue(requester, () => renderAlone(bytes))
  // A bomb ends its process, or is stopped after its time.
  if (!answer) throw new BadRequest(messages.postedActivities.fileUnreadable({ name }), 'files')
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

/** In a process of its own, so that one file can do nothing to the next one. */
async function renderAlone(bytes: Buffer) {
  const child = openSandbox<Buffer, PdfAnswer>('pdf.sandbox', import.meta.url, 256)
  try {
    return await child.run(bytes)
  } finally {
    child.end()
  }
}
