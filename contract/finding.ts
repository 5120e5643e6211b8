import { z } from 'zod'
import { activityTypes } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { line, Translations } from './fields.ts'
import { FoundAction } from './find-actions.ts'
import { FoundPage } from './handbook.ts'
import { messages } from './languages/catalogue.ts'
import { longestSearch } from './limits.ts'

const FindQuery = z.object({ q: line(longestSearch, messages.finding.enterText) })

const FoundPerson = z.object({
  id: z.int(),
  name: z.string(),
  other_name: z.string().nullable(),
  email: z.string().nullable(),
  /** Null for a person without a department, or with a removed one. */
  department_name: z.string().nullable(),
  department_names: Translations.nullable(),
  /** Whether the staff list of the current term contains the person. */
  is_scored: z.boolean(),
})
export type FoundPerson = z.infer<typeof FoundPerson>

const FoundActivity = z.object({
  id: z.int(),
  name: z.string(),
  names: Translations,
  type: z.enum(activityTypes),
})
export type FoundActivity = z.infer<typeof FoundActivity>

const FoundDepartment = z.object({
  id: z.int(),
  name: z.string(),
  names: Translations,
  member_count: z.int(),
})
export type FoundDepartment = z.infer<typeof FoundDepartment>

/** A faculty, which administrators edit in Settings. */
const FoundFaculty = z.object({ id: z.int(), name: z.string(), names: Translations })

const FoundTerm = z.object({
  id: z.int(),
  name: z.string(),
  names: Translations,
  start_date: z.string(),
  end_date: z.string(),
  status: z.enum(['open', 'closed']),
  is_current: z.boolean(),
})
export type FoundTerm = z.infer<typeof FoundTerm>

/** The best results of a kind, and whether there are more of it. */
const group = <Item extends z.ZodType>(item: Item) => z.object({ found: z.array(item), more: z.boolean() })

const FindReply = z.object({
  people: group(FoundPerson),
  activities: group(FoundActivity),
  departments: group(FoundDepartment),
  /** A server of the release before does not send them. */
  faculties: group(FoundFaculty).optional(),
  terms: group(FoundTerm),
  actions: group(FoundAction),
  handbook: group(FoundPage),
})
export type FindReply = z.infer<typeof FindReply>

export const find = endpoint({
  method: 'GET',
  path: '/find',
  access: 'signed-in',
  summary: 'One search over people, activities, departments, faculties, terms, what the caller can do, and the handbook',
  description:
    'Administrators find everybody, every department and every faculty, heads of department its members and itself, others no people and no departments.',
  query: FindQuery,
  replies: { 200: FindReply },
})
