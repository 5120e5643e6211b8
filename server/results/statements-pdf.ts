import type { Language } from '../../contract/languages/languages.ts'
import type { Database } from '../../database/connect.ts'
import { Unavailable } from '../http/errors.ts'
import { openSandbox } from '../process/sandbox.ts'
import type { PdfBranding } from '../statements/pdf-branding.ts'
import { batchesOf, readIssued, statementsAtATime } from '../statements/statements.actions.ts'
import type { Step, StepResult } from './statements-pdf.sandbox.ts'

export interface StatementsDocument {
  /** Of statements that were issued, in the order of the pages. */
  codes: readonly string[]
  language: Language
  branding: PdfBranding
  termName: string
  address: string | undefined
}

/**
 * Statements as one PDF, a page for each. The process that renders them is given some at a time and the next ones only when those before
 * have been taken, so neither it nor the server holds more than these, however slow the reader is.
 */
export async function* statementsPdf(database: Database, document: StatementsDocument): AsyncGenerator<Uint8Array> {
  const { codes, language, branding, termName, address } = document
  const process = openSandbox<Step, StepResult>('statements-pdf.sandbox', import.meta.url, 128)
  async function run(step: Step): Promise<Uint8Array> {
    const result = await process.run(step)
    // The process died or timed out.
    if (!result) throw new Unavailable()
    if ('failure' in result) throw new Error(result.failure)
    return result.bytes
  }
  try {
    yield await run({ begin: { language, branding, termName, createdAt: new Date().toISOString() } })
    for (const batch of batchesOf(codes, statementsAtATime)) {
      const issued = await readIssued(database, batch, language)
      yield await run({ pages: issued.map((one) => ({ ...one, address })) })
    }
    yield await run({ end: true })
  } finally {
    process.end()
  }
}
