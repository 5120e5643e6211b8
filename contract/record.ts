import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdInAddress, PaperLanguage } from './fields.ts'

const RecordQuery = z.object({ user_id: IdInAddress })
const PaperQuery = RecordQuery.extend({ language: PaperLanguage })

export const downloadRecordPdf = endpoint({
  method: 'GET',
  path: '/record/pdf',
  access: 'see-member',
  person: 'user_id',
  summary: 'All activities of a member over all terms as PDF',
  query: PaperQuery,
})

export const downloadRecordCsv = endpoint({
  method: 'GET',
  path: '/record/csv',
  access: 'see-member',
  person: 'user_id',
  summary: 'The same as CSV, one row per activity',
  query: RecordQuery,
})
