import { buffer } from 'node:stream/consumers'
import type { IssuedStatement, Statement } from '../../contract/statements.ts'
import { type PaperBranding, statementPdf } from './statement-pdf.ts'

/** A process of its own (see paper.ts), ended when nobody has asked for a paper for a while. */

export interface PaperOrder {
  statement: Statement
  issued: IssuedStatement
  /** The address people type, where the portal knows it. */
  address: string | undefined
  branding: PaperBranding
}

export type PaperAnswer = { pdf: Uint8Array } | { failure: string }

async function make({ statement, issued, address, branding }: PaperOrder): Promise<PaperAnswer> {
  return { pdf: await buffer(statementPdf(statement, issued, address, branding)) }
}

process.on('message', (order: PaperOrder) => {
  make(order)
    .catch((error: unknown): PaperAnswer => ({ failure: String(error instanceof Error ? error.stack : error) }))
    .then((answer) => process.send?.(answer))
})
// The server is gone, or has no more work.
process.on('disconnect', () => process.exit())
