import { messages } from '../../contract/languages/catalogue.ts'
import { currentLanguage, onLanguageChange } from '../language.ts'
import { toast } from '../ui/toast.tsx'
import { buildVersion } from './build-version.ts'
import type { ToWorker } from './messages.ts'

const address = '/service-worker.js'
/** A page that stays open looks for a new version when it becomes visible again, at most this often. */
const updateEveryMs = 15 * 60 * 1000

/** Loaded after the page: nothing on it waits for this. */
export async function registerServiceWorker() {
  const registration = await navigator.serviceWorker.register(address, { updateViaCache: 'none' }).catch(() => undefined)
  if (await isWithdrawn(registration)) return removeServiceWorker()
  // None in a browser that refuses, such as in a private window.
  if (!registration) return
  followUpdates(registration)
  followLanguage(registration)
}

/** A portal that no longer has the file wants no worker: the browser by itself would keep the old one. */
async function isWithdrawn(registration: ServiceWorkerRegistration | undefined): Promise<boolean> {
  // The first one has just been fetched.
  if (registration && !registration.active) return false
  const isFound = await registration?.update().then(
    () => true,
    () => false,
  )
  if (isFound) return false
  // Or the browser is offline, or the server is restarting.
  const reply = await fetch(address, { cache: 'no-store' }).catch(() => undefined)
  return reply?.status === 404 || reply?.status === 410
}

async function removeServiceWorker() {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}

function tell(worker: ServiceWorker | null, message: ToWorker, ports: Transferable[] = []) {
  worker?.postMessage(message, ports)
}

/** The stored pages are in one language. */
function followLanguage(registration: ServiceWorkerRegistration) {
  let stored = currentLanguage()
  onLanguageChange(() => {
    if (stored === currentLanguage()) return
    stored = currentLanguage()
    // After the cookie that the server chooses the language by.
    setTimeout(() => tell(registration.active, { type: 'store-pages' }))
  })
}

function followUpdates(registration: ServiceWorkerRegistration) {
  void noticeWaiting(registration.waiting)
  followInstalling(registration.installing)
  registration.addEventListener('updatefound', () => followInstalling(registration.installing))
  let updatedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - updatedAt < updateEveryMs) return
    updatedAt = Date.now()
    // Offline, or the server is restarting: the next time.
    void registration.update().catch(() => undefined)
  })
}

function followInstalling(worker: ServiceWorker | null) {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed') void noticeWaiting(worker)
  })
}

/** A worker waits while pages of another version are open. Nothing reloads by itself: a form may hold unsaved input. */
async function noticeWaiting(waiting: ServiceWorker | null) {
  if (!waiting || (await isOwnVersion(waiting))) return
  toast(messages.general.newVersion, {
    topic: 'new-version',
    // Until it is dismissed.
    seconds: 24 * 60 * 60,
    action: { label: messages.actions.reload, run: () => location.reload() },
  })
}

function isOwnVersion(worker: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data === true)
    tell(worker, { type: 'compare', version: buildVersion() }, [port2])
  })
}
