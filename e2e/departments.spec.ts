import type { Page } from '@playwright/test'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, type Person, signIn, unique, uniqueMark } from './steps.ts'

let admin: Person
test.beforeEach(async ({ page, portal }) => {
  admin = await addPerson(portal, 'admin', { name: 'Rana Wahid' })
  await signIn(page, admin)
})

async function addDepartment({ sql }: Portal, name = unique('Physics')): Promise<{ id: number; name: string }> {
  const [made] = await sql<[{ id: number; name: string }]>`insert into departments (name) values (${name}) returning id, name`
  return made
}

const open = (page: Page) => page.goto('/admin-dashboard?tab=departments')
const input = (page: Page) => page.getByRole('form').getByRole('textbox')
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('a new name is placed as the server sorts it, whatever the language of the browser', async ({ browser, portal }) => {
  const swedish = await browser.newContext({ baseURL: portal.url, locale: 'sv-SE' })
  const page = await swedish.newPage()
  await signIn(page, admin)
  const mark = uniqueMark()
  for (const name of ['Ozan', 'omar', 'Zoologi']) await addDepartment(portal, `${name} ${mark}`)
  const names = page.getByRole('rowheader')
  await open(page)
  await page.getByRole('searchbox').fill(mark)
  await expect(names).toHaveText([/^omar/, /^Ozan/, /^Zoologi/])

  // The list is not fetched again: the position is the one that the page itself chose.
  await page.route('**/departments', (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()))
  for (const name of ['Östeuropa', 'Ömer']) {
    await input(page).fill(`${name} ${mark}`)
    await input(page).press('Enter')
    await expect(rowOf(page, `${name} ${mark}`)).toBeVisible()
  }
  const inOrder = [/^omar/, /^Ömer/, /^Östeuropa/, /^Ozan/, /^Zoologi/]
  await expect(names).toHaveText(inOrder)
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Name', exact: true })).toHaveAttribute('aria-sort', 'ascending')
  await expect(names).toHaveText(inOrder)

  await page.unroute('**/departments')
  await open(page)
  await page.getByRole('searchbox').fill(mark)
  await expect(names).toHaveText(inOrder)
  await swedish.close()
})

test('a double click deletes one: the second click would hit the row that has moved up', async ({ page, portal }) => {
  const prefix = unique('Same')
  const names = ['a', 'b', 'c'].map((letter) => `${prefix} ${letter}`)
  for (const name of names) await addDepartment(portal, name)
  await open(page)
  await page.getByRole('button', { name: `Delete ${names[0]}` }).click()
  await expect(rowOf(page, names[0] ?? '')).toHaveCount(0)
  // The second half of a double click, where the pointer still is.
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(toasts(page)).toContainText(names[0] ?? '')
  await expect(rowOf(page, prefix)).toHaveCount(2)
  expect(await portal.sql`select from departments where name like ${`${prefix}%`} and removed_at is null`).toHaveLength(2)
})

test('a department renamed by another administrator meanwhile is not overwritten', async ({ page, portal }) => {
  const { id, name } = await addDepartment(portal)
  await open(page)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const theirs = unique('Astrophysics')
  expect((await page.request.put(`/departments/${id}`, { data: { name: theirs } })).status()).toBe(200)
  const mine = unique('Applied Physics')
  await input(page).fill(mine)
  await page.getByRole('button', { name: 'Update' }).click()
  const conflict = page.getByRole('region', { name: /Rana Wahid saved this on/ })
  await expect(conflict.getByRole('definition')).toHaveText([theirs])
  await expect(input(page)).toHaveValue(mine)
  await conflict.getByRole('button', { name: 'Load the new state' }).click()
  await expect(input(page)).toHaveValue(theirs)
  await input(page).fill(mine)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(rowOf(page, mine)).toBeVisible()
})

test('when the server does not reply, each failure shows an error and keeps the input', async ({ page, portal }) => {
  const { name } = await addDepartment(portal)
  await page.route('**/departments', (route) => route.abort())
  await open(page)
  await expect(page.getByRole('alert')).toContainText('Failed to load departments. Please try again later.', { timeout: 15_000 })
  await page.unroute('**/departments')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rowOf(page, name)).toBeVisible()

  await page.route(/\/departments/, (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()))
  await input(page).fill('Law')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(input(page)).toHaveAccessibleDescription('Failed to add department. Please try again later.')
  await expect(input(page)).toHaveValue('Law')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await input(page).fill('Law')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(input(page)).toHaveAccessibleDescription('Failed to edit department. Please try again later.')
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(toasts(page)).toHaveText('Failed to delete department. Please try again later.')
  await expect(rowOf(page, name)).toBeVisible()
})
