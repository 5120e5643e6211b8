import { outboxName } from '../outbox/send-entries.ts'
import { sendInBackground } from '../outbox/send-in-background.ts'

declare const self: ServiceWorkerGlobalScope

/** The event of Background Sync, which the types of TypeScript leave out. */
type SyncEvent = ExtendableEvent & { readonly tag: string }

/** Sends the outbox when the browser has a network again, also with all pages closed (docs/decisions/0086-outbox.md). */
export function listenToSync() {
  self.addEventListener('sync', (event) => {
    const { tag } = event as SyncEvent
    if (tag === outboxName) (event as SyncEvent).waitUntil(send())
  })
}

/** A failure makes the browser try again, after a time of its own. */
async function send() {
  if (await sendInBackground()) throw new Error('the outbox waits')
}
