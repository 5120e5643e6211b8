import { roles } from '../../contract/codes.ts'
import type { Action } from '../../contract/endpoint.ts'
import type { GivenRight, Rights } from '../../contract/rights.ts'

/** The requesting user, with the rights of this moment: read with the session in each request, and again in the transaction of a change. */
export interface Viewer extends Pick<Rights, 'department' | 'faculty' | 'delegations'> {
  id: number
  role_id: number
  /** What was given to the user beside being scored. */
  rights: readonly GivenRight[]
  /** The dashboard that they opened last. */
  dashboard: NonNullable<Rights['dashboard']> | null
  headsMayScore: boolean
}

/** The capacity in which a user acts, for the audit trail; null for the user's own role. */
export type Capacity =
  | { as: 'head'; department_id: number; department_name: string }
  | { as: 'dean'; faculty_id: number; faculty_name: string }
  | { as: 'delegate'; for_id: number; for_name: string }
  | null

/** The members whom a right is about: those of a department, those of a faculty, or everybody (null). */
export type Scope = { departmentId: number } | { facultyId: number } | null

/** An office that the viewer holds: as a head, or as a dean. */
export interface Office {
  scope: NonNullable<Scope>
  capacity: NonNullable<Capacity>
}

/** A right to review the members of its scope, but never the viewer's own postings, nor the lender's. */
export interface ReviewGrant {
  scope: Scope
  lenderId: number | null
  capacity: Capacity
}

type WithRights = Pick<Viewer, 'role_id' | 'rights'>

const has = ({ rights }: WithRights, right: GivenRight) => rights.includes(right)

/** By the role, or by the right beside being scored: then they have scores and postings of their own, about which they decide nothing. */
export const isAdmin = (viewer: WithRights) => viewer.role_id === roles.admin || has(viewer, 'administrator')

/** Whether the viewer reads what administrators read. */
export const readsAll = (viewer: WithRights) => isAdmin(viewer) || has(viewer, 'reader')

/** The rights that are about everybody, and let their holder see everybody. */
const seeing: readonly GivenRight[] = ['score_keeper', 'reviewer', 'reader']

/** Whether the viewer sees all members, and their postings. */
export const seesEverybody = (viewer: WithRights) => isAdmin(viewer) || seeing.some((right) => has(viewer, right))

/** The offices of a viewer who is no administrator, the nearer one first: a dean who also heads a department acts there as its head. */
export function officesOf(viewer: Pick<Viewer, 'role_id' | 'rights' | 'department' | 'faculty'>): Office[] {
  const { department, faculty } = viewer
  if (isAdmin(viewer)) return []
  return [
    ...(department
      ? [
          {
            scope: { departmentId: department.id },
            capacity: { as: 'head', department_id: department.id, department_name: department.name } as const,
          },
        ]
      : []),
    ...(faculty
      ? [
          {
            scope: { facultyId: faculty.id },
            capacity: { as: 'dean', faculty_id: faculty.id, faculty_name: faculty.name } as const,
          },
        ]
      : []),
  ]
}

/** The scopes of the members whom the viewer sees by a right of their own; none for who sees nobody else. */
export function scopesOf(viewer: Viewer): Scope[] {
  return seesEverybody(viewer) ? [null] : officeScopes(viewer)
}

/** The scopes of the members whose scores the viewer sets: a reader or reviewer who heads a department sees more of them. */
export function scoringScopesOf(viewer: Viewer): Scope[] {
  if (isAdmin(viewer) || has(viewer, 'score_keeper')) return [null]
  return viewer.headsMayScore ? officeScopes(viewer) : []
}

const officeScopes = (viewer: Viewer): Scope[] => officesOf(viewer).map(({ scope }) => scope)
const holdsOffice = (viewer: Viewer) => officesOf(viewer).length > 0

/** The viewers who may do each action. The members whom it may concern are decided in the queries: policy.queries.ts. */
const rules: Readonly<Record<Action, (viewer: Viewer) => boolean>> = {
  admin: isAdmin,
  staff: ({ role_id }) => role_id === roles.staff,
  // What administrators read, without what is for them alone: docs/decisions/0094-rights-beside-being-scored.md.
  'read-all': readsAll,
  'see-members': (viewer) => scopesOf(viewer).length > 0,
  // This is about others: all users see what is their own.
  'see-member': (viewer) => scopesOf(viewer).length > 0,
  review: (viewer) => reviewGrantsOf(viewer).length > 0,
  score: (viewer) => scoringScopesOf(viewer).length > 0,
  // A right that was only lent to them is not lent on.
  lend: (viewer) => reviewsEverybody(viewer) || holdsOffice(viewer),
  // For everybody, or for the members of the office.
  'add-events': (viewer) => isAdmin(viewer) || holdsOffice(viewer),
  // The right ends with being an administrator (database/functions/user-rights.sql).
  'give-rights': (viewer) => isAdmin(viewer) && has(viewer, 'give_rights'),
}

export function can(viewer: Viewer, action: Action): boolean {
  return rules[action](viewer)
}

/** The capacity in which the viewer lends, and ends what was lent: by the right with the most members. */
export function ownCapacity(viewer: Viewer): Capacity {
  return reviewsEverybody(viewer) ? null : widestOffice(viewer)
}

/** The capacity in which the viewer sets scores. */
export function scoringCapacity(viewer: Viewer): Capacity {
  return scoringScopesOf(viewer).includes(null) ? null : widestOffice(viewer)
}

const widestOffice = (viewer: Viewer): Capacity => officesOf(viewer).at(-1)?.capacity ?? null

const reviewsEverybody = (viewer: Viewer) => isAdmin(viewer) || has(viewer, 'reviewer')

/** The grants by which the viewer may review, the viewer's own first. */
export function reviewGrantsOf(viewer: Viewer): ReviewGrant[] {
  if (reviewsEverybody(viewer)) return [{ scope: null, lenderId: null, capacity: null }]
  const own = officesOf(viewer).map((office) => ({ ...office, lenderId: null }))
  const lent = viewer.delegations.flatMap(({ department, faculty, lender_id, lender_name }) => {
    const capacity = { as: 'delegate', for_id: lender_id, for_name: lender_name } as const
    const scopes = [...(department ? [{ departmentId: department.id }] : []), ...(faculty ? [{ facultyId: faculty.id }] : [])]
    return (scopes.length > 0 ? scopes : [null]).map((scope) => ({ scope, lenderId: lender_id, capacity }))
  })
  return [...own, ...lent]
}

/** The rights that are sent to the pages. */
export function rightsOf(viewer: Viewer): Rights {
  const { department, faculty, delegations, dashboard } = viewer
  return {
    department,
    faculty,
    see_members: can(viewer, 'see-members'),
    review: can(viewer, 'review'),
    score: can(viewer, 'score'),
    lend: can(viewer, 'lend'),
    delegations,
    is_administrator: isAdmin(viewer),
    is_reader: readsAll(viewer) && !isAdmin(viewer),
    give_rights: can(viewer, 'give-rights'),
    sees_everybody: seesEverybody(viewer),
    dashboard,
  }
}
