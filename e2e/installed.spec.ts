import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { type Front, startFront } from './front.ts'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, type Person, signIn, unique } from './steps.ts'

// The lists must be short enough to be rendered whole.
test.use({ ownPortal: true })

/** The portal as an installed application: behind a network that fails, and over an update of the server. */

const phone = { width: 390, height: 844 }
const yourActivity = '/staff-dashboard?tab=your-activity'
const open: { front?: Front; contexts: BrowserContext[] } = { contexts: [] }

test.beforeEach(async ({ portal }) => {
  open.front = await startFront(portal.url)
})
test.afterEach(async () => {
  for (const context of open.contexts.splice(0)) await context.close()
  open.front?.stop()
})

/** A phone of its own, with service workers. */
async function takePhone(browser: Browser, locale = 'en'): Promise<{ page: Page; context: BrowserContext; front: Front }> {
  if (!open.front) throw new Error('The front was not started.')
  const baseURL = open.front.url
  const context = await browser.newContext({ baseURL, locale, viewport: phone, serviceWorkers: 'allow', reducedMotion: 'reduce' })
  open.contexts.push(context)
  return { page: await context.newPage(), context, front: open.front }
}

/** Takes the network away in every sense: the browser knows it, and nothing answers. */
async function goOffline({ context, front }: { context: BrowserContext; front: Front }) {
  front.network = 'down'
  await context.setOffline(true)
}

async function goOnline({ context, front }: { context: BrowserContext; front: Front }) {
  front.network = 'up'
  await context.setOffline(false)
}

/** The worker is active, and has stored the portal. */
async function whenInstalled(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready)
}

type Stored = { owner?: { userId: number; version: string; endsAt: number }; lists: string[]; text: string }

/** The lists that the browser has stored for use offline. */
function storedLists(page: Page): Promise<Stored> {
  return page.evaluate(
    () =>
      new Promise<Stored>((resolve, reject) => {
        const opening = indexedDB.open('last-seen', 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore('lists')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const store = opening.result.transaction('lists').objectStore('lists')
          const keys = store.getAllKeys()
          const values = store.getAll()
          values.onsuccess = () => {
            opening.result.close()
            resolve({
              owner: values.result.find((value) => 'userId' in value),
              lists: keys.result.map(String).filter((key) => key.startsWith('list:')),
              text: JSON.stringify(values.result),
            })
          }
        }
      }),
  )
}

async function whenListsAreStored(page: Page, count: number) {
  await expect.poll(async () => (await storedLists(page)).lists.length).toBeGreaterThanOrEqual(count)
}

/** Everything that the browser has stored for the portal: caches, databases, local and session storage, cookies that scripts can read. */
async function everythingStored(page: Page): Promise<string> {
  const { text } = await storedLists(page)
  const rest = await page.evaluate(async () => {
    const found = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = await cache.match(request)
        const type = response?.headers.get('content-type') ?? ''
        found.push(request.url, /html|json|text/.test(type) ? ((await response?.text()) ?? '') : '')
      }
    }
    return found.join('\n')
  })
  return `${text}\n${rest}`
}

const linkOf = (person: Person) => `https://events.test.example/${person.username}`

/** Adds a posting with a link that no other member has. The name of its activity is in every member's catalogue. */
async function addPosting({ sql }: Portal, person: Person): Promise<string> {
  const [posting] = await sql<[{ id: number; activity_name: string }]>`
    with activity as (
      insert into activities (name, description, type, score) values (${unique('Seminar')}, 'What it is', 'Elective', 2) returning *)
    insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id, link)
    select ${person.id}, activity.id, activity.name, activity.type, activity.score, terms.start_date, terms.id, ${linkOf(person)}
    from activity, terms where is_current returning id, activity_name`
  return posting.activity_name
}

const shown = (page: Page, text: string) => page.getByText(text).filter({ visible: true }).first()
const line = (page: Page) => page.getByRole('main').getByRole('status').first()

