import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, IdInBody, IdParams, TimeZone, Translation } from './fields.ts'
import { messages } from './languages/catalogue.ts'
import { DepartmentName } from './rights.ts'

/** For longer, it is lent again. */
export const longestDelegationDays = 366

export const DelegationInput = z.object({
  delegate_id: IdInBody(messages.delegations.delegateRequired),
  /** The last day on which it holds, in the time zone of the lender. */
  last_day: day(messages.delegations.dayRequired),
  zone: TimeZone,
})
export type DelegationInput = z.infer<typeof DelegationInput>

/** Review, lent by one person to another. */
export const Delegation = z.object({
  id: z.int(),
  lender_id: z.int(),
  lender_name: z.string(),
  delegate_id: z.int(),
  delegate_name: z.string(),
  /** What the lender may review at this moment: the members of a department; null for everybody, or for nobody. */
  department: DepartmentName.nullable(),
  /** Active; suspended while the lender may not review; ended by its day, by the lender, or by an administrator. */
  state: z.enum(['active', 'suspended', 'ended']),
  last_day: z.string(),
  starts_at: z.string(),
  /** Before its day; null if it was not. */
  ended_at: z.string().nullable(),
  ended_by_name: z.string().nullable(),
})
export type Delegation = z.infer<typeof Delegation>

/** Nothing but the name: a lender sees no more of the members of other departments. */
const PossibleDelegate = z.object({
  id: z.int(),
  name: z.string(),
  department_name: z.string().nullable(),
  department_name_ckb: Translation,
  department_name_ar: Translation,
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
  access: 'admin',
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
