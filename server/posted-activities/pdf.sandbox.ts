import sharp from 'sharp'
import { readPdf } from './read-pdf.ts'

/**
 * A process for each PDF (see pdf.ts): a stranger's file that crashes PDFium, fills its memory or keeps it busy ends this process and
 * nothing else, and leaves nothing behind for the next one.
 */

export type PdfAnswer = Awaited<ReturnType<typeof readPdf>>

sharp.cache(false)
sharp.concurrency(1)

process.on('message', (bytes: Uint8Array) => {
  readPdf(bytes).then((answer) => process.send?.(answer))
})
// The server is gone, or has no more work.
process.on('disconnect', () => process.exit())
