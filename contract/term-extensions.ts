import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, IdInBody, IdParams, Translations } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { dayParts } from './term-days.ts'

/** One part of a term, open longer for a person or for a department. */
export const ExtensionInput = z
  .object({
    part: z.enum(dayParts, encode(messages.calendar.partRequired)),
    user_id: IdInBody(messages.calendar.personRequired).nullish(),
    department_id: IdInBody(messages.calendar.departmentRequired).nullish(),
    /** The last day on which it is open, in the time zone of the portal. */
    last_day: day(messages.calendar.dayRequired),
  })
  .refine(({ user_id, department_id }) => (user_id == null) !== (department_id == null), {
    path: ['user_id'],
    message: encode(messages.calendar.personRequired),
  })
export type ExtensionInput = z.infer<typeof ExtensionInput>

const Extension = z.object({
  id: z.int(),
  part: z.enum(dayParts),
  user_id: z.int().nullable(),
  department_id: z.int().nullable(),
  /** The name of the person or of the department. */
  name: z.string(),
  /** The names of the department in other languages; empty for a person. */
  names: Translations,
  last_day: z.string(),
  created_by: z.string(),
  /** Missing in a repeated request that the release before this one has answered. */
  created_by_id: z.int().optional(),
})
export type Extension = z.infer<typeof Extension>

const OwnExtension = z.object({ term_id: z.int(), part: z.enum(dayParts), last_day: z.string() })
export type OwnExtension = z.infer<typeof OwnExtension>

export const listExtensions = endpoint({
  method: 'GET',
  path: '/terms/extensions/:id',
  access: 'read-all',
  summary: 'What is open longer in a term, for one person or department each',
  params: IdParams,
  replies: { 200: z.object({ extensions: z.array(Extension) }) },
})

export const extendDay = endpoint({
  method: 'POST',
  path: '/terms/extensions/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Open posting, review or questions of a term longer, for one person or department',
  params: IdParams,
  body: ExtensionInput,
  replies: { 201: z.object({ extension: Extension }) },
})

export const withdrawExtension = endpoint({
  method: 'PUT',
  path: '/terms/withdraw-extension/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Withdraw what was opened longer: the day of the term counts again',
  params: IdParams,
  replies: { 200: z.object({ extension: Extension }) },
})

export const listOwnExtensions = endpoint({
  method: 'GET',
  path: '/calendar/own',
  access: 'signed-in',
  summary: 'What is open longer for the own person or department',
  replies: { 200: z.object({ extensions: z.array(OwnExtension) }) },
})
