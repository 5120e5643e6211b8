import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdInAddress, PaperLanguage } from './fields.ts'
import { several } from './postings.ts'

export const downloadNamesToSign = endpoint({
  method: 'GET',
  path: '/results/names',
  access: 'see-members',
  summary: 'The members of a term by department as PDF: name, title, points, grade, and a line to sign on',
  query: z.object({
    term_id: IdInAddress,
    /** Departments, and `none` for members without one; without it, all. */
    department_id: several(z.union([z.literal('none'), IdInAddress])),
    language: PaperLanguage,
  }),
})
