import { Unavailable } from '../http/errors.ts'
import { sandbox } from '../process/sandbox.ts'
import type { ReportJob, ReportResult } from './report-pdf.sandbox.ts'

const render = sandbox<ReportJob, ReportResult>('report-pdf.sandbox', import.meta.url, 128)

/** In a child process, as statements are. */
export async function renderReport(job: ReportJob): Promise<Uint8Array> {
  const result = await render(job)
  if (!result) throw new Unavailable()
  if ('failure' in result) throw new Error(result.failure)
  return result.pdf
}
