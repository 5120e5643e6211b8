import { z } from 'zod'
import { activityTypes } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { IdInAddress, PaperLanguage, Translations } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { mostReportTerms } from './limits.ts'
import { CommonFilters } from './postings.ts'

/** What was done in some terms, in counts of postings and in the points that they count. Returned postings are left out. */

const DoneQuery = CommonFilters.extend({
  /** The terms, between commas; without them, the current one. */
  term_id: z
    .string()
    .transform((ids) => [...new Set(ids.split(','))])
    .pipe(z.array(IdInAddress).max(mostReportTerms, encode(messages.postingList.done.tooManyTerms({ most: mostReportTerms }))))
    .optional(),
  /** Counts only the verified postings. */
  only: z.literal('verified').optional(),
})
export type DoneQuery = z.infer<typeof DoneQuery>

const Count = z.object({ postings: z.int(), points: z.number() })
export type Count = z.infer<typeof Count>

/** A row has a count for each term, in their order, and their sum. */
const counted = { counts: z.array(Count), sum: Count }

const ActivityRow = z.object({ activity_id: z.int(), name: z.string(), names: Translations, ...counted })
const TypeRow = z.object({ type: z.enum(activityTypes), ...counted })
/** A department that was made anew under its name is one row, with the ids of both. Null for members without one. */
const DepartmentRow = z.object({
  department_ids: z.array(z.int()),
  department_name: z.string().nullable(),
  department_names: Translations.nullable(),
  ...counted,
})
const TitleRow = z.object({ title: z.string().nullable(), ...counted })

const DoneReport = z.object({
  /** The terms, oldest first. */
  terms: z.array(z.object({ id: z.int(), name: z.string(), names: Translations, status: z.enum(['open', 'closed']) })),
  all: z.object(counted),
  activities: z.array(ActivityRow),
  types: z.array(TypeRow),
  departments: z.array(DepartmentRow),
  titles: z.array(TitleRow),
})
export type DoneReport = z.infer<typeof DoneReport>

export const readDone = endpoint({
  method: 'GET',
  path: '/postings/done',
  access: 'see-members',
  summary: 'What was done in some terms: postings and points by activity, type, department and title',
  query: DoneQuery,
  replies: { 200: DoneReport },
})

export const downloadDoneXlsx = endpoint({
  method: 'GET',
  path: '/postings/done.xlsx',
  access: 'see-members',
  summary: 'The same as a spreadsheet',
  query: DoneQuery,
})

export const downloadDonePdf = endpoint({
  method: 'GET',
  path: '/postings/done.pdf',
  access: 'see-members',
  summary: 'The same as a PDF with lines for signatures',
  query: DoneQuery.extend({ language: PaperLanguage }),
})
