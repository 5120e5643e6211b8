import type { SignedInUser } from '../../contract/auth.ts'
import { roles } from '../../contract/codes.ts'
import { pages } from '../../contract/pages.ts'
import { ApiError } from '../api.ts'
import { confirmedUser, storeSession } from '../session.ts'
import { fetchMe } from './auth.api.ts'

/** The dashboard a person belongs to; none for nobody, and none for a role the portal does not know. */
export function homeOf(user: SignedInUser | undefined) {
  if (user?.role_id === roles.admin) return pages.adminDashboard
  if (user?.role_id === roles.staff) return pages.staffDashboard
  return undefined
}

/**
 * Who is signed in, in the server's words: asked once per page, then remembered until the session changes. What it says is
 * stored, so local storage that was emptied or tampered with is put right here.
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