test('a browser can install it: manifest, icons, colours and shortcut, in the language of the reader', async ({ browser }) => {
  const { page, context } = await takePhone(browser, 'ckb')
  await page.goto('/')
  const devtools = await context.newCDPSession(page)
  const { errors, data } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '')
  expect(manifest).toMatchObject({ lang: 'ckb', dir: 'rtl', display: 'standalone', start_url: '/', scope: '/' })
  expect(manifest.shortcuts).toMatchObject([{ url: `${yourActivity}&post=1` }, { url: yourActivity }])
  const purposes = manifest.icons.map(({ sizes, purpose }: { sizes: string; purpose: string }) => `${purpose} ${sizes}`)
  expect(purposes).toEqual(['any 192x192', 'any 512x512', 'maskable 512x512'])
  for (const { src, sizes } of manifest.icons) {
    const { width, height, format } = await sharp(await (await page.request.get(src)).body()).metadata()
    expect(`${format} ${width}x${height}`).toBe(`png ${sizes}`)
  }
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Headless browsers install nothing, and say so first.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const themes = page.locator('meta[name="theme-color"]')
  await expect(themes).toHaveCount(2)
})

for (const [locale, words] of Object.entries({
  en: { offline: 'You are offline.', seen: 'Showing data from ', list: 'Your Posted Activities' },
  ckb: { offline: 'هێڵی ئینتەرنێتتان نییە.', seen: 'ئەوەی دەیبینن لە کاتی ', list: undefined },
  ar: { offline: 'أنت غير متصل بالإنترنت.', seen: 'ما تراه يعود إلى ', list: undefined },
}))
  test(`after one visit it opens offline with what was seen last and says how old that is: ${locale}`, async ({
    browser,
    portal,
  }) => {
    const taken = await takePhone(browser, locale)
    const { page } = taken
    const violations: string[] = []
    await page.exposeFunction('violated', (what: string) => violations.push(what))
    await page.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        (window as unknown as { violated(what: string): void }).violated(`${violatedDirective} ${blockedURI}`),
      ),
    )
    const person = await addPerson(portal, 'staff')
    const posted = await addPosting(portal, person)
    await signIn(page, person)
    await page.goto(yourActivity)
    await expect(shown(page, posted)).toBeVisible()
    await whenInstalled(page)
    await whenListsAreStored(page, 5)
    await page.close()

    await goOffline(taken)
    const later = await taken.context.newPage()
    // The installed application opens this address from the home screen.
    await later.goto('/')
    await expect(later).toHaveURL(/staff-dashboard/)
    await expect(line(later)).toContainText(words.offline)
    await later.goto(yourActivity)
    await expect(later.locator('html')).toHaveAttribute('lang', locale)
    await expect(shown(later, posted)).toBeVisible()
    await expect(line(later)).toContainText(words.offline)
    await expect(line(later)).toContainText(words.seen)
    await expect(line(later)).toContainText(/\d\d:\d\d/)
    const overflow = await later.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(overflow).toBeLessThanOrEqual(0)

    const added = await addPosting(portal, person)
    await goOnline(taken)
    await expect(shown(later, added)).toBeVisible()
    await expect(line(later)).toBeEmpty()
    expect(violations).toEqual([])
  })

test('offline, a change of a page that was opened from what is stored fails with its sentence and is not carried out later', async ({
  browser,
  portal,
}) => {
  const taken = await takePhone(browser)
  const person = await addPerson(portal, 'staff')
  await addPosting(portal, person)
  await signIn(taken.page, person)
  await taken.page.goto(yourActivity)
  await whenInstalled(taken.page)
  await whenListsAreStored(taken.page, 5)
  await goOffline(taken)
  await taken.page.reload()
  const entry = taken.page.getByRole('list', { name: 'Your Posted Activities' }).getByRole('listitem').first()
  await entry.getByRole('button', { name: /^Delete/ }).click()
  await taken.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(taken.page.getByText('Failed to delete activity').filter({ visible: true }).first()).toBeVisible()
  await goOnline(taken)
  await expect(line(taken.page)).toBeEmpty()
  expect(await portal.sql`select from posted_activities where user_id = ${person.id}`).toHaveLength(1)
})

test('on a line that is up but silent, and behind a gateway whose server is down, what is stored opens and the line says so', async ({
  browser,
  portal,
}) => {
  // The test waits for several timeouts of the page.
  test.slow()
  const { page, front } = await takePhone(browser)
  const person = await addPerson(portal, 'staff')
  const posted = await addPosting(portal, person)
  await signIn(page, person)
  await page.goto(yourActivity)
  await whenInstalled(page)
  await whenListsAreStored(page, 5)
  for (const network of ['broken', 'silent'] as const) {
    front.network = network
    // An image or a font that was never stored still waits.
    await page.reload({ waitUntil: 'domcontentloaded' })
    await expect(shown(page, posted)).toBeVisible()
    await expect(line(page)).toContainText('The server cannot be reached. Showing data from ')
  }
  front.network = 'up'
  // The page tries again by itself.
  await expect(line(page)).toBeEmpty({ timeout: 30_000 })
})

