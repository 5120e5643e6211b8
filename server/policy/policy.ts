import { roles } from '../../contract/codes.ts'
import type { Action } from '../../contract/endpoint.ts'
import type { Rights } from '../../contract/rights.ts'

/** The requesting user, with the rights of this moment: read with the session in each request, and again in the transaction of a change. */
export interface Viewer extends Pick<Rights, 'department' | 'delegations'> {
  id: number
  role_id: number
  headsMayScore: boolean
}

/** The capacity in which a user acts, for the audit trail; null for the user's own role. */
export type Capacity =
  | { as: 'head'; department_id: number; department_name: string }
  | { as: 'delegate'; for_id: number; for_name: string }
  | null

/** A right to review: the members of a department, or everybody (null), but never the viewer's own postings, nor the lender's. */
export interface ReviewGrant {
  departmentId: number | null
  lenderId: number | null
  capacity: Capacity
}

export const isAdmin = ({ role_id }: Pick<Viewer, 'role_id'>) => role_id === roles.admin
const isHead = ({ department }: Viewer) => department !== null

/** The viewers who may do each action. The members whom it may concern are decided in the queries: policy.queries.ts. */
const rules: Readonly<Record<Action, (viewer: Viewer) => boolean>> = {
  admin: isAdmin,
  staff: ({ role_id }) => role_id === roles.staff,
  'see-members': (viewer) => isAdmin(viewer) || isHead(viewer),
  // This is about others: all users see what is their own.
  'see-member': (viewer) => isAdmin(viewer) || isHead(viewer),
  review: (viewer) => reviewGrantsOf(viewer).length > 0,
  score: (viewer) => isAdmin(viewer) || (isHead(viewer) && viewer.headsMayScore),
  // A right that was only lent to them is not lent on.
  lend: (viewer) => isAdmin(viewer) || isHead(viewer),
}

export function can(viewer: Viewer, action: Action): boolean {
  return rules[action](viewer)
}

/** The capacity of a head who is not an administrator. */
export function ownCapacity({ role_id, department }: Viewer): Capacity {
  if (isAdmin({ role_id }) || !department) return null
  return { as: 'head', department_id: department.id, department_name: department.name }
}

/** The grants by which the viewer may review, the viewer's own first. */
export function reviewGrantsOf(viewer: Viewer): ReviewGrant[] {
  const { department, delegations } = viewer
  if (isAdmin(viewer)) return [{ departmentId: null, lenderId: null, capacity: null }]
  const own = department ? [{ departmentId: department.id, lenderId: null, capacity: ownCapacity(viewer) }] : []
  const lent = delegations.map(({ department: lenders, lender_id, lender_name }) => ({
    departmentId: lenders?.id ?? null,
    lenderId: lender_id,
    capacity: { as: 'delegate', for_id: lender_id, for_name: lender_name } as const,
  }))
  return [...own, ...lent]
}

/** The rights that are sent to the pages. */
export function rightsOf(viewer: Viewer): Rights {
  const { department, delegations } = viewer
  return {
    department,
    see_members: can(viewer, 'see-members'),
    review: can(viewer, 'review'),
    score: can(viewer, 'score'),
    lend: can(viewer, 'lend'),
    delegations,
  }
}
