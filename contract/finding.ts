import { z } from 'zod'
import { activityTypes } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { line, Translation } from './fields.ts'
import { messages } from './languages/catalogue.ts'
import { longestSearch } from './searching.ts'

/** At most this many of each kind; the list itself shows the rest. */
export const mostFound = 5

const FindQuery = z.object({ q: line(longestSearch, messages.finding.enterText) })

const FoundPerson = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  /** Null without a department, or if it was removed. */
  department_name: z.string().nullable(),
  department_name_ckb: Translation,
  department_name_ar: Translation,
  /** Whether the list of the staff in the current term has them. */
  is_scored: z.boolean(),
})
export type FoundPerson = z.infer<typeof FoundPerson>

const FoundActivity = z.object({
  id: z.int(),
  name: z.string(),
  name_ckb: Translation,
  name_ar: Translation,
  type: z.enum(activityTypes),
})
export type FoundActivity = z.infer<typeof FoundActivity>

const FoundDepartment = z.object({
  id: z.int(),
  name: z.string(),
  name_ckb: Translation,
  name_ar: Translation,
  member_count: z.int(),
})
export type FoundDepartment = z.infer<typeof FoundDepartment>

const FoundTerm = z.object({
  id: z.int(),
  name: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  status: z.enum(['open', 'closed']),
  is_current: z.boolean(),
})
export type FoundTerm = z.infer<typeof FoundTerm>

/** The best ones of a kind, and whether there are more of it. */
const group = <Item extends z.ZodType>(item: Item) => z.object({ found: z.array(item), more: z.boolean() })

const FindReply = z.object({
  people: group(FoundPerson),
  activities: group(FoundActivity),
  departments: group(FoundDepartment),
  terms: group(FoundTerm),
})
export type FindReply = z.infer<typeof FindReply>

export const find = endpoint({
  method: 'GET',
  path: '/find',
  access: 'signed-in',
  summary: 'One search over people, activities, departments and terms',
  description:
    'Administrators find everybody and every department, heads of department its members and itself, others no people and no departments.',
  query: FindQuery,
  replies: { 200: FindReply },
})
