import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect } from 'react'
import { isAdministrator } from '../../../contract/landing.ts'
import { pages } from '../../../contract/pages.ts'
import type { Dashboard, DepartmentName, Rights } from '../../../contract/rights.ts'
import { call, onRefusal } from '../../http/api.ts'
import { confirmedUser, lastKnownRights, rememberDashboard, storeSession, useSession } from '../../session/session.ts'
import { noRights, rightsOn } from './rights-on-dashboard.ts'
import { ShownDashboard } from './shown-dashboard.ts'

const queryKey = ['rights'] as const

async function readRights(): Promise<Rights> {
  // A server of the previous release sends the user alone.
  const { rights = noRights, ...me } = await call('GET /auth/me')
  // A user who signed out meanwhile stays signed out.
  if (confirmedUser() !== null) storeSession(me.user, { ...me, rights })
  return rights
}

/**
 * The rights of the signed-in user at this moment, on the dashboard that is shown. The pages only show what fits; the server decides anew
 * with every call. A notice, a refusal and coming back to the page fetch them again.
 */
export function useRights(): Rights & {
  /** Whether the user administers on this dashboard. */
  isAdmin: boolean
  /** Whether the user administers at all, also while their own dashboard is shown. */
  administers: boolean
  /** Whether this is what administrators see, for somebody who changes nothing of it. */
  isReader: boolean
  sees_everybody: boolean
  /** The department of a head, or the faculty of a dean; null for who sees all members, and for those who see none. */
  scope: DepartmentName | null
  /** Whether the members whom the user sees are of several departments. */
  hasDepartments: boolean
  /** The dashboard with the panels about other people: the one that is shown, unless the other one alone has them. */
  pageOfMembers: (typeof pages)['adminDashboard' | 'staffDashboard']
} {
  const user = useSession()
  const dashboard = useContext(ShownDashboard)
  const { data = noRights } = useQuery({
    queryKey,
    queryFn: readRights,
    initialData: lastKnownRights,
    // The query is disabled after a sign-out: the guard is about to leave this page, and the server would refuse.
    enabled: user !== undefined,
    meta: { isFrame: true },
  })
  const administers = user !== undefined && isAdministrator(user, data)
  const rights = rightsOn(dashboard, administers, data)
  const isAdmin = administers && dashboard === 'admin'
  const isReader = !isAdmin && dashboard === 'admin' && (data.is_reader ?? false)
  // A server of the release before sends no faculty, and does not say who sees everybody.
  const faculty = rights.faculty ?? null
  const sees_everybody = rights.sees_everybody ?? isAdmin
  const scope = sees_everybody ? null : (faculty ?? rights.department)
  const hasDepartments = sees_everybody || faculty !== null
  const isElsewhere = !rights.see_members && (administers || data.is_reader)
  const pageOfMembers = dashboard === 'admin' || isElsewhere ? pages.adminDashboard : pages.staffDashboard
  return { ...rights, faculty, isAdmin, administers, isReader, sees_everybody, scope, hasDepartments, pageOfMembers }
}

/** Fetches the rights again after a refusal; for the frame of a page. Administrators lose their rights only with their session. */
export function useRightsAfterRefusal() {
  const queryClient = useQueryClient()
  const { isAdmin, see_members, review } = useRights()
  const mayEnd = !isAdmin && (see_members || review)
  useEffect(() => (mayEnd ? onRefusal(() => void queryClient.invalidateQueries({ queryKey })) : undefined), [mayEnd, queryClient])
}

/** Keeps the dashboard that was opened last. Nothing is said about a failure: signing in leads to the other dashboard then, one tap away. */
export function keepDashboard(queryClient: QueryClient, dashboard: Dashboard) {
  const known = lastKnownRights()
  if (!known || known.dashboard === dashboard) return
  rememberDashboard(dashboard)
  queryClient.setQueryData<Rights>(queryKey, (rights) => rights && { ...rights, dashboard })
  void call('PUT /auth/dashboard', { body: { dashboard } }).catch(() => undefined)
}
