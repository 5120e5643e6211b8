import type { SignedInUser } from '../../contract/auth.ts'
import { roles } from '../../contract/codes.ts'
import { pages } from '../../contract/pages.ts'
import { ApiError } from '../api.ts'
import { confirmedUser, storeSession } from '../session.ts'
import { fetchMe } from './auth.api.ts'

/** The dashboard of the user's role; undefined when signed out or for an unknown role. */
export function homeOf(user: SignedInUser | undefined) {
  if (user?.role_id === roles.admin) return pages.adminDashboard
  if (user?.role_id === roles.staff) return pages.staffDashboard
  return undefined
}

/**
 * The signed-in user according to the server: requested once per page load, then cached until the session changes. The reply
 * is stored, which also repairs local storage that was cleared or edited.
 */
export async function whoIsSignedIn(): Promise<SignedInUser | undefined> {
  const known = confirmedUser()
  if (known !== undefined) return known ?? undefined
  try {
    const { user } = await fetchMe()
    storeSession(user)
    return user
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined
    throw error
  }
}
