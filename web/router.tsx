import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type ParsedLocation,
  RouterProvider,
  redirect,
  useLocation,
} from '@tanstack/react-router'
import { dashboardsOf, homeOf, landingOf } from '../contract/landing.ts'
import { pages } from '../contract/pages.ts'
import type { Dashboard } from '../contract/rights.ts'
import { whoIsSignedIn } from './auth/guards.ts'
import { LoginScreen } from './auth/login-screen.tsx'
import { useAskedForOwnPassword } from './auth/own-password.ts'
import { toastSsoOutcome } from './auth/sso-sign-in.tsx'
import type { PanelEntry } from './dashboards/dashboard-frame.tsx'
import { validateAdminSearch, validateStaffSearch, validateStatement, validateTerm } from './dashboards/search-params.ts'
import { ErrorScreen, LoadingScreen, NotFoundScreen } from './dashboards/status-screens.tsx'
import { loadFirstWords } from './language/language.ts'
import { forgetFailedScript, LazyBoundary, lazyComponent, ScriptNotLoaded } from './routing/lazy-component.tsx'
import { lastKnownRights, onSessionChange, openingPanel, readSession } from './session/session.ts'
import './ui/close-on-back.ts'
import { PageFrame } from './ui/page-frame.tsx'

const OwnPasswordScreen = lazyComponent(() => import('./auth/own-password-screen.tsx'), 'OwnPasswordScreen')

/** The open page. A user with an initial password chooses one of their own before anything else. */
function OpenPage() {
  const asked = useAskedForOwnPassword()
  if (!asked) return <Outlet />
  return (
    <LazyBoundary fallback={<LoadingScreen />}>
      <OwnPasswordScreen typed={asked.typed} />
    </LazyBoundary>
  )
}

const rootRoute = createRootRoute({
  component: () => (
    <PageFrame>
      <OpenPage />
    </PageFrame>
  ),
})

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.login,
  beforeLoad: async ({ location }) => {
    if (!homeOf(readSession())) return
    // Who has both dashboards comes to the one that they opened last, which a page that was just loaded does not know.
    const user = lastKnownRights() ? readSession() : await whoIsSignedIn()
    if (!user) return
    toastSsoOutcome(location.searchStr)
    throw redirect({ href: landingOf(user, location.state.redirectTo, lastKnownRights()) })
  },
  component: LoginPage,
})

function LoginPage() {
  const { searchStr, state } = useLocation()
  return <LoginScreen search={searchStr} state={state} />
}

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.forgotPassword,
  component: lazyComponent(() => import('./auth/forgot-password-screen.tsx'), 'ForgotPasswordScreen'),
})

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.resetPassword,
  component: lazyComponent(() => import('./auth/reset-password-screen.tsx'), 'ResetPasswordScreen'),
})

/** Opens a dashboard only for who has it, as the server confirms; any other user is redirected to their own page. */
async function guard(dashboard: Dashboard, location: ParsedLocation) {
  const user = await whoIsSignedIn()
  const rights = lastKnownRights()
  const home = homeOf(user, rights)
  if (!home) throw redirectToLogin(location)
  await loadWords()
  if (!dashboardsOf(user, rights).includes(dashboard)) throw redirect({ to: home, ...keptOf(location) })
  openChosenPanel({ location })
}

/** An event is on both dashboards: the code of a member leads the organiser who scans it to their own. */
function keptOf({ search, hash }: ParsedLocation) {
  const { tab, event } = search as { tab?: unknown; event?: unknown }
  return tab === 'events' && typeof event === 'number' ? { search: { tab, event }, hash } : {}
}

/** An address that names no panel leads to the one that the user chose to open first, as soon as that is known. It is one of their home. */
function openChosenPanel({ location }: { location: ParsedLocation }) {
  const tab = openingPanel()
  const isHome = location.pathname === homeOf(readSession(), lastKnownRights())
  if (tab !== undefined && isHome && location.searchStr === '')
    throw redirect({ to: location.pathname, search: { tab }, replace: true })
}

/** Loads the first words: the login page has only its own. */
async function loadWords() {
  await loadFirstWords().catch((cause: unknown) => {
    throw new ScriptNotLoaded(cause)
  })
}

/**
 * Redirects to the login page; signing in leads back here. The address is in the history entry, not in the URL, so that no link from
 * elsewhere can set it.
 */
function redirectToLogin({ href }: ParsedLocation) {
  return redirect({ to: pages.login, state: { redirectTo: href } })
}

/** Loads a dashboard with its first panel: if the panel arrived later, React would show the Suspense fallback first. */
async function withFirstPanel<Dashboard extends { openPanel: (tab: unknown) => PanelEntry }>(
  loading: Promise<Dashboard>,
): Promise<Dashboard> {
  const dashboard = await loading
  const { tab } = router.latestLocation.search as { tab?: unknown }
  // The panel itself shows the error if it cannot be loaded.
  await dashboard.openPanel(tab).Panel.preload?.()
  return dashboard
}

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.adminDashboard,
  validateSearch: validateAdminSearch,
  // The loader of an open dashboard does not delay a move within it.
  beforeLoad: openChosenPanel,
  loader: ({ location }) => guard('admin', location),
  component: lazyComponent(() => withFirstPanel(import('./dashboards/admin-dashboard.tsx')), 'AdminDashboard'),
})

const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.staffDashboard,
  validateSearch: validateStaffSearch,
  beforeLoad: openChosenPanel,
  loader: ({ location }) => guard('staff', location),
  component: lazyComponent(() => withFirstPanel(import('./dashboards/staff-dashboard.tsx')), 'StaffDashboard'),
})

async function requireSignIn({ location }: { location: ParsedLocation }) {
  if (!homeOf(await whoIsSignedIn())) throw redirectToLogin(location)
  await loadWords()
}

/** Loads a page of its own with the frame around it, which depends on the reader. */
async function withFrame<Page extends { loadBefore: () => Promise<void> }>(loading: Promise<Page>): Promise<Page> {
  const page = await loading
  await page.loadBefore()
  return page
}

/** The grade scale, for both roles: it is the same, and staff see their own position. */
const gradeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.grade,
  validateSearch: validateTerm,
  loader: requireSignIn,
  component: lazyComponent(() => withFrame(import('./dashboards/grade-page.tsx')), 'GradePage'),
})

/** The statement, for both roles: staff see their own, heads those of their department, administrators any member's. */
const statementRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.statement,
  validateSearch: validateStatement,
  loader: requireSignIn,
  component: lazyComponent(() => withFrame(import('./dashboards/statement-page.tsx')), 'StatementPage'),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    loginRoute,
    forgotPasswordRoute,
    resetPasswordRoute,
    adminRoute,
    staffRoute,
    gradeRoute,
    statementRoute,
  ]),
  defaultPendingMs: 250,
  defaultPendingComponent: LoadingScreen,
  defaultErrorComponent: ErrorScreen,
  defaultOnCatch: forgetFailedScript,
  defaultNotFoundComponent: NotFoundScreen,
})

// The guards above redirect after any change of the session: a sign-in, a sign-out, an expired session, another tab.
onSessionChange(() => void router.invalidate())

/** Loaded together with the router, which the login page does without (main.tsx). */
export function App() {
  return <RouterProvider router={router} />
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** The address that a signed-out user requested. */
    redirectTo?: string
    /** The address for signing out of the university's account, too, after logging out. */
    providerUrl?: string
  }
}
