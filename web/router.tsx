import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { pages } from '../contract/pages.ts'
import { homeOf, whoIsSignedIn } from './auth/guards.ts'
import { LoginScreen } from './auth/login-screen.tsx'
import { ErrorScreen, LoadingScreen, NotFoundScreen } from './dashboards/status-screens.tsx'
import { onSessionChange, readSession } from './session.ts'
import { SkipLink } from './ui/skip-link.tsx'
import { Toasts } from './ui/toast.tsx'

const rootRoute = createRootRoute({
  component: () => (
    <>
      <SkipLink />
      <Outlet />
      <Toasts />
    </>
  ),
})

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.login,
  beforeLoad: () => {
    const home = homeOf(readSession())
    if (home) throw redirect({ to: home })
  },
  component: LoginScreen,
})

/** The open panel stands in the address; which panels there are, each dashboard knows. */
function validateTab(search: Record<string, unknown>): { tab?: string } {
  return typeof search['tab'] === 'string' ? { tab: search['tab'] } : {}
}

/** Opens a dashboard only for the person the server says it belongs to; everybody else goes where they belong. */
async function guard(dashboard: typeof pages.adminDashboard | typeof pages.staffDashboard) {
  const home = homeOf(await whoIsSignedIn()) ?? pages.login
  if (home !== dashboard) throw redirect({ to: home })
}

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.adminDashboard,
  validateSearch: validateTab,
  loader: () => guard(pages.adminDashboard),
  component: lazyRouteComponent(() => import('./dashboards/admin-dashboard.tsx'), 'AdminDashboard'),
})

const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.staffDashboard,
  validateSearch: validateTab,
  loader: () => guard(pages.staffDashboard),
  component: lazyRouteComponent(() => import('./dashboards/staff-dashboard.tsx'), 'StaffDashboard'),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([loginRoute, adminRoute, staffRoute]),
  defaultPendingMs: 250,
  defaultPendingComponent: LoadingScreen,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundScreen,
})

// Signing in, signing out, an ended session, another tab: whatever changes the session, the guards above decide where to be.
onSessionChange(() => void router.invalidate())

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
