import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { refreshBranding } from './branding/branding.ts'
import { followLanguageCookie, loadPageLanguage } from './language.ts'
import { forgetSeenLists } from './last-seen/last-seen-store.ts'
import { router } from './router.tsx'
import { buildVersion } from './service-worker/build-version.ts'
import './styles.css'

// As z.config({ jitless: true }), which would load a part of Zod into the login page: schemas would otherwise try whether `eval` works, which
// the Content-Security-Policy refuses and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

async function start(container: HTMLElement) {
  await loadPageLanguage()
  // The shell in the page (rendered at build time by shells.tsx) stays until the real page is ready.
  if (container.querySelector('[inert]')) await router.load()
  // A transition, so that a slow phone stays responsive meanwhile.
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  )
}

/** Without its language a page has no words: the shell's hidden notice is shown, as when a script cannot be loaded (load-error.js). */
start(root).catch((error: unknown) => {
  document.getElementById('load-error')?.removeAttribute('hidden')
  throw error
})

async function followOtherTab() {
  if (await followLanguageCookie()) await refreshBranding()
}

/** After the page itself, so that it delays nothing: stores the portal for opening it offline, and deletes what is over. */
async function prepareForOffline() {
  await forgetSeenLists(buildVersion())
  if (!import.meta.env.PROD || !navigator.serviceWorker) return
  const { registerServiceWorker } = await import('./service-worker/register.ts')
  await registerServiceWorker()
}
if (document.readyState === 'complete') void prepareForOffline()
else addEventListener('load', () => void prepareForOffline())

// Another tab may have changed the language: the server's replies are in that one from then on.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void followOtherTab().catch(() => undefined)
})
