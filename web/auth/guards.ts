import type { SignedInUser } from '../../contract/auth.ts'
import { roles } from '../../contract/codes.ts'
import { pages } from '../../contract/pages.ts'
import { ApiError } from '../api.ts'
import { confirmedUser, lastKnownRights, storeSession } from '../session.ts'
import { showAccountLanguage } from './account-language.ts'
import { fetchMe } from './auth.api.ts'

/** The dashboard of the user's role; undefined when signed out or for an unknown role. */
export function homeOf(user: SignedInUser | undefined) {
  if (user?.role_id === roles.admin) return pages.adminDashboard
  if (user?.role_id === roles.staff) return pages.staffDashboard
  return undefined
}

/**
 * Where signing in leads: the address that was asked for, if it is one of this user's pages, else their dashboard. Never to another
 * site: the address is parsed as the browser would, and only its path and what follows are used.
 */
export function landingOf(user: SignedInUser | undefined, redirectTo: string | undefined): string {
  const home = homeOf(user) ?? pages.login
  const base = 'http://portal.invalid'
  if (redirectTo === undefined || !URL.canParse(redirectTo, base)) return home
  const { origin, pathname, search, hash } = new URL(redirectTo, base)
  const isOwnPage = [home, pages.grade, pages.statement].some((page) => page === pathname)
  return origin === base && isOwnPage ? `${pathname}${search}${hash}` : home
}

/**
 * The signed-in user according to the server: requested once per page load, then cached until the session changes. The reply
 * is stored, which also repairs local storage that was cleared or edited.
 */
export async function whoIsSignedIn(): Promise<SignedInUser | undefined> {
  const known = confirmedUser()
  if (known === null) return undefined
  if (known && lastKnownRights()) return known
  try {
    const { user, rights } = await fetchMe()
    await showAccountLanguage()
    storeSession(user, rights)
    return user
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined
    throw error
  }
}
