import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, signIn, unique, uniqueMark } from './steps.ts'

let admin: Person
test.beforeEach(async ({ page, portal }) => {
  admin = await addPerson(portal, 'admin', { name: 'Rana Wahid' })
  await signIn(page, admin)
})

const dialog = (page: Page) => page.getByRole('dialog')
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const bar = (page: Page) => page.getByRole('region', { name: 'Actions for the selected members' })

async function addDepartment({ sql }: Portal, name: string): Promise<number> {
  const [made] = await sql<[{ id: number }]>`insert into departments (name) values (${name}) returning id`
  return made.id
}

/** Two members of a department of their own, found by a word that nobody else has. */
async function addMembers(portal: Portal) {
  const mark = uniqueMark()
  const department = `Physics ${mark}`
  const departmentId = await addDepartment(portal, department)
  const members = [
    await addPerson(portal, 'staff', { name: `Dr. Zara ${mark}` }),
    await addPerson(portal, 'staff', { name: `Omar ${mark}` }),
  ]
  for (const { id } of members) await portal.sql`update users set department_id = ${departmentId} where id = ${id}`
  return { mark, department, members }
}

async function departmentOf({ sql }: Portal, { id }: Person): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    select d.name from users u join departments d on d.id = u.department_id where u.id = ${id} and u.removed_at is null`
  return row?.name
}

async function openUsers(page: Page, mark: string) {
  await page.goto(`/admin-dashboard?tab=users&q=${mark}`)
  await expect(page.getByRole('rowheader')).toHaveCount(2)
}

test('several members are moved after a preview, and Undo puts them back', async ({ page, portal }) => {
  const { mark, department, members } = await addMembers(portal)
  const target = `Chemistry ${mark}`
  await addDepartment(portal, target)
  await openUsers(page, mark)
  // Sorted without "Dr.": Omar stands before Dr. Zara.
  await expect(page.getByRole('rowheader')).toHaveText([`Omar ${mark}`, `Dr. Zara ${mark}`])

  await page.getByRole('checkbox', { name: 'Select all 2 members in this list' }).check()
  await expect(bar(page).getByRole('status')).toHaveText('2 members selected')
  await page.getByRole('checkbox', { name: `Select Omar ${mark}` }).uncheck()
  await expect(bar(page).getByRole('status')).toHaveText('1 member selected')
  await page.getByRole('checkbox', { name: `Select Omar ${mark}` }).press('Space')
  await bar(page).getByRole('button', { name: 'Move…', exact: true }).click()
  await expect(dialog(page).getByRole('heading')).toHaveText('Move 2 members')
  await dialog(page).getByRole('combobox', { name: 'Department' }).selectOption(target)
  await expect(dialog(page).getByRole('listitem').first()).toContainText(`${department} → ${target}`)
  await expectNoAxeViolations(page)
  await dialog(page).getByRole('button', { name: 'Move 2 members' }).click()

  await expect(toasts(page)).toContainText('2 members moved')
  await expect(dialog(page)).toHaveCount(0)
  await expect(bar(page).getByRole('button')).toHaveCount(0)
  for (const member of members) expect(await departmentOf(portal, member)).toBe(target)
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toasts(page)).toContainText('2 members moved back')
  for (const member of members) expect(await departmentOf(portal, member)).toBe(department)
})

test('who was changed meanwhile is left out of a removal and named; the others come back with Undo', async ({ page, portal }) => {
  const { mark, members } = await addMembers(portal)
  const [zara, omar] = members as [Person, Person]
  await openUsers(page, mark)
  await page.getByRole('checkbox', { name: 'Select all 2 members in this list' }).check()
  await bar(page).getByRole('button', { name: 'Remove…' }).click()
  await expect(dialog(page)).toContainText('They are signed out at once and leave every list.')
  await expect(dialog(page)).toContainText('Administrators are never included.')
  await portal.sql`update users set degree = 'Master' where id = ${zara.id}`
  await dialog(page).getByRole('button', { name: 'Remove 2 members' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('One member was left out:')
  await expect(dialog(page).getByRole('listitem')).toHaveText(`${zara.name}changed by somebody meanwhile`)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, omar.name)).toHaveCount(0)
  await expect(rowOf(page, zara.name)).toHaveCount(1)
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toasts(page)).toContainText('1 member restored')
  await expect(rowOf(page, omar.name)).toHaveCount(1)
})

test('new passwords for several members are shown once and downloaded', async ({ page, portal, browser }) => {
  const { mark, members } = await addMembers(portal)
  await openUsers(page, mark)
  await page.getByRole('checkbox', { name: 'Select all 2 members in this list' }).check()
  await bar(page).getByRole('button', { name: 'New passwords…' }).click()
  await expect(dialog(page)).toContainText('This cannot be undone.')
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2)
  await dialog(page).getByRole('button', { name: 'Make initial passwords' }).click()
  const saving = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Download list' }).click()
  const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines).toHaveLength(3)
  const [member] = members as [Person]
  const given = lines
    .find((line) => line.includes(member.username))
    ?.split(',')
    .at(-1)
  const other = await browser.newContext({ baseURL: portal.url })
  const reply = await other.request.post('/auth/login', { data: { username: member.username, password: given } })
  expect(await reply.json()).toMatchObject({ must_change_password: true })
  await other.close()
})

test('a removed user is found under Removed and restored; a taken username is refused beside the row', async ({
  page,
  portal,
}) => {
  const { mark, members } = await addMembers(portal)
  const [zara, omar] = members as [Person, Person]
  for (const { id } of members) await page.request.delete(`/users/${id}`)
  const successor = await addPerson(portal, 'staff')
  await portal.sql`update users set username = ${zara.username} where id = ${successor.id}`

  await page.goto(`/admin-dashboard?tab=users&q=${mark}&role_id=2`)
  await page.getByRole('button', { name: 'Removed', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users: removed')
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await page.getByRole('searchbox').fill(mark)
  await expect(page.getByRole('rowheader')).toHaveCount(2)
  await expect(rowOf(page, omar.name)).toContainText('Rana Wahid')
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: `Restore ${zara.name}` }).click()
  await expect(rowOf(page, zara.name).getByRole('alert')).toHaveText('This username is already taken.')
  await page.getByRole('button', { name: `Restore ${omar.name}` }).click()
  await expect(toasts(page)).toContainText('User restored successfully')
  await expect(page.getByRole('rowheader')).toHaveCount(1)

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users: removed')
  await page.getByRole('link', { name: 'Back to Users' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
  await expect(page).toHaveURL(new RegExp(`q=${mark}&role_id=2`))
  await expect(page.getByRole('searchbox')).toHaveValue(mark)
  await expect(rowOf(page, omar.name)).toHaveCount(1)
})

test('a double click on Restore restores once, and its toast takes the place of Undo', async ({ page, portal }) => {
  const { mark, members } = await addMembers(portal)
  const [zara, omar] = members as [Person, Person]
  await page.request.delete(`/users/${zara.id}`)
  const restoring: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && restoring.push(request.url()))
  await page.goto(`/admin-dashboard?tab=users&q=${mark}`)
  await page.getByRole('button', { name: `Delete ${omar.name}` }).click()
  await expect(toasts(page).getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.getByRole('button', { name: 'Removed', exact: true }).click()
  await page.getByRole('button', { name: `Restore ${omar.name}` }).dblclick()
  await expect(toasts(page)).toContainText('User restored successfully')
  await expect(toasts(page).getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(toasts(page).getByText('User restored successfully')).toHaveCount(1)
  await expect(rowOf(page, zara.name)).toHaveCount(1)
  expect(restoring).toHaveLength(1)

  // If the page has changed in between, the second half of a double click selects no text there.
  await page.getByRole('button', { name: 'Compact rows' }).click()
  await rowOf(page, zara.name)
    .getByText(zara.username)
    .hover({ position: { x: 12, y: 8 } })
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
})

test('removed departments and activities are restored too', async ({ page, portal }) => {
  const name = unique('Botany')
  await page.request.delete(`/departments/${await addDepartment(portal, name)}`)
  await page.goto('/admin-dashboard?tab=departments&removed=1')
  await page.getByRole('button', { name: `Restore ${name}` }).click()
  await expect(toasts(page)).toContainText('Department restored successfully')
  expect(await portal.sql`select from departments where name = ${name} and removed_at is null`).toHaveLength(1)

  const activity = unique('Film night')
  const added = await page.request.post('/activities', {
    data: { name: activity, description: 'Watched together', score: 1, type: 'Elective' },
  })
  await page.request.delete(`/activities/${(await added.json()).activity.id}`)
  await page.goto('/admin-dashboard?tab=activity&removed=1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity List: removed')
  await page.getByRole('button', { name: `Restore ${activity}` }).click()
  await expect(toasts(page)).toContainText('Activity restored successfully')
})

async function importFile(page: Page, tab: string, text: string) {
  await page.goto(`/admin-dashboard?tab=${tab}`)
  await page.getByRole('button', { name: 'Import' }).click()
  await dialog(page)
    .getByLabel('File to import')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
}

test('departments and activities come in from a file', async ({ page, portal }) => {
  const [department, activity] = [unique('Geology'), unique('Field trip')]
  await importFile(page, 'departments', `Name,Name (Kurdish)\n${department},زەویناسی ${department}`)
  await expect(dialog(page).getByRole('heading')).toHaveText('Import departments')
  await dialog(page).getByRole('button', { name: 'Import 1 department' }).click()
  await expect(dialog(page).getByRole('status').filter({ hasText: 'Imported successfully: 1 added' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, department)).toHaveCount(1)

  await importFile(page, 'activity', `Name,Description,Score,Type\n${activity},A day outside,2.5,Elective\nWrong,Text,2,Sports`)
  await expect(dialog(page)).toContainText('Type: "Sports" – use Compulsory, Attending or Elective')
  await dialog(page).getByRole('button', { name: 'Import the 1 good row' }).click()
  await expect(dialog(page).getByRole('status').filter({ hasText: '1 added, 0 changed, 1 left out' })).toBeVisible()
  expect(await portal.sql`select from activities where name = ${activity} and score = 2.5`).toHaveLength(1)
})

test('missing departments are created with the imported users, if one says so', async ({ page, portal }) => {
  const [department, username] = [unique('Robotics'), unique('ann').replace(' ', '-')]
  await importFile(
    page,
    'users',
    `Name,Email,UserName,Department,Gender\nAnn,${username}@test.example,${username},${department},Female`,
  )
  await expect(dialog(page)).toContainText(`One department does not exist yet: ${department}`)
  await expect(dialog(page).getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
  await dialog(page).getByRole('checkbox', { name: 'Create the missing department' }).click()
  await expect(dialog(page).getByRole('checkbox', { name: 'Create the missing department' })).toBeChecked()
  await dialog(page).getByRole('button', { name: 'Import 1 user' }).click()
  await expect(dialog(page).getByRole('status').filter({ hasText: '1 department created' })).toBeVisible()
  const [row] = await portal.sql<{ name: string }[]>`
    select d.name from users u join departments d on d.id = u.department_id where u.username = ${username}`
  expect(row?.name).toBe(department)
})

test('an administrator edits the own name and e-mail address; input stays when it is refused', async ({ page, portal }) => {
  const other = await addPerson(portal, 'staff')
  await page.goto('/admin-dashboard?tab=users')
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Your details' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Rana Wahid')
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Dr. Rana Wahid')
  await dialog(page).getByRole('textbox', { name: 'Email' }).fill(`${other.username}@test.example`)
  await expectNoAxeViolations(page)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toContainText('This e-mail address is already used by another member.')
  await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Dr. Rana Wahid')
  const address = `${admin.username}.new@test.example`
  await dialog(page).getByRole('textbox', { name: 'Email' }).fill(address)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page)).toContainText('Your details were saved successfully')
  await expect(page.getByRole('button', { name: /^Dr\. Rana Wahid Your account/ })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('name'))).toBe('Dr. Rana Wahid')
  expect(await portal.sql`select from users where id = ${admin.id} and email = ${address}`).toHaveLength(1)
})

test('staff have no such item in their menu', async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'staff'))
  await page.goto('/staff-dashboard')
  await page.getByRole('button', { name: /Your account/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Change password' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Your details' })).toHaveCount(0)
})

test('on a phone members are selected and moved as well, and the page does not scroll sideways', async ({ page, portal }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { mark } = await addMembers(portal)
  await openUsers(page, mark)
  await page.getByRole('checkbox', { name: `Select Omar ${mark}` }).check()
  await bar(page).getByRole('button', { name: 'Move…', exact: true }).click()
  await expect(dialog(page).getByRole('heading')).toHaveText('Move 1 member')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
