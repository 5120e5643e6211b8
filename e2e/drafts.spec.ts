import type { Page } from '@playwright/test'
import { expect, test } from './portal.ts'
import { addPerson, type Person, password, signIn, unique } from './steps.ts'

/** Unsaved drafts are stored per tab and user. */

const link = (page: Page) => page.getByLabel('Link')
const begun = 'https://events.test.example/begun'

async function signInAgain(page: Page, person: Person) {
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('link', { name: 'Your Activity' }).click()
}

test('the draft of a posting survives a reload and the end of the session', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff')
  await signIn(page, person)
  await page.goto('/staff-dashboard?tab=your-activity')
  await link(page).fill(begun)
  await page.reload()
  await expect(link(page)).toHaveValue(begun)

  await portal.sql`delete from sessions where user_id = ${person.id}`
  await page.reload()
  await expect(page).toHaveURL('/')
  await signInAgain(page, person)
  await expect(link(page)).toHaveValue(begun)
})

test('other users do not see it, and logging out deletes it with all browser storage', async ({ page, portal }) => {
  const [first, second] = [await addPerson(portal, 'staff'), await addPerson(portal, 'staff')]
  await signIn(page, first)
  await page.goto('/staff-dashboard?tab=your-activity')
  await link(page).fill(begun)
  await page.evaluate(() => localStorage.setItem('return-reasons-1', '["The link is wrong."]'))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))).not.toHaveProperty('return-reasons-1')
  await signInAgain(page, first)
  await expect(link(page)).toHaveValue('')

  await link(page).fill(begun)
  await portal.sql`delete from sessions where user_id = ${first.id}`
  await page.reload()
  await signInAgain(page, second)
  await expect(link(page)).toHaveValue('')
  expect(JSON.stringify(await page.evaluate(() => ({ ...sessionStorage })))).not.toContain(begun)
})

test('the draft of a user is restored after visiting another panel, without the password, until Cancel', async ({
  page,
  portal,
}) => {
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto('/admin-dashboard')
  await page.getByRole('button', { name: 'Add User' }).click()
  const form = page.getByRole('form', { name: 'New user' })
  const name = unique('Nora Test')
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Password', { exact: true }).fill('a secret of hers')
  await page.getByRole('link', { name: 'Terms' }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add Term' })).toBeVisible()
  await page.goBack()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue(name)
  await expect(form.getByLabel('Password', { exact: true })).toHaveValue('')
  expect(JSON.stringify(await page.evaluate(() => ({ ...sessionStorage })))).not.toContain('secret')

  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Add User' }).click()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('')
})