test('offline without a session there is the login page, which says so', async ({ browser }) => {
  const taken = await takePhone(browser)
  await taken.page.goto('/')
  await whenInstalled(taken.page)
  await goOffline(taken)
  await taken.page.goto(yourActivity)
  await expect(taken.page).toHaveURL('/')
  await expect(taken.page.getByRole('textbox', { name: 'Username' })).toBeVisible()
  await expect(line(taken.page)).toHaveText('You are offline.')
})

test('what administrators see is not stored: offline their page says that there is nothing', async ({ browser, portal }) => {
  const taken = await takePhone(browser)
  const { page } = taken
  const member = await addPerson(portal, 'staff', { name: unique('Dr. Rebwar') })
  await page.clock.install()
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto('/admin-dashboard')
  await expect(shown(page, member.name)).toBeVisible()
  await whenInstalled(page)
  for (const tab of ['activities', 'terms']) {
    await page.goto(`/admin-dashboard?tab=${tab}`)
    await expect(page.getByRole('table').first()).toHaveAttribute('aria-busy', 'false')
    // Five seconds are longer than a list waits to be stored.
    await page.clock.runFor(5000)
    expect((await storedLists(page)).lists).toEqual([])
  }
  await goOffline(taken)
  await page.goto('/admin-dashboard')
  await expect(page.getByRole('main')).toContainText('You are offline. There is no saved copy on this device')
  expect((await storedLists(page)).lists).toEqual([])
  expect((await everythingStored(page)).includes(member.name)).toBe(false)
})

test('after logging out nothing personal is left: not in caches, databases or storage, and a second tab has nothing either', async ({
  browser,
  portal,
}) => {
  const taken = await takePhone(browser)
  const { page, context } = taken
  const person = await addPerson(portal, 'staff', { name: unique('Dr. Nasrin') })
  const posted = await addPosting(portal, person)
  await signIn(page, person)
  await page.goto(yourActivity)
  await whenInstalled(page)
  await whenListsAreStored(page, 5)
  expect((await everythingStored(page)).includes(posted)).toBe(true)
  const second = await context.newPage()
  await second.goto(yourActivity)
  await expect(shown(second, posted)).toBeVisible()

  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
  await expect(second.getByRole('textbox', { name: 'Username' })).toBeVisible()
  await expect.poll(async () => (await storedLists(page)).text).toBe('[]')
  const left = await everythingStored(page)
  for (const personal of [posted, linkOf(person), person.name, person.username])
    expect({ personal, isLeft: left.includes(personal) }).toEqual({ personal, isLeft: false })
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
  await expect(page.getByText(posted)).toHaveCount(0)

  await goOffline(taken)
  await page.goto(yourActivity)
  await expect(page).toHaveURL('/')
  await expect(page.getByText(posted)).toHaveCount(0)
})

test('a session that the server ended, and another user, leave nothing of the first one', async ({ browser, portal }) => {
  const taken = await takePhone(browser)
  const { page } = taken
  const [first, second] = [await addPerson(portal, 'staff'), await addPerson(portal, 'staff')]
  await addPosting(portal, first)
  await signIn(page, first)
  await page.goto(yourActivity)
  await whenInstalled(page)
  await whenListsAreStored(page, 5)
  await portal.sql`delete from sessions where user_id = ${first.id}`
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
  await expect.poll(async () => (await storedLists(page)).text).toBe('[]')

  await signIn(page, first)
  await page.goto(yourActivity)
  await whenListsAreStored(page, 5)
  // The second person signs in without a logout, as on another tab.
  await signIn(page, second)
  await page.goto(yourActivity)
  await expect(
    page.getByRole('list', { name: 'Your Posted Activities' }).or(page.getByText('You have not posted anything yet')).first(),
  ).toBeVisible()
  await expect.poll(async () => (await storedLists(page)).owner?.userId).toBe(second.id)
  expect((await everythingStored(page)).includes(linkOf(first))).toBe(false)
  await goOffline(taken)
  await page.reload()
  await expect(line(page)).toContainText('You are offline.')
  await expect(page.getByText('You have not posted anything yet')).toBeVisible()
})

