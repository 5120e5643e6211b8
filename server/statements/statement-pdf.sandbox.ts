import { buffer } from 'node:stream/consumers'
import type { IssuedStatement, Statement } from '../../contract/statements.ts'
import { type PdfBranding, statementPdf } from './statement-pdf.ts'

/** A process of its own (see paper.ts), ended when nobody has asked for a paper for a while. */

export interface PdfJob {
  statement: Statement
  issued: IssuedStatement
  /** The address people type, where the portal knows it. */
  address: string | undefined
  branding: PdfBranding
}

export type PdfResult = { pdf: Uint8Array } | { failure: string }

async function make({ statement, issued, address, branding }: PdfJob): Promise<PdfResult> {
  return { pdf: await buffer(statementPdf(statement, issued, address, branding)) }
}

process.on('message', (order: PdfJob) => {
  make(order)
    .catch((error: unknown): PdfResult => ({ failure: String(error instanceof Error ? error.stack : error) }))
    .then((answer) => process.send?.(answer))
})
// The server is gone, or has no more work.
process.on('disconnect', () => process.exit())
