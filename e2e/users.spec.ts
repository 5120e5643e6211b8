import type { Page } from '@playwright/test'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, password, signIn, unique, withCrowd } from './steps.ts'

let admin: Person
test.beforeEach(async ({ page, portal }) => {
  admin = await addPerson(portal, 'admin', { name: 'Rana Wahid' })
  await signIn(page, admin)
})

async function addDepartment({ sql }: Portal): Promise<{ id: number; name: string }> {
  const [made] = await sql<[{ id: number; name: string }]>`
    insert into departments (name) values (${unique('Physics')}) returning id, name`
  return made
}

/** A member of staff per test, in a separate department. */
async function addMember(portal: Portal, name = unique('Sara Aziz')) {
  const person = await addPerson(portal, 'staff', { name })
  const department = await addDepartment(portal)
  await portal.sql`update users set department_id = ${department.id} where id = ${person.id}`
  return { ...person, department }
}

async function openUsers(page: Page, search = '') {
  await page.goto('/admin-dashboard?tab=users')
  if (search) await page.getByRole('searchbox').fill(search)
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const field = (page: Page, label: string) => page.getByRole('form').getByLabel(label, { exact: true })

test('an administrator adds a user with the defaults, who can sign in at once', async ({ page, portal, request }) => {
  const { name: department } = await addDepartment(portal)
  const name = unique('Omar Karim')
  const username = `omar-${crypto.randomUUID()}`
  await openUsers(page)
  await expect(page.getByRole('columnheader')).toHaveText([
    // The box that selects all of them.
    '',
    'Name',
    'Degree',
    'Title',
    'Department',
    'Email',
    'Gender',
    'UserName',
    'Password',
    'Role',
    'Actions',
  ])

  await page.getByRole('button', { name: 'Add User' }).click()
  await expect(field(page, 'Name')).toBeFocused()
  await expect(field(page, 'Degree')).toHaveValue('PhD')
  await expect(field(page, 'Title')).toHaveValue('p')
  await expect(field(page, 'Gender')).toHaveValue('Male')
  await expect(field(page, 'Gender').getByRole('option')).toHaveText(['Male', 'Female', 'Other'])
  await expect(field(page, 'Role')).toHaveValue('2')
  await field(page, 'Name').fill(name)
  await field(page, 'Email').fill(`${username}@test.example`)
  await field(page, 'UserName').fill(username)
  await field(page, 'Password').fill(password)
  await field(page, 'Department').selectOption(department)
  await field(page, 'Password').press('Enter')

  await expect(toasts(page)).toContainText('User added successfully')
  await expect(page.getByRole('form')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add User' })).toBeFocused()
  await page.getByRole('searchbox').fill(name)
  const cells = rowOf(page, name).locator('th, td')
  await expect(cells.nth(3)).toHaveText('Professor')
  await expect(cells.nth(4)).toHaveText(department)
  await expect(cells.nth(8)).toHaveText('••••••••')
  await expect(cells.nth(9)).toHaveText('Staff')
  expect((await request.post('/auth/login', { data: { username, password } })).status()).toBe(200)
})

test('errors are reported: missing fields first, then each at its field, and no input is lost', async ({ page, portal }) => {
  const taken = await addMember(portal)
  await openUsers(page)
  await page.getByRole('button', { name: 'Add User' }).click()
  const submit = page.getByRole('form').getByRole('button', { name: 'Add User' })
  await field(page, 'Email').fill('not an address')
  await submit.click()
  await expect(toasts(page)).toHaveText('All required fields must be filled')
  await expect(field(page, 'Name')).toBeFocused()
  for (const label of ['Name', 'UserName', 'Password', 'Department'])
    await expect(field(page, label)).toHaveAccessibleDescription('Fill this in.')

  await field(page, 'Name').fill('Layla Hassan')
  await field(page, 'UserName').fill(taken.username.toUpperCase())
  await field(page, 'Password').fill('short')
  await field(page, 'Department').selectOption(taken.department.name)
  await submit.click()
  await expect(toasts(page)).toHaveText('Invalid email format')
  await expect(field(page, 'Email')).toBeFocused()
  await expect(field(page, 'Password')).toHaveAccessibleDescription('The password must have at least 8 characters.')

  // Errors of the server are shown at their field as well.
  await field(page, 'Email').fill('layla@test.example')
  await field(page, 'Password').fill(password)
  await submit.click()
  await expect(toasts(page)).toHaveText('This username is already taken.')
  await expect(field(page, 'UserName')).toBeFocused()
  await expect(field(page, 'UserName')).toHaveAccessibleDescription('This username is already taken.')
  await expect(field(page, 'Name')).toHaveValue('Layla Hassan')
  await expect(field(page, 'Password')).toHaveValue(password)

  // Escape closes the form and keeps the input; the button discards it.
  await field(page, 'Name').press('Escape')
  await expect(page.getByRole('form')).toBeHidden()
  await page.getByRole('button', { name: 'Add User' }).click()
  await expect(field(page, 'Name')).toHaveValue('Layla Hassan')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('form')).toBeHidden()
})

test('editing starts from the row, keeps the masked password, and returns to the row', async ({ page, portal, request }) => {
  const member = await addMember(portal)
  // A user in a department that was deleted may stay there.
  await portal.sql`update departments set removed_at = now() where id = ${member.department.id}`
  await openUsers(page, member.name)
  await page.getByRole('button', { name: `Edit ${member.name}` }).click()
  await expect(field(page, 'Name')).toHaveValue(member.name)
  await expect(field(page, 'Department')).toHaveValue(String(member.department.id))
  await expect(field(page, 'Department').locator('option:checked')).toHaveText('Unknown Department')
  await expect(field(page, 'Password')).toHaveValue('••••••••')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()

  await field(page, 'Password').fill('')
  await page.getByRole('button', { name: 'Update User' }).click()
  await expect(toasts(page)).toHaveText('All required fields must be filled')
  await field(page, 'Password').fill('••••••••')

  await field(page, 'Title').selectOption('')
  await field(page, 'Degree').selectOption('')
  const sent = page.waitForRequest((one) => one.method() === 'PUT')
  await page.getByRole('button', { name: 'Update User' }).click()
  expect(new URL((await sent).url()).search).toBe(`?id=${admin.id}&role_id=1`)
  await expect(toasts(page)).toHaveText('User updated successfully')
  await expect(page.getByRole('form')).toBeHidden()
  await expect(page.getByRole('button', { name: `Edit ${member.name}` })).toBeFocused()
  await expect(rowOf(page, member.name).locator('td').nth(2)).toHaveText('Unknown')
  expect((await request.post('/auth/login', { data: { username: member.username, password } })).status()).toBe(200)

  // Who has no password is shown none, and may be edited without one.
  await portal.sql`update users set password_hash = null where id = ${member.id}`
  await page.reload()
  await page.getByRole('searchbox').fill(member.name)
  await page.getByRole('button', { name: `Edit ${member.name}` }).click()
  await expect(field(page, 'Password')).toHaveValue('')
  await expect(field(page, 'Password')).toHaveAccessibleDescription('They cannot sign in before they have a password.')
  await page.getByRole('button', { name: 'Update User' }).click()
  await expect(page.getByRole('form')).toBeHidden()
  expect(await portal.sql`select from users where id = ${member.id} and password_hash is null`).toHaveLength(1)
  await portal.sql`update users set password_hash = (select password_hash from users where id = ${admin.id}) where id = ${member.id}`
  await page.reload()
  await page.getByRole('searchbox').fill(member.name)

  // Typing after the mask means a new password, without the mask.
  await page.getByRole('button', { name: `Edit ${member.name}` }).click()
  await field(page, 'Password').press('End')
  await field(page, 'Password').pressSequentially('an even longer sentence')
  await page.getByRole('button', { name: 'Update User' }).click()
  await expect(page.getByRole('form')).toBeHidden()
  const again = { username: member.username, password: 'an even longer sentence' }
  expect((await request.post('/auth/login', { data: again })).status()).toBe(200)
})

test('two administrators edit one user: the second sees who saved what, and decides', async ({ page, portal, browser }) => {
  const member = await addMember(portal)
  const other = await addPerson(portal, 'admin', { name: 'Helen Okafor' })
  const otherPage = await browser.newPage({ baseURL: portal.url })
  await signIn(otherPage, other)
  for (const one of [page, otherPage]) {
    await openUsers(one, member.name)
    await one.getByRole('button', { name: `Edit ${member.name}` }).click()
  }
  await field(otherPage, 'Title').selectOption('Lecturer')
  await otherPage.getByRole('button', { name: 'Update User' }).click()
  await expect(toasts(otherPage)).toHaveText('User updated successfully')

  await field(page, 'Degree').selectOption('Master')
  await page.getByRole('button', { name: 'Update User' }).click()
  const conflict = page.getByRole('region', { name: /Helen Okafor saved this on \d+ \w{3} \d{4}, \d\d:\d\d/ })
  await expect(conflict).toBeFocused()
  await expect(conflict.getByRole('term')).toHaveText(['Degree', 'Title'])
  await expect(conflict.getByRole('definition')).toHaveText(['PhD', 'Lecturer'])
  await expect(field(page, 'Degree')).toHaveValue('Master')
  await expectNoAxeViolations(page)

  await conflict.getByRole('button', { name: 'Load the new state' }).click()
  await expect(field(page, 'Degree')).toHaveValue('PhD')
  await expect(field(page, 'Title')).toHaveValue('l')
  await expect(field(page, 'Name')).toBeFocused()

  // And once more, with the other choice.
  await otherPage.getByRole('button', { name: `Edit ${member.name}` }).click()
  await field(otherPage, 'Gender').selectOption('Other')
  await otherPage.getByRole('button', { name: 'Update User' }).click()
  await expect(otherPage.getByRole('form')).toBeHidden()
  await field(page, 'Degree').selectOption('M.A.')
  await page.getByRole('button', { name: 'Update User' }).click()
  await page.getByRole('button', { name: 'Save anyway' }).click()
  await expect(toasts(page)).toHaveText('User updated successfully')
  await expect(rowOf(page, member.name).locator('td').nth(1)).toHaveText('M.A.')
  await expect(rowOf(page, member.name).locator('td').nth(5)).toHaveText('Female')
  await otherPage.close()
})

test('the role button toggles between Staff and Admin, and an administrator has no other buttons', async ({ page, portal }) => {
  const member = await addMember(portal)
  await openUsers(page, member.name)
  const row = rowOf(page, member.name)
  await row.getByRole('button', { name: `Staff: change the role of ${member.name}` }).click()
  await expect(toasts(page)).toContainText('User role updated successfully')
  await expect(toasts(page)).toContainText(member.name)
  await expect(row.getByRole('button', { name: `Admin: change the role of ${member.name}` })).toBeVisible()
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await row.getByRole('button', { name: `Staff: change the role of ${member.name}` }).click()
  await expect(row.getByRole('button', { name: `Admin: change the role of ${member.name}` })).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(1)
  await row.getByRole('button', { name: 'Admin' }).click()
  await expect(row.getByRole('button', { name: `Edit ${member.name}` })).toBeVisible()
})

test.describe('two administrators and the role of one user', () => {
  const roleOf = (page: Page, { name }: Person, role: string) =>
    page.getByRole('button', { name: `${role}: change the role of ${name}` })
  const changed = 'Somebody changed this role meanwhile. Look at the list again.'

  test('both promote them: the second gets a conflict, and the user stays promoted', async ({ page, portal, browser }) => {
    const member = await addMember(portal)
    const otherPage = await browser.newPage({ baseURL: portal.url })
    await signIn(otherPage, await addPerson(portal, 'admin', { name: 'Helen Okafor' }))
    for (const one of [page, otherPage]) {
      await openUsers(one, member.name)
      await expect(roleOf(one, member, 'Staff')).toBeVisible()
    }
    await roleOf(otherPage, member, 'Staff').click()
    await expect(toasts(otherPage)).toContainText('User role updated successfully')
    await otherPage.close()

    await roleOf(page, member, 'Staff').click()
    await expect(toasts(page)).toHaveText(changed)
    await expect(roleOf(page, member, 'Admin')).toBeVisible()
    expect(await portal.sql`select role_id from users where id = ${member.id}`).toEqual([{ role_id: 1 }])
  })

  test('Undo reverts its own change, and none that another administrator made since', async ({ page, portal, browser }) => {
    const member = await addMember(portal)
    const other = await browser.newContext({ baseURL: portal.url })
    const otherPage = await other.newPage()
    await signIn(otherPage, await addPerson(portal, 'admin', { name: 'Helen Okafor' }))
    await openUsers(page, member.name)
    await roleOf(page, member, 'Staff').click()
    const undo = toasts(page).getByRole('button', { name: 'Undo' })
    // A toast stays as long as the pointer is on it.
    await undo.hover()
    await expect(roleOf(page, member, 'Admin')).toBeVisible()
    const reply = await otherPage.request.put(`/users/toggle-role/${member.id}`, { data: { replaces: 1 } })
    expect(reply.status()).toBe(200)
    await other.close()

    await undo.click()
    await expect(toasts(page)).toHaveText(changed)
    await expect(roleOf(page, member, 'Staff')).toBeVisible()
    expect(await portal.sql`select role_id from users where id = ${member.id}`).toEqual([{ role_id: 2 }])
  })
})

test('giving up one’s own administrator role needs a confirmation, and the last administrator cannot', async ({
  page,
  portal,
}) => {
  await openUsers(page, admin.username)
  const ownRole = rowOf(page, admin.username).getByRole('button', { name: 'Admin' })
  await ownRole.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(ownRole).toBeFocused()

  const others = await portal.sql<{ id: number }[]>`
    update users set removed_at = now() where role_id = 1 and removed_at is null and id <> ${admin.id} returning id`
  try {
    await openUsers(page, admin.username)
    await ownRole.click()
    await expect(toasts(page)).toHaveText('At least one administrator must remain.')
    await expect(ownRole).toBeVisible()
  } finally {
    await portal.sql`update users set removed_at = null where id = any(${others.map(({ id }) => id)})`
  }

  await openUsers(page, admin.username)
  await ownRole.click()
  await page.getByRole('button', { name: 'Give it up' }).click()
  await expect(page).toHaveURL('/')
})

test('a deleted user is removed from the list at once, and Undo restores them', async ({ page, portal }) => {
  const member = await addMember(portal)
  await openUsers(page, member.name)
  await page.getByRole('button', { name: `Edit ${member.name}` }).click()
  await page.getByRole('button', { name: `Delete ${member.name}` }).click()
  await expect(toasts(page)).toContainText('User deleted successfully')
  await expect(page.getByText('Nothing here matches the search.')).toBeVisible()
  await expect(page.getByRole('form')).toBeHidden()
  expect(await portal.sql`select from users where id = ${member.id} and removed_at is null`).toHaveLength(0)

  // Also from another panel.
  await page.getByRole('link', { name: 'Terms' }).click()
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toasts(page)).toHaveText('User restored successfully')
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('searchbox').fill(member.name)
  await expect(rowOf(page, member.name)).toBeVisible()
})

