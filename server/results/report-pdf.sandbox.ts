import { buffer } from 'node:stream/consumers'
import type { Language } from '../../contract/languages/languages.ts'
import type { PdfBranding } from '../statements/pdf-branding.ts'
import type { Report } from './report.ts'
import { reportPdf } from './report-pdf.ts'

/** Runs in its own process (see render-report.ts), which ends when idle. */

export interface ReportJob {
  language: Language
  report: Report
  branding: PdfBranding
}

export type ReportResult = { pdf: Uint8Array } | { failure: string }

async function make({ language, report, branding }: ReportJob): Promise<ReportResult> {
  return { pdf: await buffer(reportPdf(language, report, branding)) }
}

process.on('message', (job: ReportJob) => {
  make(job)
    .catch((error: unknown): ReportResult => ({ failure: String(error instanceof Error ? error.stack : error) }))
    .then((result) => process.send?.(result))
})
// The server has exited, or has no more work.
process.on('disconnect', () => process.exit())
