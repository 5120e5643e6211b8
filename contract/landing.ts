import type { SignedInUser } from './auth.ts'
import { roles } from './codes.ts'
import { pages } from './pages.ts'
import type { Dashboard, Rights } from './rights.ts'

type Person = Pick<SignedInUser, 'role_id'>
/** What the rights say about dashboards. Without them, as before the rights are known, only the role counts. */
type DashboardRights = Pick<Rights, 'is_administrator' | 'is_reader' | 'dashboard'>

/** Whether the user administers the portal, also by the words of a server of the release before, to which only the role counts. */
export function isAdministrator({ role_id }: Person, rights: Pick<Rights, 'is_administrator'> | undefined) {
  return rights?.is_administrator ?? role_id === roles.admin
}

/** The dashboards of a user. Who is scored and administers, or reads what administrators do, has both and chooses; nobody has none but an unknown role. */
export function dashboardsOf(user: Person | undefined, rights?: DashboardRights): readonly Dashboard[] {
  if (user?.role_id === roles.admin) return ['admin']
  if (user?.role_id !== roles.staff) return []
  return isAdministrator(user, rights) || rights?.is_reader ? ['admin', 'staff'] : ['staff']
}

const pageOf = { admin: pages.adminDashboard, staff: pages.staffDashboard } as const

/** The user's dashboard, for who has both the one that they opened last; undefined when signed out or for an unknown role. */
export function homeOf(user: Person | undefined, rights?: DashboardRights) {
  const own = dashboardsOf(user, rights)
  const chosen = own.find((dashboard) => dashboard === rights?.dashboard) ?? own[0]
  return chosen && pageOf[chosen]
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
/** A reader has nothing to decide. Settings shows them who has which right. */
const ofReaders = ['overview', 'staff', 'users', 'activity', 'departments', 'terms', 'settings', 'audit']

/** The panels with which the portal can open for a user with these rights: those in the sidebar of their dashboard. */
export function openingPanels(user: Person, rights: Rights): readonly string[] {
  if (homeOf(user, rights) === pages.adminDashboard) return isAdministrator(user, rights) ? ofAdministrators : ofReaders
  const { department, faculty, review, sees_everybody } = rights
  return [
    'activity',
    'your-activity',
    ...(review ? ['inbox'] : []),
    ...(department || faculty || sees_everybody ? ['staff', 'overview'] : []),
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
export function landingOf(user: Person | undefined, redirectTo: string | undefined, rights?: DashboardRights): string {
  const home = homeOf(user, rights) ?? pages.login
  const url = ownPath(redirectTo)
  const own = dashboardsOf(user, rights).map((dashboard) => pageOf[dashboard])
  const isOwnPage = [home, ...own, pages.grade, pages.statement].some((page) => page === url?.pathname)
  return url && isOwnPage ? `${url.pathname}${url.search}${url.hash}` : home
}
