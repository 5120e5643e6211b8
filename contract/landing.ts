import type { SignedInUser } from './auth.ts'
import { roles } from './codes.ts'
import { pages } from './pages.ts'
import type { Rights } from './rights.ts'

/** The dashboard of the user's role; undefined when signed out or for an unknown role. */
export function homeOf(user: Pick<SignedInUser, 'role_id'> | undefined) {
  if (user?.role_id === roles.admin) return pages.adminDashboard
  if (user?.role_id === roles.staff) return pages.staffDashboard
  return undefined
}

const ofAdministrators = [
  'inbox',
  'overview',
  'staff',
  'users',
  'activity',
  'departments',
  'terms',
  'settings',
  'review',
  'audit',
]

/** The panels with which the portal can open for a user with these rights: those in the sidebar of their dashboard. */
export function openingPanels({ role_id }: Pick<SignedInUser, 'role_id'>, { department, review }: Rights): readonly string[] {
  if (role_id === roles.admin) return ofAdministrators
  return [
    'activity',
    'your-activity',
    ...(review ? ['inbox'] : []),
    ...(department ? ['staff', 'overview'] : []),
    ...(review ? ['review'] : []),
  ]
}

/** The address as a path of the portal, parsed as the browser would; undefined if it leads to another site. */
export function ownPath(address: string | undefined): URL | undefined {
  const base = 'http://portal.invalid'
  if (address === undefined || !URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  return url.origin === base ? url : undefined
}

/**
 * The page that signing in leads to: the address that was asked for, if it is one of this user's pages, else their dashboard. It never
 * leads to another site: only the path of the address and what follows are used.
 */
export function landingOf(user: Pick<SignedInUser, 'role_id'> | undefined, redirectTo: string | undefined): string {
  const home = homeOf(user) ?? pages.login
  const url = ownPath(redirectTo)
  const isOwnPage = [home, pages.grade, pages.statement].some((page) => page === url?.pathname)
  return url && isOwnPage ? `${url.pathname}${url.search}${url.hash}` : home
}
