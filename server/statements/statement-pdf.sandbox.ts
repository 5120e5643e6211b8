import { buffer } from 'node:stream/consumers'
import type { Language } from '../../contract/languages/languages.ts'
import type { IssuedStatement, Statement } from '../../contract/statements.ts'
import { type PdfBranding, statementPdf } from './statement-pdf.ts'

/** Runs in its own process (see render-pdf.ts), which ends when idle. */

export interface PdfJob {
  language: Language
  statement: Statement
  issued: IssuedStatement
  /** The URL of the portal, if PUBLIC_URL is set. */
  address: string | undefined
  branding: PdfBranding
}

export type PdfResult = { pdf: Uint8Array } | { failure: string }

async function make({ language, statement, issued, address, branding }: PdfJob): Promise<PdfResult> {
  return { pdf: await buffer(statementPdf(language, statement, issued, address, branding)) }
}

process.on('message', (job: PdfJob) => {
  make(job)
    .catch((error: unknown): PdfResult => ({ failure: String(error instanceof Error ? error.stack : error) }))
    .then((result) => process.send?.(result))
})
// The server has exited, or has no more work.
process.on('disconnect', () => process.exit())
