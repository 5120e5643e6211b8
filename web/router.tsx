import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { pages } from '../contract/pages.ts'
import { homeOf, whoIsSignedIn } from './auth/guards.ts'
import { LoginScreen } from './auth/login-screen.tsx'
import type { PanelEntry } from './dashboards/dashboard-frame.tsx'
import { ErrorScreen, LoadingScreen, NotFoundScreen } from './dashboards/status-screens.tsx'
import { onSessionChange, readSession } from './session.ts'
import './ui/close-on-back.ts'
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

/** The open panel and the selected term are in the URL; each dashboard and panel validates its own. */
function validateTab({ tab, term }: Record<string, unknown>): { tab?: string; term?: number } {
  return { ...(typeof tab === 'string' ? { tab } : {}), ...(typeof term === 'number' ? { term } : {}) }
}

const adminNumberParams = ['person', 'against', 'department_id', 'posting'] as const
const adminTextParams = ['subject', 'kind', 'from', 'to', 'department', 'title', 'grade', 'posted', 'sort', 'type'] as const
type AdminSearch = { [Name in (typeof adminNumberParams)[number]]?: number } & {
  [Name in (typeof adminTextParams)[number]]?: string
}

/** The Overview, Staff, Review and Audit panels store their filters in the URL. */
function validateAdminTab(search: Record<string, unknown>): ReturnType<typeof validateTab> & AdminSearch {
  const given = [
    ...adminNumberParams.filter((name) => typeof search[name] === 'number'),
    ...adminTextParams.filter((name) => typeof search[name] === 'string'),
  ]
  return { ...validateTab(search), ...Object.fromEntries(given.map((name) => [name, search[name]])) }
}

type StaffSearch = ReturnType<typeof validateTab> & { activity?: number; posting?: number }

/** The catalogue links here to post one of its activities, and a notice links to its posting. */
function validateStaffTab({ activity, posting, ...search }: Record<string, unknown>): StaffSearch {
  return {
    ...validateTab(search),
    ...(typeof activity === 'number' ? { activity } : {}),
    ...(typeof posting === 'number' ? { posting } : {}),
  }
}

/** Opens a dashboard only for the role that the server confirms; any other user is redirected to their own page. */
async function guard(dashboard: typeof pages.adminDashboard | typeof pages.staffDashboard) {
  const home = homeOf(await whoIsSignedIn()) ?? pages.login
  if (home !== dashboard) throw redirect({ to: home })
}

/** Loads a dashboard with its first panel: if the panel arrived later, React would show the Suspense fallback first. */
async function withFirstPanel<Dashboard extends { openPanel: (tab: unknown) => PanelEntry }>(
  loading: Promise<Dashboard>,
): Promise<Dashboard> {
  const dashboard = await loading
  const { tab } = router.latestLocation.search as { tab?: unknown }
  // If it cannot be loaded, the panel itself shows the error.
  await dashboard.openPanel(tab).Panel.preload?.()
  return dashboard
}

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.adminDashboard,
  validateSearch: validateAdminTab,
  loader: () => guard(pages.adminDashboard),
  component: lazyRouteComponent(() => withFirstPanel(import('./dashboards/admin-dashboard.tsx')), 'AdminDashboard'),
})

const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.staffDashboard,
  validateSearch: validateStaffTab,
  loader: () => guard(pages.staffDashboard),
  component: lazyRouteComponent(() => withFirstPanel(import('./dashboards/staff-dashboard.tsx')), 'StaffDashboard'),
})

async function requireSignIn() {
  if (!homeOf(await whoIsSignedIn())) throw redirect({ to: pages.login })
}

/** For both roles: the scale is the same, and staff see their own position. */
const gradeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.grade,
  validateSearch: ({ term }: Record<string, unknown>): { term?: number } => (typeof term === 'number' ? { term } : {}),
  loader: requireSignIn,
  component: lazyRouteComponent(() => import('./grading/grade-screen.tsx'), 'GradeScreen'),
})

/** For both roles: staff see their own, administrators any member's. */
const statementRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.statement,
  validateSearch: ({ user_id, term }: Record<string, unknown>): { user_id?: number; term?: number } => ({
    ...(typeof user_id === 'number' ? { user_id } : {}),
    ...(typeof term === 'number' ? { term } : {}),
  }),
  loader: requireSignIn,
  component: lazyRouteComponent(() => import('./statements/statement-screen.tsx'), 'StatementScreen'),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([loginRoute, adminRoute, staffRoute, gradeRoute, statementRoute]),
  defaultPendingMs: 250,
  defaultPendingComponent: LoadingScreen,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundScreen,
})

// Sign-in, sign-out, an expired session, another tab: after any session change the guards above redirect.
onSessionChange(() => void router.invalidate())

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
