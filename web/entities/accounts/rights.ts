import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { roles } from '../../../contract/codes.ts'
import type { DepartmentName, Rights } from '../../../contract/rights.ts'
import { call, onRefusal } from '../../http/api.ts'
import { confirmedUser, lastKnownRights, storeSession, useSession } from '../../session/session.ts'

const queryKey = ['rights'] as const
const noRights: Rights = {
  department: null,
  faculty: null,
  see_members: false,
  review: false,
  score: false,
  lend: false,
  delegations: [],
}

async function readRights(): Promise<Rights> {
  // A server of the previous release sends the user alone.
  const { rights = noRights, ...me } = await call('GET /auth/me')
  // A user who signed out meanwhile stays signed out.
  if (confirmedUser() !== null) storeSession(me.user, { ...me, rights })
  return rights
}

/**
 * The rights of the signed-in user at this moment. The pages only show what fits; the server decides anew with every call. A notice, a
 * refusal and coming back to the page fetch them again.
 */
export function useRights(): Rights & {
  isAdmin: boolean
  /** The department of a head, or the faculty of a dean; null for administrators and all others. */
  scope: DepartmentName | null
  /** Whether the members whom the user sees are of several departments. */
  hasDepartments: boolean
} {
  const user = useSession()
  const isAdmin = user?.role_id === roles.admin
  const { data = noRights } = useQuery({
    queryKey,
    queryFn: readRights,
    initialData: lastKnownRights,
    // The query is disabled after a sign-out: the guard is about to leave this page, and the server would refuse.
    enabled: user !== undefined,
    meta: { isFrame: true },
  })
  // A server of the release before sends no faculty.
  const faculty = data.faculty ?? null
  const scope = isAdmin ? null : (faculty ?? data.department)
  return { ...data, faculty, isAdmin, scope, hasDepartments: isAdmin || faculty !== null }
}

/** Fetches the rights again after a refusal; for the frame of a page. Administrators lose their rights only with their session. */
export function useRightsAfterRefusal() {
  const queryClient = useQueryClient()
  const { isAdmin, see_members, review } = useRights()
  const mayEnd = !isAdmin && (see_members || review)
  useEffect(() => (mayEnd ? onRefusal(() => void queryClient.invalidateQueries({ queryKey })) : undefined), [mayEnd, queryClient])
}
