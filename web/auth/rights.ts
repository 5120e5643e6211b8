import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { roles } from '../../contract/codes.ts'
import type { Rights } from '../../contract/rights.ts'
import { onRefusal } from '../api.ts'
import { confirmedUser, lastKnownRights, storeSession, useSession } from '../session.ts'
import { fetchMe } from './auth.api.ts'

const queryKey = ['rights'] as const
const noRights: Rights = { department: null, see_members: false, review: false, score: false, lend: false, delegations: [] }

async function readRights(): Promise<Rights> {
  // A server of the release before sends the user alone.
  const { user, rights = noRights, session_ends_at } = await fetchMe()
  // Whoever signed out meanwhile stays signed out.
  if (confirmedUser() !== null) storeSession(user, rights, session_ends_at)
  return rights
}

/**
 * What the signed-in user may do at this moment. The pages only show what fits; the server decides anew with every call. A notice, a
 * refusal and coming back to the page fetch it again.
 */
export function useRights(): Rights & { isAdmin: boolean } {
  const user = useSession()
  const isAdmin = user?.role_id === roles.admin
  const { data = noRights } = useQuery({
    queryKey,
    queryFn: readRights,
    initialData: lastKnownRights,
    // Signed out: the guard is about to leave this page, and the server would refuse.
    enabled: user !== undefined,
    meta: { isFrame: true },
  })
  return { ...data, isAdmin }
}

/** For the frame of a page. Administrators lose their rights only with their session. */
export function useRightsAfterRefusal() {
  const queryClient = useQueryClient()
  const { isAdmin, see_members, review } = useRights()
  const mayEnd = !isAdmin && (see_members || review)
  useEffect(() => (mayEnd ? onRefusal(() => void queryClient.invalidateQueries({ queryKey })) : undefined), [mayEnd, queryClient])
}
