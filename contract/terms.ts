import { z } from 'zod'
import { day, line, paragraph, SeenVersion } from './fields.ts'
import { messages } from './messages.ts'

export const TermInput = z
  .object({
    name: line(100, messages.terms.nameRequired),
    start_date: day(messages.terms.startRequired),
    end_date: day(messages.terms.endRequired),
    version: SeenVersion,
  })
  .refine((term) => term.end_date >= term.start_date, { path: ['end_date'], message: messages.terms.endBeforeStart })
export type TermInput = z.infer<typeof TermInput>

export const ReopenInput = z.object({ reason: paragraph(1000, messages.terms.reasonRequired) })
export type ReopenInput = z.infer<typeof ReopenInput>

export const Term = z.object({
  id: z.int(),
  name: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  status: z.enum(['open', 'closed']),
  is_current: z.boolean(),
  /** Members in its list: those of today while it is open, those of its close afterwards. */
  staff_count: z.int(),
  posted_count: z.int(),
  version: z.int(),
  /** The last time it was opened again, and why. */
  reopened: z.object({ reason: z.string(), by: z.string(), at: z.iso.datetime({ offset: true }) }).nullable(),
})
export type Term = z.infer<typeof Term>

export const TermsReply = z.object({ terms: z.array(Term) })
export const TermReply = z.object({ term: Term })
