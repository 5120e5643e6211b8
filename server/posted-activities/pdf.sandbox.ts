import sharp from 'sharp'
import { answerJobs } from '../process/answer-jobs.ts'
import { readPdf } from './read-pdf.ts'

/**
 * The answer of a process for each PDF (see pdf.ts): an untrusted file that crashes PDFium, fills its memory or keeps it busy ends this
 * process and nothing else, and leaves nothing behind for the next one.
 */

export type PdfAnswer = Awaited<ReturnType<typeof readPdf>>

sharp.cache(false)
sharp.concurrency(1)

/** The file comes in pieces, so that the server has one of them in memory; null is its end. */
const pieces: Uint8Array[] = []

answerJobs(async (piece: Uint8Array | null): Promise<PdfAnswer | 'received'> => {
  if (!piece) return readPdf(Buffer.concat(pieces.splice(0)))
  pieces.push(piece)
  return 'received'
})
