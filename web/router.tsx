import { createRootRoute, createRoute, createRouter, Outlet, type ParsedLocation, redirect } from '@tanstack/react-router'
import { homeOf, landingOf } from '../contract/landing.ts'
import { pages } from '../contract/pages.ts'
import { whoIsSignedIn } from './auth/guards.ts'
import { LoginScreen } from './auth/login-screen.tsx'
import { useAskedForOwnPassword } from './auth/own-password.ts'
import { toastSsoOutcome } from './auth/sso-sign-in.tsx'
import type { PanelEntry } from './dashboards/dashboard-frame.tsx'
import { ErrorScreen, LoadingScreen, NotFoundScreen } from './dashboards/status-screens.tsx'
import { loadWholeLanguage } from './language.ts'
import { forgetFailedScript, LazyBoundary, lazyComponent, ScriptNotLoaded } from './lazy-component.tsx'
import { validateAdminSearch, validateStaffSearch, validateStatement, validateTerm } from './search-params.ts'
import { onSessionChange, readSession } from './session.ts'
import './ui/close-on-back.ts'
import './ui/double-click.ts'
import { SkipLink } from './ui/skip-link.tsx'
import { Toasts } from './ui/toast.tsx'

const OwnPasswordScreen = lazyComponent(() => import('./auth/own-password-screen.tsx'), 'OwnPasswordScreen')

/** Who has an initial password chooses an own one before anything else. */
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
    <>
      <SkipLink />
      <div className="@container/page">
        <OpenPage />
      </div>
      <Toasts />
    </>
  ),
})

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.login,
  beforeLoad: ({ location }) => {
    const user = readSession()
    if (!homeOf(user)) return
    toastSsoOutcome(location.searchStr)
    throw redirect({ href: landingOf(user, location.state.redirectTo) })
  },
  component: LoginScreen,
})

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.forgotPassword,
  component: lazyComponent(() => import('./forgotten-password/forgot-password-screen.tsx'), 'ForgotPasswordScreen'),
})

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.resetPassword,
  component: lazyComponent(() => import('./forgotten-password/reset-password-screen.tsx'), 'ResetPasswordScreen'),
})

/** Opens a dashboard only for the role that the server confirms; any other user is redirected to their own page. */
async function guard(dashboard: typeof pages.adminDashboard | typeof pages.staffDashboard, location: ParsedLocation) {
  const home = homeOf(await whoIsSignedIn())
  if (!home) throw redirectToLogin(location)
  await loadWords()
  if (home !== dashboard) throw redirect({ to: home })
}

/** The login page has only its own words. */
async function loadWords() {
  await loadWholeLanguage().catch((cause: unknown) => {
    throw new ScriptNotLoaded(cause)
  })
}

/** Signing in leads back here. In the history entry, not in the URL, so that no link from elsewhere can say where to. */
function redirectToLogin({ href }: ParsedLocation) {
  return redirect({ to: pages.login, state: { redirectTo: href } })
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
  validateSearch: validateAdminSearch,
  loader: ({ location }) => guard(pages.adminDashboard, location),
  component: lazyComponent(() => withFirstPanel(import('./dashboards/admin-dashboard.tsx')), 'AdminDashboard'),
})

const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.staffDashboard,
  validateSearch: validateStaffSearch,
  loader: ({ location }) => guard(pages.staffDashboard, location),
  component: lazyComponent(() => withFirstPanel(import('./dashboards/staff-dashboard.tsx')), 'StaffDashboard'),
})

async function requireSignIn({ location }: { location: ParsedLocation }) {
  if (!homeOf(await whoIsSignedIn())) throw redirectToLogin(location)
  await loadWords()
}

/** For both roles: the scale is the same, and staff see their own position. */
const gradeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.grade,
  validateSearch: validateTerm,
  loader: requireSignIn,
  component: lazyComponent(() => import('./grading/grade-screen.tsx'), 'GradeScreen'),
})

/** For both roles: staff see their own, administrators any member's. */
const statementRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.statement,
  validateSearch: validateStatement,
  loader: requireSignIn,
  component: lazyComponent(() => import('./statements/statement-screen.tsx'), 'StatementScreen'),
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

// Sign-in, sign-out, an expired session, another tab: after any session change the guards above redirect.
onSessionChange(() => void router.invalidate())

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** The address that a signed-out user requested. */
    redirectTo?: string
    /** After logging out: where one also signs out of the university's account. */
    providerUrl?: string
  }
}
