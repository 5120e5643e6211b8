import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { type Front, startFront } from './front.ts'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, type Person, password, signIn, unique } from './steps.ts'

test.use({ ownPortal: true })

/** What a phone shares into the installed portal: with a network and without one, whoever is signed in. */

const yourActivity = '/staff-dashboard?tab=your-activity'
const opened: { front?: Front; contexts: BrowserContext[] } = { contexts: [] }

test.beforeEach(async ({ portal }) => {
  opened.front = await startFront(portal.url)
})
test.afterEach(async () => {
  for (const context of opened.contexts.splice(0)) await context.close()
  opened.front?.stop()
})

type NewFile = { name: string; mimeType: string; buffer: Buffer }

async function photo(name: string): Promise<NewFile> {
  const background = `#${crypto.randomUUID().slice(0, 6)}`
  const image = sharp({ create: { width: 60, height: 40, channels: 3, background } })
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() }
}

const certificate = (): NewFile => ({
  name: 'certificate.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n%%EOF'),
})
const note = (): NewFile => ({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note') })

/** A phone of its own with the portal on it. */
async function takePhone(browser: Browser, person?: Person) {
  const { front } = opened
  if (!front) throw new Error('The front was not started.')
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ baseURL: front.url, viewport, serviceWorkers: 'allow', reducedMotion: 'reduce' })
  opened.contexts.push(context)
  const page = await context.newPage()
  if (person) await signIn(page, person)
  await page.goto(person ? yourActivity : '/')
  await page.evaluate(() => navigator.serviceWorker.ready)
  // The worker knows who is signed in.
  if (person) await expect.poll(() => shared(page)).toContain('person')
  return { page, context, front }
}

/** The keys of the store of shared files. */
const shared = (page: Page) => keysIn(page, 'shared', 'files')

function keysIn(page: Page, database: string, store: string): Promise<string[]> {
  return page.evaluate(
    ([database, store]) =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open(database, 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore(store)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction(store).objectStore(store).getAllKeys()
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result.map((key) => String(Array.isArray(key) ? key[0] : key)))
          }
        }
      }),
    [database, store] as const,
  )
}

/** Sends the form that a phone sends, from a page of the portal or of another site. */
async function share(page: Page, files: NewFile[], address = '/share') {
  await page.evaluate((action) => {
    const form = document.createElement('form')
    Object.assign(form, { action, method: 'post', enctype: 'multipart/form-data', id: 'shared' })
    form.innerHTML = '<input type="file" name="files" multiple><button>Share</button>'
    document.body.append(form)
  }, address)
  await page.locator('#shared input').setInputFiles(files)
  await page.evaluate(() => document.querySelector<HTMLFormElement>('#shared')?.submit())
}

const chosen = (page: Page) => page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
const form = (page: Page) => page.getByRole('form', { name: 'Post New Activity' })

async function addActivity({ sql }: Portal): Promise<string> {
  const name = unique('Seminar')
  await sql`insert into activities (name, description, type, score) values (${name}, 'What it is', 'Elective', 2)`
  return name
}

test('shared photos and PDF files begin a posting; a wrong type and too many files are said as in the form', async ({
  browser,
  portal,
}) => {
  const { page } = await takePhone(browser, await addPerson(portal, 'staff'))
  await share(page, [await photo('hall.jpg'), certificate()])
  await expect(chosen(page)).toHaveCount(2)
  await expect(chosen(page).first()).toContainText('hall.jpg')
  await expect(chosen(page).last()).toContainText('certificate.pdf')
  await expect(page.getByLabel('Activity', { exact: true })).toBeFocused()
  await expect(page).toHaveURL(yourActivity)
  expect(await shared(page)).toEqual(['person'])

  // What is shared later joins what was chosen, also after a reload.
  await share(page, [note(), ...(await Promise.all(['1.jpg', '2.jpg', '3.jpg'].map(photo)))])
  await expect(page.getByText('You can add up to 5 files. Not added: 3.jpg')).toBeVisible()
  await expect(
    form(page)
      .getByText(/note\.txt.*(photo|PDF)/)
      .first(),
  ).toBeVisible()
  await expect(chosen(page)).toHaveCount(5)
})

