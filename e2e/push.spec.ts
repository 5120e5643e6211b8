import type { BrowserContext, Page, Worker } from '@playwright/test'
import type { PushMessage } from '../contract/push.ts'
import { test as base, expect, type Portal, startPortal } from './portal.ts'
import { addPerson, signIn } from './steps.ts'

/** A portal that sends to no real push service. */
const test = base.extend<object, { pushing: Portal }>({
  pushing: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this pattern.
    async ({}, use) => {
      const portal = await startPortal({ PUSH_SERVICES: 'push.test.example' })
      await use(portal)
      await portal.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

interface ShownNotice {
  title: string
  body: string
  lang: string
  dir: string
  tag: string
  data: { path: string }
}
/** What a service worker has and a page has not, and what it has shown. */
interface WorkerScope {
  registration: ServiceWorkerRegistration
  shown: (ShownNotice & { close(): void })[]
  dispatchEvent(event: Event): boolean
}

const contexts: BrowserContext[] = []
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

/** The push service of the browser is replaced: the headless one has none, and tests call nobody. */
async function replacePushService(page: Page) {
  await page.addInitScript(() => {
    const write = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    // The worker may show notices; the page of some headless browsers is told otherwise.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
    let current: PushSubscription | null = null
    PushManager.prototype.getSubscription = async () => current
    PushManager.prototype.subscribe = async () => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
      const keys = {
        p256dh: write(await crypto.subtle.exportKey('raw', pair.publicKey)),
        auth: write(crypto.getRandomValues(new Uint8Array(16)).buffer),
      }
      const written = { endpoint: `https://push.test.example/send/${crypto.randomUUID()}`, keys }
      const unsubscribe = async () => {
        current = null
        return true
      }
      current = { toJSON: () => written, unsubscribe } as unknown as PushSubscription
      return current
    }
  })
}

/** Hands a message to the worker, as the browser does when its push service delivers one. */
async function deliver(context: BrowserContext, page: Page, message: PushMessage | string) {
  const devtools = await context.newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && resolve(first.registrationId))
  })
  await devtools.send('ServiceWorker.enable')
  const data = typeof message === 'string' ? message : JSON.stringify(message)
  const origin = new URL(page.url()).origin
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registration, data })
  await devtools.detach()
}

/** The screen is replaced, too: whether a headless browser may show notices is its own affair. */
async function replaceScreen(worker: Worker) {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    scope.shown = []
    scope.registration.showNotification = async (title, options) => {
      const notice = { ...(options as Omit<ShownNotice, 'title'>), title, close: () => {} }
      notice.close = () => {
        scope.shown = scope.shown.filter((one) => one !== notice)
      }
      scope.shown.push(notice)
    }
  })
}

const shown = (worker: Worker) =>
  worker.evaluate(() =>
    (globalThis as unknown as WorkerScope).shown.map(({ title, body, lang, dir, tag, data }) => ({
      title,
      body,
      lang,
      dir,
      tag,
      data,
    })),
  )

/** Whether each notice is shown without a sound. */
const silences = (worker: Worker) =>
  worker.evaluate(() => (globalThis as unknown as WorkerScope).shown.map((notice) => (notice as { silent?: boolean }).silent))

/** The clock of the device, for what the worker shows next. */
const setHour = (worker: Worker, hour: number) =>
  worker.evaluate((now) => {
    Date.prototype.getHours = () => now
  }, hour)

/** The user presses the first notice: the worker gets the event of the browser. */
async function press(worker: Worker) {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    scope.dispatchEvent(Object.assign(new Event('notificationclick'), { notification: scope.shown[0], waitUntil: () => {} }))
  })
}

test('a notice on the device is shown as the portal wrote it and leads to its place, until its user signs out', async ({
  browser,
  pushing,
}) => {
  const person = await addPerson(pushing, 'staff', { name: 'Sara Aziz' })
  const context = await browser.newContext({ baseURL: pushing.url, serviceWorkers: 'allow' })
  await context.grantPermissions(['notifications'], { origin: pushing.url })
  contexts.push(context)
  const page = await context.newPage()
  await replacePushService(page)
  await page.goto('/')
  await signIn(page, person)
  await page.goto('/staff-dashboard')
  await page.evaluate(() => navigator.serviceWorker.ready)

  await page.getByRole('button', { name: 'Sara Aziz' }).click()
  await page.getByRole('menuitem', { name: 'Notices on this device' }).click()
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await expect(page.getByText('Notices are on for this device.')).toBeVisible()
  const subscriptions = () => pushing.sql`select from push_subscriptions where user_id = ${person.id}`
  expect(await subscriptions()).toHaveLength(1)
  await page.keyboard.press('Escape')

  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('There is no service worker.')
  await replaceScreen(worker)
  await setHour(worker, 12)
  const path = '/staff-dashboard?tab=your-activity'
  const message = { title: 'پۆرتاڵ', body: 'شتێکی نوێ', language: 'ckb', direction: 'rtl', tag: 'notices', path } as const
  await deliver(context, page, message)
  await expect
    .poll(() => shown(worker))
    .toEqual([{ title: 'پۆرتاڵ', body: 'شتێکی نوێ', lang: 'ckb', dir: 'rtl', tag: 'notices', data: { path } }])
  expect(await silences(worker)).toEqual([false])
  await press(worker)
  await expect(page).toHaveURL(/tab=your-activity/)
  expect(await shown(worker)).toEqual([])

  // A phone that was off gets what was sent in the evening when it is turned on, also at night.
  await setHour(worker, 23)
  await deliver(context, page, 'this is no JSON')
  await expect.poll(() => shown(worker)).toMatchObject([{ title: new URL(pushing.url).host, data: { path: '/' } }])
  expect(await silences(worker)).toEqual([true])
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect(await subscriptions()).toEqual([])
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const { pushManager } = await navigator.serviceWorker.ready
        return await pushManager.getSubscription()
      }),
    )
    .toBeNull()
})
