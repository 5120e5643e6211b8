import { buffer } from 'node:stream/consumers'
import type { Language } from '../../contract/languages/languages.ts'
import type { PdfBranding } from './pdf-branding.ts'
import { type StatementPage, statementPdf } from './statement-pdf.ts'

/** Runs in its own process (see render-pdf.ts), which ends when idle. */

export interface PdfJob extends StatementPage {
  language: Language
  branding: PdfBranding
}

export type PdfResult = { pdf: Uint8Array } | { failure: string }

async function make({ language, branding, ...content }: PdfJob): Promise<PdfResult> {
  return { pdf: await buffer(statementPdf(language, content, branding)) }
}

process.on('message', (job: PdfJob) => {
  make(job)
    .catch((error: unknown): PdfResult => ({ failure: String(error instanceof Error ? error.stack : error) }))
    .then((result) => process.send?.(result))
})
// The server has exited, or has no more work.
process.on('disconnect', () => process.exit())
