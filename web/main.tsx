import { StrictMode, startTransition } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { homeOf } from '../contract/landing.ts'
import { messages } from '../contract/languages/catalogue.ts'
import { pages } from '../contract/pages.ts'
import { LoginScreen } from './auth/login-screen.tsx'
import { refreshBranding } from './branding/branding.ts'
import { holdInstallPrompt } from './entities/offers/install-prompt.ts'
import { buildVersion } from './http/build-version.ts'
import { followLanguageCookie, loadPageLanguage } from './language/language.ts'
import { forgetSeenLists } from './last-seen/last-seen-store.ts'
import { onSessionChange, readSession } from './session/session.ts'
import './styles.css'
import './ui/double-click.ts'
import { PageFrame } from './ui/page-frame.tsx'
import { toast } from './ui/toast.tsx'

// This setting is that of z.config({ jitless: true }), which would load a part of Zod into the login page: schemas would otherwise try
// whether `eval` works, which the Content-Security-Policy refuses and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')

async function start(container: HTMLElement) {
  await loadPageLanguage()
  const isOnlyLogin = location.pathname === pages.login && !homeOf(readSession())
  // Each shell in the page (rendered at build time by shells.tsx) stays until the real page is ready.
  if (!isOnlyLogin) return openRouter(createRoot(container), container.querySelector('[inert]') !== null)
  const root = createRoot(container)
  root.render(
    <StrictMode>
      <PageFrame>
        <LoginScreen search={location.search} state={history.state ?? {}} />
      </PageFrame>
    </StrictMode>,
  )
  leaveLogin(root)
}

/** The login page opens without the router, which is loaded meanwhile: the form can be used a second earlier on a slow phone. */
function leaveLogin(root: Root) {
  const open = async () => {
    const isSignedIn = homeOf(readSession()) !== undefined
    // Back may lead to a page that this tab has shown before it was reloaded.
    if (!isSignedIn && location.pathname === pages.login) return
    stop()
    removeEventListener('popstate', open)
    await openRouter(root, true).catch(() => {
      const action = { label: messages.actions.tryAgain, run: () => location.reload() }
      toast(messages.general.scriptNotLoaded, { kind: 'bad', action })
    })
  }
  const stop = onSessionChange(open)
  addEventListener('popstate', open)
  whenIdle(() => void import('./router.tsx').catch(() => undefined))
}

async function openRouter(root: Root, whenReady: boolean) {
  const { router, App } = await import('./router.tsx')
  if (whenReady) await router.load()
  // The page is rendered in a transition, so that a slow phone stays responsive meanwhile.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}

/**
 * The shell's hidden notice is shown if the language cannot be loaded, as when a script cannot be (load-error.js): the page has no words.
 */
start(container).catch((error: unknown) => {
  document.getElementById('load-error')?.removeAttribute('hidden')
  throw error
})

addEventListener('beforeinstallprompt', holdInstallPrompt)

async function followOtherTab() {
  if (await followLanguageCookie()) await refreshBranding()
}

/**
 * Prepares for opening the portal offline: stores it, and deletes outdated lists. It runs after the page itself, which it must not delay.
 */
async function prepareForOffline() {
  await forgetSeenLists(buildVersion())
  if (!import.meta.env.PROD || !navigator.serviceWorker) return
  const { registerServiceWorker, whenNoticesAreAllowed } = await import('./service-worker/register.ts')
  await registerServiceWorker()
  await whenNoticesAreAllowed()
  const { followDevice } = await import('./entities/push/device-session.ts')
  followDevice(async (href) => (await import('./router.tsx')).router.navigate({ href }))
}
whenIdle(() => void prepareForOffline())

/** After the `load` event, when the browser has nothing else to do. Safari has no requestIdleCallback. */
function whenIdle(work: () => void) {
  const wait = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(work) : setTimeout(work, 200))
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}

// Another tab may have changed the language: the server's replies are in that one from then on.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void followOtherTab().catch(() => undefined)
})
