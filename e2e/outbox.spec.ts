import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { type Front, startFront } from './front.ts'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, type Person, signIn, unique } from './steps.ts'

// The lists must be short enough to be rendered whole.
test.use({ ownPortal: true })

/** The outbox of an installed portal: over a network that fails, a closed app, a logout and another account. */

const yourActivity = '/staff-dashboard?tab=your-activity'
const opened: { front?: Front; contexts: BrowserContext[] } = { contexts: [] }

test.beforeEach(async ({ portal }) => {
  opened.front = await startFront(portal.url)
})
test.afterEach(async () => {
  for (const context of opened.contexts.splice(0)) await context.close()
  opened.front?.stop()
})

type Phone = { page: Page; context: BrowserContext; front: Front }

/** A phone of its own with the portal on it, on which the person is signed in. */
async function takePhone(browser: Browser, person: Person, { hasSync = false } = {}): Promise<Phone> {
  const { front } = opened
  if (!front) throw new Error('The front was not started.')
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ baseURL: front.url, viewport, serviceWorkers: 'allow', reducedMotion: 'reduce' })
  opened.contexts.push(context)
  // Chromium without a window has the event and takes no registrations. Safari and Firefox have neither.
  if (hasSync) await context.addInitScript('SyncManager.prototype.register = () => Promise.resolve()')
  const page = await context.newPage()
  await signIn(page, person)
  await page.goto(yourActivity)
  await expect(page.getByText('You have not posted anything yet')).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => countIn(page, 'last-seen', 'lists')).toBeGreaterThanOrEqual(5)
  return { page, context, front }
}

async function goOffline({ context, front }: Phone) {
  front.network = 'down'
  await context.setOffline(true)
}

async function goOnline({ context, front }: Phone) {
  front.network = 'up'
  await context.setOffline(false)
}

function countIn(page: Page, database: string, store: string): Promise<number> {
  return page.evaluate(
    ([database, store]) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(database, 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore(store)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const counting = opening.result.transaction(store).objectStore(store).count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      }),
    [database, store] as const,
  )
}

async function addActivity({ sql }: Portal): Promise<string> {
  const name = unique('Seminar')
  await sql`insert into activities (name, description, type, score) values (${name}, 'What it is', 'Elective', 2)`
  return name
}

/** Posts with a photo while there is no network. */
async function post(page: Page, activity: string) {
  await page.getByLabel('Activity', { exact: true }).fill(activity)
  await page.getByRole('option', { name: activity }).click()
  await page.getByRole('button', { name: 'Today', exact: true }).first().click()
  const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2a6' } })
    .jpeg()
    .toBuffer()
  await page.getByLabel(/^Image/).setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible()
  await page.getByRole('button', { name: 'Post Activity' }).click()
  await expect(page.getByText('Stored in the outbox on this phone.')).toBeVisible()
  await expect(outbox(page)).toContainText(`New posting: ${activity}`)
}

const outbox = (page: Page) => page.getByRole('list', { name: 'Outbox' })
const posted = ({ sql }: Portal, { id }: Person) => sql<{ images: number }[]>`
  select (select count(*)::int from posted_images i where i.posted_activity_id = p.id) as images
  from posted_activities p where user_id = ${id}`

test('what was posted without a network survives closing the app, and is sent once when it is opened with one', async ({
  browser,
  portal,
}) => {
  const person = await addPerson(portal, 'staff')
  const activity = await addActivity(portal)
  const phone = await takePhone(browser, person)
  await goOffline(phone)
  await phone.page.reload()
  await post(phone.page, activity)
  await expect(phone.page.getByText('as soon as there is a network and this page is open.')).toBeVisible()
  await phone.page.close()

  const later = await phone.context.newPage()
  await later.goto(yourActivity)
  await expect(outbox(later)).toContainText('On this phone')
  expect(await posted(portal, person)).toEqual([])
  await later.close()

  await goOnline(phone)
  const [first, second] = [await phone.context.newPage(), await phone.context.newPage()]
  // It is sent from whatever panel is open, and from two tabs once.
  await Promise.all([first.goto('/staff-dashboard'), second.goto(yourActivity)])
  await expect(second.getByRole('list', { name: 'Your Posted Activities' })).toContainText(activity)
  await expect(outbox(second)).toHaveCount(0)
  expect(await posted(portal, person)).toEqual([{ images: 1 }])
  await expect(second.getByText('Sent · Waiting for review')).toBeVisible()
})

