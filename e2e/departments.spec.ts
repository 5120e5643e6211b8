import type { Page } from '@playwright/test'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, signIn, unique, uniqueMark } from './steps.ts'

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

test('a department is added, renamed, and keeps its members', async ({ page, portal }) => {
  const [name, newName] = [unique('Chemistry'), unique('Biochemistry')]
  const request = page.waitForRequest('**/departments')
  await open(page)
  expect((await request).headers()).toMatchObject({ 'user-id': String(admin.id), 'role-id': '1' })

  await expect(page.getByRole('button', { name: 'Add' })).toBeDisabled()
  await input(page).fill(name)
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(rowOf(page, name).locator('td').first()).toHaveText('0')
  await expect(input(page)).toHaveValue('')
  await expect(input(page)).toBeFocused()

  const member = await addPerson(portal, 'staff')
  await portal.sql`update users set department_id = (select id from departments where name = ${name}) where id = ${member.id}`
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(input(page)).toHaveValue(name)
  await expect(input(page)).toBeFocused()
  await input(page).press('Escape')
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeFocused()

  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await input(page).fill(newName)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(rowOf(page, newName).locator('td').first()).toHaveText('1')
  await expect(rowOf(page, name)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add' })).toBeVisible()
  await expect(page.getByRole('button', { name: `Edit ${newName}` })).toBeFocused()
})

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

test('an empty name and a name that is taken are reported at the field, until the user types', async ({ page, portal }) => {
  const { name } = await addDepartment(portal)
  await open(page)
  for (const nothing of ['', '   ']) {
    await input(page).fill(nothing)
    await input(page).press('Enter')
    await expect(input(page)).toHaveAccessibleDescription('Department name cannot be empty.')
    await input(page).pressSequentially('x')
    await expect(input(page)).toHaveAccessibleDescription('')
  }
  await input(page).fill(name.toUpperCase())
  await input(page).press('Enter')
  await expect(input(page)).toHaveAccessibleDescription('A department with this name already exists.')
  await expect(input(page)).toHaveValue(name.toUpperCase())
})

test('a department has optional names in Kurdish and Arabic, with errors at their fields', async ({ page, portal }) => {
  const [name, kurdish] = [unique('Geology'), unique('زەویناسی')]
  const field = (label: string) => page.getByRole('form').getByLabel(label, { exact: true })
  await open(page)
  await expect(field('Name (Kurdish)')).toBeHidden()
  await page.getByText('Other languages').click()
  await expect(field('Name (Kurdish)')).toHaveAttribute('lang', 'ckb')
  await expect(field('Name (Arabic)')).toHaveAttribute('dir', 'rtl')
  await field('Department name').fill(name)
  await field('Name (Kurdish)').fill(kurdish)
  await field('Name (Kurdish)').press('Enter')
  await expect(rowOf(page, name)).toBeVisible()
  await expect(field('Department name')).toBeFocused()
  await expect(field('Name (Kurdish)')).toHaveValue('')

  await field('Department name').fill(unique('Geology'))
  await field('Name (Kurdish)').fill(kurdish)
  await page.getByText('Other languages').click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(field('Name (Kurdish)')).toBeFocused()
  await expect(field('Name (Kurdish)')).toHaveAccessibleDescription('A department with this name already exists.')
  await expect(field('Department name')).toHaveAccessibleDescription('')
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(field('New name')).toBeFocused()
  await expect(field('Name (Kurdish)')).toHaveValue(kurdish)
  await field('Name (Arabic)').fill('الجيولوجيا')
  await field('Name (Arabic)').press('Enter')
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeFocused()
  expect(await portal.sql`select name_ckb, name_ar from departments where name = ${name}`).toEqual([
    { name_ckb: kurdish, name_ar: 'الجيولوجيا' },
  ])
})

test('deleting a department with members asks and says how many, and Undo restores it', async ({ page, portal }) => {
  const { id, name } = await addDepartment(portal)
  const member = await addPerson(portal, 'staff', { name: unique('Sara Aziz') })
  await portal.sql`update users set department_id = ${id} where id = ${member.id}`
  await open(page)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  const question = page.getByRole('alertdialog', { name: `Delete ${name}?` })
  await expect(question).toContainText('Its member will show as Unknown Department until it has another one.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, name)).toHaveCount(1)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toasts(page)).toContainText('Department deleted successfully')
  await expect(rowOf(page, name)).toHaveCount(0)

  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('searchbox').fill(member.name)
  await expect(rowOf(page, member.name)).toContainText('Unknown Department')
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, member.name)).toContainText(name)
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

test('axe finds no violations in list and form, in light and dark, also on a phone', async ({ page, portal }) => {
  const { name } = await addDepartment(portal)
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page)
  await expect(rowOf(page, name)).toBeVisible()
  await input(page).press('Enter')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(input(page)).toHaveValue(name)
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
