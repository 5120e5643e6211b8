import { roles } from '../../contract/codes.ts'
import type { Access, Endpoint } from '../../contract/endpoint.ts'
import {
  accessGroups,
  type KindOfPerson,
  kindsOfPeople,
  type PolicyGroup,
  type ScopeOfRight,
} from '../../contract/policy-table.ts'
import { can, reviewGrantsOf, type Scope, scopesOf, type Viewer } from '../policy/policy.ts'

type Declared = Pick<Endpoint, 'method' | 'path' | 'access' | 'summary'>

/** One person of each kind who is signed in. Whoever they are, the policy decides by these rights alone. */
function viewersByKind(headsMayScore: boolean): Record<Exclude<KindOfPerson, 'anyone'>, Viewer> {
  const none = { department: null, faculty: null, delegations: [], rights: [], dashboard: null }
  const member: Viewer = { id: 1, role_id: roles.staff, ...none, headsMayScore }
  const named = { id: 1, name: '', names: {} }
  const lent = { id: 1, lender_id: 2, lender_name: '', department: named, faculty: null, last_day: '' }
  return {
    member,
    delegate: { ...member, delegations: [lent] },
    head: { ...member, department: named },
    dean: { ...member, faculty: named },
    score_keeper: { ...member, rights: ['score_keeper'] },
    reviewer: { ...member, rights: ['reviewer'] },
    reader: { ...member, rights: ['reader'] },
    administrator: { ...member, role_id: roles.admin },
    rights_giver: { ...member, role_id: roles.admin, rights: ['give_rights'] },
  }
}

function scopeNamed(scope: Scope | undefined): ScopeOfRight {
  if (scope === undefined) return 'none'
  if (scope === null) return 'everybody'
  return 'departmentId' in scope ? 'department' : 'faculty'
}

/** Whom a call with this access concerns if the viewer makes it. */
function scopeOf(access: Access, viewer: Viewer | undefined): ScopeOfRight {
  // Nobody is signed in: what these calls concern is the account of whoever makes them.
  if (access === 'public' || access === 'signing-in') return 'own'
  if (!viewer) return 'none'
  if (access === 'signed-in') return 'own'
  if (!can(viewer, access)) return access === 'see-member' ? 'own' : 'none'
  if (access === 'staff') return 'own'
  if (access !== 'review') return scopeNamed(scopesOf(viewer).at(-1))
  const grant = reviewGrantsOf(viewer).at(-1)
  return grant?.lenderId == null ? scopeNamed(grant?.scope) : 'lent'
}

/** Who may do what, from the policy itself and the endpoints that the server has registered. */
export function policyTable(endpoints: readonly Declared[], headsMayScore: boolean): PolicyGroup[] {
  const viewers = viewersByKind(headsMayScore)
  return accessGroups.map((access) => ({
    access,
    scopes: Object.fromEntries(
      kindsOfPeople.map((kind) => [kind, scopeOf(access, kind === 'anyone' ? undefined : viewers[kind])]),
    ) as PolicyGroup['scopes'],
    calls: endpoints
      .filter((endpoint) => endpoint.access === access)
      .map(({ method, path, summary }) => ({ method, path, summary }))
      .toSorted((one, other) => one.path.localeCompare(other.path) || one.method.localeCompare(other.method)),
  }))
}