/** Fires the `sync` event of the outbox in the service worker, as Chromium does when it has a network. There is no page of the portal. */
async function fireSync({ context, front }: Phone) {
  const session = await context.newCDPSession(await context.newPage())
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(front.url))
      if (own) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registration
  return () =>
    session.send('ServiceWorker.dispatchSyncEvent', { origin: front.url, registrationId, tag: 'outbox', lastChance: false })
}

for (const isOpened of [false, true])
  test(`with Background Sync it is sent with all pages closed, once${isOpened ? ', also if a page is opened at that moment' : ''}`, async ({
    browser,
    portal,
  }) => {
    const person = await addPerson(portal, 'staff')
    const activity = await addActivity(portal)
    const phone = await takePhone(browser, person, { hasSync: true })
    await goOffline(phone)
    await phone.page.reload()
    await post(phone.page, activity)
    await expect(phone.page.getByText('as soon as there is a network, even when the portal is closed.')).toBeVisible()
    await phone.page.close()
    const fire = await fireSync(phone)
    expect(await posted(portal, person)).toEqual([])

    await goOnline(phone)
    const later = await phone.context.newPage()
    await Promise.all([fire(), isOpened && later.goto(yourActivity)])
    await expect.poll(() => posted(portal, person)).toEqual([{ images: 1 }])
    await later.goto(yourActivity)
    await expect(later.getByText('Sent · Waiting for review')).toBeVisible()
    await expect(outbox(later)).toHaveCount(0)
    expect(await posted(portal, person)).toEqual([{ images: 1 }])
  })

test('logging out asks about the outbox, and without a network it wipes the device and ends the session later', async ({
  browser,
  portal,
}) => {
  const person = await addPerson(portal, 'staff', { name: unique('Dr. Nasrin') })
  const activity = await addActivity(portal)
  const phone = await takePhone(browser, person)
  const { page } = phone
  await goOffline(phone)
  await page.reload()
  await post(page, activity)
  const logOut = async () => {
    await page.getByRole('button', { name: 'Open', exact: true }).first().click()
    await page.getByRole('button', { name: 'Logout' }).click()
  }
  await logOut()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('1 entry in your outbox has not been sent.')
  await dialog.getByRole('button', { name: 'Stay' }).click()
  // The entry and its files.
  expect(await countIn(page, 'outbox', 'entries')).toBe(2)
  await page.getByRole('button', { name: 'Logout' }).click()
  await dialog.getByRole('button', { name: 'Log out and discard' }).click()
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
  await expect.poll(() => countIn(page, 'outbox', 'entries')).toBe(0)
  await expect.poll(() => countIn(page, 'last-seen', 'lists')).toBe(0)
  await expect.poll(() => countIn(page, 'drafts', 'files')).toBe(0)
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toMatch(/user_id|username|Nasrin/)

  const sessions = () => portal.sql`select from sessions where user_id = ${person.id}`
  expect(await sessions()).toHaveLength(1)
  await goOnline(phone)
  await expect.poll(sessions).toHaveLength(0)
  expect(await posted(portal, person)).toEqual([])
})

test('under the session of another account nothing is sent: it waits for its own person', async ({ browser, portal }) => {
  const [person, other] = [await addPerson(portal, 'staff'), await addPerson(portal, 'staff')]
  const activity = await addActivity(portal)
  const phone = await takePhone(browser, person)
  const { page, context } = phone
  await context.setOffline(true)
  await post(page, activity)
  // The other one signs in behind the back of the open page.
  await signIn(page, other)
  const asked = page.waitForResponse('**/auth/me')
  await context.setOffline(false)
  await asked
  await page.goto(yourActivity)
  await expect(page.getByText('You have not posted anything yet')).toBeVisible()
  await expect(outbox(page)).toHaveCount(0)
  expect([...(await posted(portal, person)), ...(await posted(portal, other))]).toEqual([])

  await signIn(page, person)
  await page.goto(yourActivity)
  await expect(page.getByRole('list', { name: 'Your Posted Activities' })).toContainText(activity)
  expect(await posted(portal, person)).toEqual([{ images: 1 }])
})
