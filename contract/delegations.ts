import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, IdInBody, IdParams, Translations } from './fields.ts'
import { messages } from './languages/catalogue.ts'
import { DepartmentName } from './rights.ts'

export const DelegationInput = z.object({
  delegate_id: IdInBody(messages.delegations.delegateRequired),
  /** The last day on which the delegation holds, in the time zone of the portal. */
  last_day: day(messages.delegations.dayRequired),
})
export type DelegationInput = z.infer<typeof DelegationInput>

/** Review, lent by one person to another. */
export const Delegation = z.object({
  id: z.int(),
  lender_id: z.int(),
  lender_name: z.string(),
  lender_other_name: z.string().nullish(),
  delegate_id: z.int(),
  delegate_name: z.string(),
  delegate_other_name: z.string().nullish(),
  /** The department and the faculty whose members the lender may review at this moment; both null if these are all members, or none. */
  department: DepartmentName.nullable(),
  faculty: DepartmentName.nullable(),
  /** The state: active; suspended while the lender may not review; ended by its day, by the lender, or by an administrator. */
  state: z.enum(['active', 'suspended', 'ended']),
  last_day: z.string(),
  starts_at: z.string(),
  /** The time of an end before the last day; null if there was none. */
  ended_at: z.string().nullable(),
  ended_by_name: z.string().nullable(),
})
export type Delegation = z.infer<typeof Delegation>

/** A possible delegate has nothing but a name and a department: a lender sees no more of the members of other departments. */
const PossibleDelegate = z.object({
  id: z.int(),
  name: z.string(),
  other_name: z.string().nullish(),
  department_name: z.string().nullable(),
  department_names: Translations.nullable(),
})
export type PossibleDelegate = z.infer<typeof PossibleDelegate>

const DelegationReply = z.object({ message: z.string(), delegation: Delegation })

export const listDelegations = endpoint({
  method: 'GET',
  path: '/delegations',
  access: 'signed-in',
  summary: 'Review that the user lent or borrowed, newest first',
  replies: { 200: z.object({ lent: z.array(Delegation), borrowed: z.array(Delegation) }) },
})

export const listAllDelegations = endpoint({
  method: 'GET',
  path: '/delegations/all',
  access: 'read-all',
  summary: 'Review that anybody lent, newest first',
  replies: { 200: z.object({ delegations: z.array(Delegation) }) },
})

export const listPossibleDelegates = endpoint({
  method: 'GET',
  path: '/delegations/people',
  access: 'lend',
  summary: 'The names of those to whom Review can be lent',
  replies: { 200: z.object({ people: z.array(PossibleDelegate) }) },
})

export const lendReview = endpoint({
  method: 'POST',
  path: '/delegations',
  access: 'lend',
  repeatable: true,
  summary: 'Lend Review to another person until a day',
  body: DelegationInput,
  replies: { 201: DelegationReply },
})

export const endDelegation = endpoint({
  method: 'PUT',
  path: '/delegations/end/:id',
  access: 'signed-in',
  repeatable: true,
  summary: 'End Review that was lent before its day: by the lender, or an administrator',
  params: IdParams,
  replies: { 200: DelegationReply },
})
