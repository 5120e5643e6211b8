import type { Page, Request } from '@playwright/test'
import { expect, test } from './portal.ts'
import { addPerson, signIn, unique } from './steps.ts'

// The rows of the tests must be in view.
test.use({ ownPortal: true })

test.afterEach(({ context }) => context.setOffline(false))

const offlineLine = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline.' })
const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ })

test('offline, what is loaded stays, every change fails with its sentence and keeps the input, and nothing is done later', async ({
  page,
  context,
  portal,
}) => {
  const [kept, added] = [unique('Astronomy'), unique('Botany')]
  await portal.sql`insert into departments (name) values (${kept})`
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto('/admin-dashboard?tab=departments')
  const row = page.getByRole('row', { name: new RegExp(kept) })
  const name = page.getByLabel('Department name')
  await expect(row).toBeVisible()

  await context.setOffline(true)
  await expect(offlineLine(page)).toBeVisible()
  await name.fill(added)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(name).toHaveAccessibleDescription('Failed to add department. Please try again later.')
  await expect(name).toHaveValue(added)
  await row.getByRole('button', { name: `Delete ${kept}` }).click()
  await expect(toasts(page)).toContainText('Failed to delete department. Please try again later.')
  await expect(row).toBeVisible()

  await context.setOffline(false)
  await expect(offlineLine(page)).toHaveCount(0)
  await expect(name).toHaveValue(added)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('row', { name: new RegExp(added) })).toBeVisible()
  expect(await portal.sql`select from departments where name in (${kept}, ${added}) and removed_at is null`).toHaveLength(2)
})

test('logging out offline clears the device, and ends the session when the network is back', async ({
  page,
  context,
  portal,
}) => {
  const person = await addPerson(portal, 'admin')
  await signIn(page, person)
  await page.goto('/admin-dashboard?tab=departments')
  await page.getByLabel('Department name').fill('Begun')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(toasts(page)).toContainText('The server could not be reached. You may still be signed in on this browser.')
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toMatch(/Begun|user_id|username/)

  const sessions = () => portal.sql`select from sessions where user_id = ${person.id}`
  expect(await sessions()).toHaveLength(1)
  await context.setOffline(false)
  await expect.poll(sessions).toHaveLength(0)
  await page.goto('/admin-dashboard')
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
})

test('a panel whose script or list cannot be loaded says so inside the frame, and loads by itself when the network is back', async ({
  page,
  context,
  portal,
}) => {
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto('/admin-dashboard')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.route('**/assets/departments-panel-*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Departments' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Departments')
  const failure = page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' })
  await expect(failure).toBeVisible()
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toBeVisible()

  await page.unroute('**/assets/departments-panel-*.js')
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Department name')).toBeVisible()

  // The scripts and words of the panel are loaded, its list is not.
  const loading = new Set<Request>()
  page.on('request', (request) => request.url().includes('/assets/') && loading.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => loading.delete(request))
  const script = page.waitForResponse(/\/assets\/terms-panel-/)
  await page.getByRole('link', { name: 'Terms' }).hover()
  await (await script).finished()
  await expect.poll(() => loading.size).toBe(0)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to load terms. Please try again later.')
  await context.setOffline(false)
  await expect(page.getByRole('cell', { name: 'open' }).first()).toBeVisible()

  await context.setOffline(true)
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(failure).toBeVisible()
  await context.setOffline(false)
  await expect(failure).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Audit' })).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window), 'no reload').toBe(true)
})