test('without a network the shared photo is posted into the outbox', async ({ browser, portal }) => {
  const person = await addPerson(portal, 'staff')
  const activity = await addActivity(portal)
  const { page, context, front } = await takePhone(browser, person)
  await page.goto(yourActivity)
  await expect(page.getByText('You have not posted anything yet')).toBeVisible()
  // What the portal opens with, without a network.
  await expect.poll(() => keysIn(page, 'last-seen', 'lists').then(({ length }) => length)).toBeGreaterThanOrEqual(5)
  front.network = 'down'
  await context.setOffline(true)
  await share(page, [await photo('hall.jpg')])
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible()
  await page.getByLabel('Activity', { exact: true }).fill(activity)
  await page.getByRole('option', { name: activity }).click()
  await page.getByRole('button', { name: 'Today', exact: true }).first().click()
  await page.getByRole('button', { name: 'Post Activity' }).click()
  await expect(page.getByText('Stored in the outbox on this phone.')).toBeVisible()

  front.network = 'up'
  await context.setOffline(false)
  const images = () => portal.sql`
    select from posted_images join posted_activities p on p.id = posted_activity_id where user_id = ${person.id}`
  await expect.poll(images).toHaveLength(1)
})

test('what is shared while nobody is signed in waits for whoever signs in, and an account without postings is told so', async ({
  browser,
  portal,
}) => {
  const { page } = await takePhone(browser)
  const logIn = async (person: Person) => {
    await page.getByRole('textbox', { name: 'Username' }).fill(person.username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
  }
  const member = await addPerson(portal, 'staff')
  await share(page, [await photo('hall.jpg')])
  await logIn(member)
  await expect(chosen(page)).toHaveCount(1)
  await expect.poll(() => shared(page)).toEqual(['person'])

  const administrator = await addPerson(portal, 'admin')
  await signIn(page, administrator)
  await page.goto('/')
  await expect(page).toHaveURL(/admin-dashboard/)
  await share(page, [await photo('hall.jpg')])
  await expect(page.getByText('This account has no activities of its own')).toBeVisible()
  await expect.poll(() => shared(page)).toEqual(['person'])
})

test('another account never sees what was shared', async ({ browser, portal }) => {
  const { page } = await takePhone(browser, await addPerson(portal, 'staff'))
  // The session is replaced by that of somebody else; this device does not know it yet.
  const other = await addPerson(portal, 'staff')
  await signIn(page, other)
  await share(page, [await photo('hall.jpg')])
  await expect(form(page)).toBeVisible()
  await expect(page.getByText('You have not posted anything yet')).toBeVisible()
  await expect.poll(() => shared(page)).toEqual(['person'])
  await expect(chosen(page)).toHaveCount(0)
})

test('a page of another site cannot put files into the form', async ({ browser, portal }) => {
  const { page, front } = await takePhone(browser, await addPerson(portal, 'staff'))
  await page.route('http://other.test.example/', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Other</p>' }))
  await page.goto('http://other.test.example/')
  await share(page, [await photo('hall.jpg')], `${front.url}/share`)
  await expect(page.getByText('The shared files could not be taken over. Choose them here in the form.')).toBeVisible()
  await expect(page).toHaveURL(yourActivity)
  expect(await shared(page)).toEqual(['person'])
  await expect(chosen(page)).toHaveCount(0)
})

test('the item Post of the icon opens the form at the choice of the activity', async ({ browser, portal }) => {
  const { page } = await takePhone(browser, await addPerson(portal, 'staff'))
  const { shortcuts } = await (await page.request.get('/manifest.webmanifest')).json()
  await page.goto(shortcuts[0].url)
  await expect(page.getByLabel('Activity', { exact: true })).toBeFocused()
})