test('the list is searched, sorted by any column and filtered', async ({ page, portal }) => {
  const family = unique('Öztürk')
  const [first, second] = [await addMember(portal, `Aylin ${family}`), await addMember(portal, `Zeynep ${family}`)]
  await portal.sql`update users set title = 'al', department_id = null where id = ${second.id}`
  await openUsers(page, family.toLowerCase().replaceAll('ö', 'o').replaceAll('ü', 'u'))
  const names = page.getByRole('rowheader')
  await expect(names).toHaveText([first.name, second.name])
  await expect(page.getByText('2 of ')).toBeVisible()

  // Hovered, an unsorted column claims no direction.
  const byName = page.getByRole('button', { name: 'Name', exact: true })
  const arrow = (look: string) => byName.locator(`.lucide-${look}`)
  await byName.hover()
  await expect(arrow('arrow-up-down')).toBeVisible()
  await byName.click()
  await expect(page.getByRole('columnheader', { name: 'Name', exact: true })).toHaveAttribute('aria-sort', 'ascending')
  await expect(arrow('arrow-up')).toBeVisible()
  await byName.click()
  await expect(names).toHaveText([second.name, first.name])
  await expect(arrow('arrow-down')).toBeVisible()

  await page.getByLabel('Title', { exact: true }).selectOption('Assistant Lecturer')
  await expect(names).toHaveText([second.name])
  await expect(rowOf(page, second.name)).toContainText('Unknown Department')
  await page.getByLabel('Title', { exact: true }).selectOption('All titles')
  await page.getByLabel('Department', { exact: true }).selectOption(first.department.name)
  await expect(names).toHaveText([first.name])
  await page.getByLabel('Role', { exact: true }).selectOption('Staff')
  await expect(names).toHaveText([first.name])
  // A selected filter stays visible, also if the search leaves no row of it.
  await page.getByRole('searchbox').fill(second.name)
  await expect(page.getByLabel('Department', { exact: true })).toHaveValue(String(first.department.id))
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('')

  // In the URL as ids and codes, and there again after a reload, another panel and Back.
  await page.getByRole('searchbox').fill(family)
  await page.getByRole('searchbox').blur()
  await page.getByLabel('Title', { exact: true }).selectOption('Assistant Lecturer')
  const path = `/admin-dashboard?tab=users&sort=-name&q=${encodeURIComponent(family).replaceAll('%20', '+')}&title=al`
  await expect(page).toHaveURL(path)
  await page.reload()
  await expect(names).toHaveText([second.name])
  await page.getByRole('link', { name: 'Departments' }).click()
  await expect(page).toHaveURL('/admin-dashboard?tab=departments')
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeHidden()
  // Left at once: what was typed last is not lost.
  await page.getByRole('searchbox').fill('no such department')
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page).toHaveURL(path)
  await expect(names).toHaveText([second.name])
  await expect(page.getByRole('searchbox')).toHaveValue(family)
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('no such department')
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/admin-dashboard?tab=users&sort=-name')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeHidden()
})

