import { buffer } from 'node:stream/consumers'
import type { Language } from '../../contract/languages/languages.ts'
import type { PdfBranding } from '../statements/pdf-branding.ts'
import type { MemberRecord } from './record.ts'
import { recordPdf } from './record-pdf.ts'

/** Runs in its own process (see render-record.ts), which ends when idle. */

export interface RecordJob {
  language: Language
  record: MemberRecord
  branding: PdfBranding
  /** The URL of the portal, if PUBLIC_URL is set. */
  address: string | undefined
}

export type RecordResult = { pdf: Uint8Array } | { failure: string }

async function make({ language, record, branding, address }: RecordJob): Promise<RecordResult> {
  return { pdf: await buffer(recordPdf(language, record, branding, address)) }
}

process.on('message', (job: RecordJob) => {
  make(job)
    .catch((error: unknown): RecordResult => ({ failure: String(error instanceof Error ? error.stack : error) }))
    .then((result) => process.send?.(result))
})
// The server has exited, or has no more work.
process.on('disconnect', () => process.exit())
