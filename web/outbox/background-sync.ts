import { outboxName } from './send-entries.ts'

/** Background Sync, which only some browsers have. The types of TypeScript leave it out. */
type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

/**
 * Asks the browser to send the outbox in the service worker as soon as there is a network, also with all pages closed. Returns whether it
 * will: there may be no worker, no such function, or no permission.
 */
export async function askForSync(): Promise<boolean> {
  try {
    // Not `ready`: without a worker it waits for ever.
    const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration()
    if (!registration?.active || !registration.sync) return false
    await registration.sync.register(outboxName)
    return true
  } catch {
    return false
  }
}
