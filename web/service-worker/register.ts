import { messages } from '../../contract/languages/catalogue.ts'
import { buildVersion } from '../http/build-version.ts'
import { currentLanguage, onLanguageChange } from '../language/language.ts'
import { followPerson } from '../sharing/follow-person.ts'
import { toast } from '../ui/toast.tsx'
import type { ToWorker } from './messages.ts'

const address = '/service-worker.js'
/** The shortest time between two checks for a new version, which a page that stays open makes when it becomes visible again. */
const updateEveryMs = 15 * 60 * 1000

/** Registers the service worker. It is loaded after the page: nothing on it waits for this. */
export async function registerServiceWorker() {
  const registration = await navigator.serviceWorker.register(address, { updateViaCache: 'none' }).catch(() => undefined)
  if (await isWithdrawn(registration)) return removeServiceWorker()
  // There is no registration in a browser that refuses, such as in a private window.
  if (!registration) return
  followUpdates(registration)
  followLanguage(registration)
  followPerson()
}

/** Resolves when this browser may show notices, perhaps never: until then there is nothing on this device to follow, and no script for it. */
export async function whenNoticesAreAllowed(): Promise<void> {
  const isAllowed = () => 'Notification' in globalThis && Notification.permission === 'granted'
  if (isAllowed()) return
  // The answer may be given in another tab.
  const status = await navigator.permissions?.query({ name: 'notifications' }).catch(() => undefined)
  await new Promise<void>((resolve) => status?.addEventListener('change', () => isAllowed() && resolve()))
}

/** Whether the portal no longer has the file, and so wants no worker: the browser by itself would keep the old one. */
async function isWithdrawn(registration: ServiceWorkerRegistration | undefined): Promise<boolean> {
  // The first worker has just been fetched.
  if (registration && !registration.active) return false
  const isFound = await registration?.update().then(
    () => true,
    () => false,
  )
  if (isFound) return false
  // The update may also have failed because the browser is offline, or the server is restarting.
  const reply = await fetch(address, { cache: 'no-store' }).catch(() => undefined)
  return reply?.status === 404 || reply?.status === 410
}

async function removeServiceWorker() {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}

function sendMessage(worker: ServiceWorker | null, message: ToWorker, ports: Transferable[] = []) {
  worker?.postMessage(message, ports)
}

/** Stores the pages again in another language: the stored ones are in one. */
function followLanguage(registration: ServiceWorkerRegistration) {
  let stored = currentLanguage()
  onLanguageChange(() => {
    if (stored === currentLanguage()) return
    stored = currentLanguage()
    // The message is sent after the cookie is set, by which the server chooses the language.
    setTimeout(() => sendMessage(registration.active, { type: 'store-pages' }))
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
    // An update that fails offline, or while the server is restarting, is tried again the next time.
    void registration.update().catch(() => undefined)
  })
}

function followInstalling(worker: ServiceWorker | null) {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed') void noticeWaiting(worker)
  })
}

/**
 * Notifies the user of a waiting worker. It waits while pages of another version are open. Nothing reloads by itself: a form may hold
 * unsaved input.
 */
async function noticeWaiting(waiting: ServiceWorker | null) {
  if (!waiting || (await isOwnVersion(waiting))) return
  toast(messages.general.newVersion, {
    topic: 'new-version',
    // The toast stays until it is dismissed.
    seconds: 24 * 60 * 60,
    action: { label: messages.actions.reload, run: () => location.reload() },
  })
}

function isOwnVersion(worker: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data === true)
    sendMessage(worker, { type: 'compare', version: buildVersion() }, [port2])
  })
}
