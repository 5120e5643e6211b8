import { roles } from '../../contract/codes.ts'
import type { Action } from '../../contract/endpoint.ts'
import type { Rights } from '../../contract/rights.ts'

/** Who asks, with the rights of this moment: read with the session in each request, and again in the transaction of a change. */
export interface Viewer extends Pick<Rights, 'department' | 'delegations'> {
  id: number
  role_id: number
  headsMayScore: boolean
}

/** In which capacity a user acts, for the audit trail; null by the own role. */
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

/** Who may do what. Of whom, is decided in the queries: policy.queries.ts. */
const rules: Readonly<Record<Action, (viewer: Viewer) => boolean>> = {
  admin: isAdmin,
  staff: ({ role_id }) => role_id === roles.staff,
  'see-members': (viewer) => isAdmin(viewer) || isHead(viewer),
  // Of others: everybody sees what is their own.
  'see-member': (viewer) => isAdmin(viewer) || isHead(viewer),
  review: (viewer) => reviewGrantsOf(viewer).length > 0,
  score: (viewer) => isAdmin(viewer) || (isHead(viewer) && viewer.headsMayScore),
  // Not what was only lent to them.
  lend: (viewer) => isAdmin(viewer) || isHead(viewer),
}

export function can(viewer: Viewer, action: Action): boolean {
  return rules[action](viewer)
}

/** As head, where it is not as administrator. */
export function ownCapacity({ role_id, department }: Viewer): Capacity {
  if (isAdmin({ role_id }) || !department) return null
  return { as: 'head', department_id: department.id, department_name: department.name }
}

/** Those by which the viewer may review, the own ones first. */
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

/** The part that is sent to the pages. */
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
