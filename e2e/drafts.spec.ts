import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './portal.ts'
import { addPerson, countStored, type Person, password, signIn, unique } from './steps.ts'

/** Unsaved postings are stored per user, other drafts per tab and user. */

const link = (page: Page) => page.getByLabel('Link')
const begun = 'https://events.test.example/begun'
const preview = (page: Page) => page.getByRole('img', { name: 'Preview' })

async function choosePhoto(page: Page) {
  const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2a6' } })
    .jpeg()
    .toBuffer()
  await page.getByLabel(/^Image/).setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
  await expect(preview(page)).toBeVisible()
}

async function signInAgain(page: Page, person: Person) {
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('link', { name: 'Your Activity' }).click()
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out and discard' }).click()
  await expect(page).toHaveURL('/')
}

test('an unsent posting survives closing the tab, and all tabs of its user show the same, also on plain http', async ({
  page,
  context,
  portal,
}) => {
  const [second, third] = [await context.newPage(), await context.newPage()]
  // An address without https has no randomUUID.
  for (const one of [page, second, third])
    await one.addInitScript(() => Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined }))
  const person = await addPerson(portal, 'staff')
  await signIn(page, person)
  await page.goto('/staff-dashboard?tab=your-activity')
  await link(page).fill(begun)
  await choosePhoto(page)
  await expect.poll(() => countStored(page)).toBe(2)
  await page.close()

  await second.goto('/staff-dashboard?tab=your-activity')
  await expect(second.getByRole('link', { name: /^Continue the posting that you began, .*, 1 photo$/ })).toBeVisible()
  await expect(link(second)).toHaveValue(begun)
  await expect(preview(second)).toBeVisible()
  await third.goto('/staff-dashboard?tab=your-activity')
  await link(third).fill(`${begun}/continued`)
  await third.getByRole('button', { name: 'Remove image photo.jpg' }).click()
  await expect(link(second)).toHaveValue(`${begun}/continued`)
  await expect(preview(second)).toBeHidden()
  await third.getByRole('button', { name: 'Discard', exact: true }).click()
  await third.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(link(second)).toHaveValue('')
})

test('a posting whose reply was lost is found after a reload, and is no duplicate', async ({ page, portal }) => {
  const name = unique('Talk')
  await portal.sql`insert into activities (name, description, type, score) values (${name}, 'What it is', 'Elective', 2)`
  const person = await addPerson(portal, 'staff')
  await signIn(page, person)
  await page.goto('/staff-dashboard?tab=your-activity')
  await page.getByLabel('Activity', { exact: true }).fill(name)
  await page.getByRole('option', { name }).click()
  await page.getByRole('button', { name: 'Today' }).click()
  await choosePhoto(page)
  // The posting arrives, and from then on the network is silent.
  await page.route('**/sent-changes/**', (route) => route.abort())
  await page.route('**/posted-activities', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Post Activity' }).click()
  await expect(page.getByRole('alert')).toContainText('It is not known whether this arrived.')
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByText('Activity posted successfully')).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(page.getByLabel('Activity', { exact: true })).toHaveValue('')
  await expect(preview(page)).toBeHidden()
  await expect.poll(() => countStored(page)).toBe(0)
  expect(await portal.sql`select from posted_activities where user_id = ${person.id}`).toHaveLength(1)
})

test('the draft of a posting survives a reload, another panel and the end of the session, its photo too', async ({
  page,
  portal,
}) => {
  const person = await addPerson(portal, 'staff')
  await signIn(page, person)
  await page.goto('/staff-dashboard?tab=your-activity')
  await link(page).fill(begun)
  await choosePhoto(page)
  await page.reload()
  await expect(link(page)).toHaveValue(begun)
  await expect(preview(page)).toBeVisible()
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity List')
  await page.getByRole('link', { name: 'Your Activity' }).click()
  await expect(preview(page)).toBeVisible()

  await portal.sql`delete from sessions where user_id = ${person.id}`
  await page.reload()
  await expect(page).toHaveURL('/')
  await signInAgain(page, person)
  await expect(link(page)).toHaveValue(begun)
  await expect(preview(page)).toBeVisible()
  await expect(page.getByRole('form')).toContainText('photo.jpg')
})

test('other users do not see it, and logging out deletes it with all browser storage', async ({ page, portal }) => {
  const [first, second] = [await addPerson(portal, 'staff'), await addPerson(portal, 'staff')]
  await signIn(page, first)
  await page.goto('/staff-dashboard?tab=your-activity')
  await link(page).fill(begun)
  await page.evaluate(() => localStorage.setItem('return-reasons-1', '["The link is wrong."]'))
  await choosePhoto(page)
  await logOut(page)
  await expect.poll(() => countStored(page)).toBe(0)
  expect(await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))).toEqual({})
  await signInAgain(page, first)
  await expect(link(page)).toHaveValue('')
  await expect(preview(page)).toBeHidden()

  await link(page).fill(begun)
  await choosePhoto(page)
  await portal.sql`delete from sessions where user_id = ${first.id}`
  await page.reload()
  await signInAgain(page, second)
  await expect(link(page)).toHaveValue('')
  await expect.poll(() => countStored(page)).toBe(0)
  expect(JSON.stringify(await page.evaluate(() => ({ ...sessionStorage })))).not.toContain(begun)
})

test('the edit of a row survives a reload and Back', async ({ page, portal }) => {
  const department = unique('Physics')
  await portal.sql`insert into departments (name) values (${department})`
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto('/admin-dashboard?tab=departments')
  await page.getByRole('button', { name: `Edit ${department}` }).click()
  const form = page.getByRole('form', { name: `Edit ${department}` })
  await form.getByLabel('New name').fill('A better name')
  await page.reload()
  await expect(form.getByLabel('New name')).toHaveValue('A better name')
  await page.goBack()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: `Edit ${department}` }).click()
  await expect(form.getByLabel('New name')).toHaveValue('A better name')
})
