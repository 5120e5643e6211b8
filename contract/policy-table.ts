import { z } from 'zod'
import type { Access } from './endpoint.ts'
import { endpoint } from './endpoint.ts'

/** The table of who may do what. It is made from the policy and the declared endpoints: server/permissions/policy-table.ts. */

/** The kinds of people, each with all the rights of those who have the same account. */
export const kindsOfPeople = [
  'anyone',
  'member',
  'delegate',
  'head',
  'dean',
  'score_keeper',
  'reviewer',
  'reader',
  'administrator',
  'rights_giver',
] as const
export type KindOfPerson = (typeof kindsOfPeople)[number]

/** Whom a right concerns: nobody, the person alone, the members of the department, of the faculty or of the lender's right, or everybody. */
export const scopesOfRights = ['none', 'own', 'lent', 'department', 'faculty', 'everybody'] as const
export type ScopeOfRight = (typeof scopesOfRights)[number]

/** The groups of calls, by the access that they declare. */
export const accessGroups = [
  'public',
  'signing-in',
  'signed-in',
  'staff',
  'see-member',
  'see-members',
  'review',
  'lend',
  'add-events',
  'score',
  'read-all',
  'admin',
  'give-rights',
] as const satisfies readonly Access[]

const PolicyCall = z.object({ method: z.string(), path: z.string(), summary: z.string() })

const PolicyGroup = z.object({
  access: z.enum(accessGroups),
  /** Whom the calls concern, by the kind of person who makes them. */
  scopes: z.record(z.enum(kindsOfPeople), z.enum(scopesOfRights)),
  calls: z.array(PolicyCall),
})
export type PolicyGroup = z.infer<typeof PolicyGroup>

export const readPolicy = endpoint({
  method: 'GET',
  path: '/settings/policy',
  access: 'read-all',
  summary: 'Who may do what, as the portal decides it at this moment',
  replies: { 200: z.object({ groups: z.array(PolicyGroup) }) },
})