test('when the server does not reply, the error is beside what failed and can be retried', async ({ page, portal }) => {
  const member = await addMember(portal)
  await page.route('**/users', (route) => route.abort())
  await openUsers(page)
  await expect(page.getByText('Loading...')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Error: No response from server.', { timeout: 15_000 })
  await page.unroute('**/users')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('searchbox').fill(member.name)
  await expect(rowOf(page, member.name)).toBeVisible()

  await page.route('**/users/**', (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()))
  await rowOf(page, member.name).getByRole('button', { name: 'Staff' }).click()
  await expect(toasts(page)).toContainText('An error occurred while toggling role')
  await page.getByRole('button', { name: `Delete ${member.name}` }).click()
  await expect(toasts(page)).toContainText('An error occurred while deleting the user')
  await page.getByRole('button', { name: `Edit ${member.name}` }).click()
  await field(page, 'Name').fill('Changed and not lost')
  await page.getByRole('button', { name: 'Update User' }).click()
  await expect(toasts(page)).toContainText('An error occurred while adding/editing the user')
  await expect(field(page, 'Name')).toHaveValue('Changed and not lost')
})

test('of ten thousand users only a few rows are rendered', async ({ page, portal }) => {
  await withCrowd(portal, 'Crowd', async () => {
    await openUsers(page)
    await expect(page.getByText(/\d{2},\d{3} staff/)).toBeVisible({ timeout: 15_000 })
    await page.getByRole('searchbox').fill('crowd')
    await expect(page.getByRole('rowheader').first()).toHaveText('Crowd 00001')
    expect(await page.locator('tr').count()).toBeLessThan(100)
    await page.getByRole('region', { name: 'Users' }).press('End')
    await expect(page.getByRole('rowheader').last()).toHaveText('Crowd 10000')
    expect(await page.locator('tr').count()).toBeLessThan(100)
  })
})

test('long names, right-to-left names and degrees with periods: rows have equal height, alignment and text direction', async ({
  page,
  portal,
}) => {
  const family = unique('Aziz')
  for (const name of [family, `ئارام ${family}`, `${'Alexandrina Theodora '.repeat(8)}${family}`]) {
    const { id } = await addMember(portal, name)
    await portal.sql`update users set degree = 'M.A.' where id = ${id}`
  }
  await openUsers(page, family)
  const rows = rowOf(page, family)
  await expect(rows).toHaveCount(3)
  for (const direction of ['ltr', 'rtl'] as const) {
    await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
    const found = await rows.evaluateAll((all) =>
      all.map((row) => {
        const textOf = (cell: Element | null) =>
          document.createTreeWalker(cell as Element, NodeFilter.SHOW_TEXT).nextNode() as Text
        const placesOf = (text: Text, from = 0, to = text.length) => {
          const range = document.createRange()
          range.setStart(text, from)
          range.setEnd(text, to)
          return [...range.getClientRects()]
        }
        const leftOf = (places: DOMRect[]) => Math.min(...places.map(({ left }) => left))
        const degree = textOf(row.querySelector('th + td'))
        const name = placesOf(textOf(row.querySelector('th')))
        return {
          height: row.getBoundingClientRect().height,
          start: Math.round(document.dir === 'rtl' ? Math.max(...name.map(({ right }) => right)) : leftOf(name)),
          isPointLast: leftOf(placesOf(degree, 3, 4)) > leftOf(placesOf(degree, 0, 1)),
        }
      }),
    )
    expect(found).toEqual(found.map(() => ({ height: 56, start: found[0]?.start, isPointLast: true })))
  }
})

test('axe finds no violations in list and form, in light and dark', async ({ page, portal }) => {
  const member = await addMember(portal)
  await openUsers(page, member.name)
  await expect(rowOf(page, member.name)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Add User' }).click()
  await page.getByRole('form').getByRole('button', { name: 'Add User' }).click()
  await expect(toasts(page)).toHaveText('All required fields must be filled')
  await expectNoAxeViolations(page)
})

test('on a phone of 360 pixels the page never scrolls sideways and a user can be edited', async ({ page, portal }) => {
  const member = await addMember(portal)
  await page.setViewportSize({ width: 360, height: 740 })
  await openUsers(page, member.name)
  await expect(page.getByRole('button', { name: `Edit ${member.name}` })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: `Edit ${member.name}` }).click()
  await expect(field(page, 'Name')).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByRole('form').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: `Edit ${member.name}` })).toBeFocused()
})

test('on a phone, the empty state is visible however wide the table is', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin-dashboard')
  await page.getByRole('searchbox').fill('nobody is called so')
  await expect(page.getByText('Nothing here matches the search.')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Show all' })).toBeInViewport({ ratio: 1 })
})