test('what was seen is not shown for longer than a session may last', async ({ browser, portal }) => {
  const taken = await takePhone(browser)
  const { page } = taken
  const person = await addPerson(portal, 'staff')
  const posted = await addPosting(portal, person)
  await signIn(page, person)
  await page.goto(yourActivity)
  await whenInstalled(page)
  await whenListsAreStored(page, 5)
  const twelveHours = 12 * 60 * 60 * 1000
  const endsAt = (await storedLists(page)).owner?.endsAt ?? 0
  expect(Math.abs(endsAt - Date.now() - twelveHours)).toBeLessThan(5 * 60_000)
  await goOffline(taken)
  await page.clock.install({ time: endsAt - 60_000 })
  await page.reload()
  await expect(shown(page, posted)).toBeVisible()
  // The lists also disappear while the page is open.
  await page.clock.fastForward(61_000)
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
  await expect.poll(async () => (await storedLists(page)).text).toBe('[]')
})

test('an update never mixes versions: an open page keeps its own scripts, a reload gets the new ones', async ({
  browser,
  portal,
}) => {
  const { page, context, front } = await takePhone(browser)
  const scripts = (of: Page) =>
    of.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => /\/assets\/.*\.js$/.test(name)),
    )
  const ofSecond = (name: string) => name.endsWith('.second.js')
  await signIn(page, await addPerson(portal, 'staff'))
  await page.goto('/staff-dashboard')
  await whenInstalled(page)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  front.build = 'second'
  const other = await context.newPage()
  await other.goto('/staff-dashboard')
  await expect(other.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  expect((await scripts(other)).every(ofSecond)).toBe(true)
  // The open page is notified of the new version, and is not reloaded.
  const ready = page.getByRole('region', { name: /^Notifications/ }).filter({ hasText: 'A new version of the portal is ready.' })
  await expect(ready).toBeVisible()
  // The panel needs a script that was not loaded yet: the server has it no longer.
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('link', { name: 'Your Activity' }).click()
  await expect(page.getByRole('form')).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  expect((await scripts(page)).some(ofSecond)).toBe(false)
  expect(await context.newPage().then((fresh) => fresh.goto('/').then(() => fresh.evaluate(() => caches.keys())))).toHaveLength(2)

  await ready.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => page.evaluate(() => 'isSamePage' in window)).toBe(false)
  await expect(page.getByRole('form')).toBeVisible()
  expect((await scripts(page)).every(ofSecond)).toBe(true)

  // When all pages were closed, so that none of the first version is left, the next one finds its files gone.
  for (const one of context.pages()) await one.close()
  const next = await context.newPage()
  await expect(async () => {
    await next.goto(yourActivity)
    expect(await next.evaluate(() => caches.keys())).toEqual(['portal-second'])
    await next.goto('about:blank')
  }).toPass()
  await next.goto(yourActivity)
  // Lists of the first version may be there still: the second one does not show them.
  await expect.poll(async () => (await storedLists(next)).owner?.version).toBe('second')
  await whenListsAreStored(next, 5)
  await goOffline({ context, front })
  await next.reload()
  await expect(next.getByRole('form')).toBeVisible()
  expect((await scripts(next)).every(ofSecond)).toBe(true)
})

test('a portal without the service worker takes it away, and no reply of the API is ever in a cache', async ({
  browser,
  portal,
}) => {
  const { page, front } = await takePhone(browser)
  await signIn(page, await addPerson(portal, 'staff'))
  await page.goto(yourActivity)
  await whenInstalled(page)
  await page.reload()
  await expect(page.getByRole('form')).toBeVisible()
  const cached = await page.evaluate(async () => {
    const [name = ''] = await caches.keys()
    return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
  })
  expect(cached.filter((path) => !/^\/assets\/|^\/[\w-]+\.svg$/.test(path)).sort()).toEqual(['/', '/staff-dashboard'])

  front.hasServiceWorker = false
  await page.reload()
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  await page.reload()
  await expect(page.getByRole('form')).toBeVisible()
})
