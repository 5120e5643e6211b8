import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdInAddress } from './fields.ts'

const RecordQuery = z.object({ user_id: IdInAddress })

export const downloadRecordPdf = endpoint({
  method: 'GET',
  path: '/record/pdf',
  access: 'see-member',
  person: 'user_id',
  summary: 'All activities of a member over all terms as PDF',
  query: RecordQuery,
})

export const downloadRecordCsv = endpoint({
  method: 'GET',
  path: '/record/csv',
  access: 'see-member',
  person: 'user_id',
  summary: 'The same as CSV, one row per activity',
  query: RecordQuery,
})
