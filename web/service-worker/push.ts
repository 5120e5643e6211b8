import { quietFromHour, quietUntilHour } from '../../contract/limits.ts'
import { pages } from '../../contract/pages.ts'
import type { PushMessage } from '../../contract/push.ts'
import type { FromWorker } from './messages.ts'

declare const self: ServiceWorkerGlobalScope

/** Shows what the portal sends to this device, and opens its place (docs/decisions/0088-push-notices.md). */
export function listenToPush() {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(pathOf(event.notification.data)))
  })
}

/** Browsers want each message to be shown. One that cannot be read is shown by the name of the portal's host. */
async function show(data: PushMessageData | null) {
  const message = read(data)
  const {
    title = self.location.host,
    body = '',
    tag = 'notices',
    language = '',
    direction = 'auto',
    path = pages.login,
  } = message
  await self.registration.showNotification(title, {
    body,
    tag,
    lang: language,
    dir: direction,
    icon: '/branding/icon/192.png',
    // A phone that was off gets it when it is turned on, which may be at night.
    silent: isNight(new Date().getHours()),
    data: { path },
  })
}

function read(data: PushMessageData | null): Partial<PushMessage> {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

function isNight(hour: number): boolean {
  return hour >= quietFromHour || hour < quietUntilHour
}

/** A path of this portal: whatever a message says, it leads to no other site. */
function pathOf(data: { path?: unknown } | null): string {
  const url = new URL(String(data?.path ?? pages.login), self.location.origin)
  return url.origin === self.location.origin ? `${url.pathname}${url.search}` : pages.login
}

/** Opens a path in a page of the portal that is open, or in a new one. The page itself leaves what it shows: a form may hold unsaved input. */
async function open(path: string) {
  const ours: readonly string[] = Object.values(pages)
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const candidates = windows.filter(({ url }) => ours.includes(new URL(url).pathname))
  const page = candidates.find(({ focused }) => focused) ?? candidates[0]
  if (!page) return void (await self.clients.openWindow(path))
  page.postMessage({ type: 'open', path } satisfies FromWorker)
  // The browser may refuse: the page has the message all the same.
  await page.focus().catch(() => undefined)
}
