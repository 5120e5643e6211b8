import type { Page } from '@playwright/test'
import { administrator, expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, password } from './steps.ts'

async function addUser(portal: Portal, role: 'admin' | 'staff', name = 'Dr. Sara Aziz') {
  return (await addPerson(portal, role, { name })).username
}

async function fillIn(page: Page, username: string, secret: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Login' }).click()
}

const stored = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(['user_id', 'role_id', 'username', 'name'].map((key) => [key, localStorage.getItem(key)])),
  )

test('an administrator signs in, lands on Users, and signs out', async ({ page }) => {
  const errors: string[] = []
  await page.goto('/')
  await expect(page).toHaveTitle(/Staff Activity and Performance Portal/)
  await fillIn(page, administrator.username, administrator.password)
  await expect(page).toHaveURL('/admin-dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
  const sidebar = page.getByRole('navigation')
  await expect(sidebar.getByRole('link')).toHaveText([
    'Overview',
    'Staff',
    'Users',
    'Activity',
    'Departments',
    'Terms',
    'Settings',
    'Review',
    'Audit',
  ])
  expect(await stored(page)).toEqual({ user_id: expect.any(String), role_id: '1', username: 'admin', name: 'Administrator' })

  await sidebar.getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveURL(/tab=terms/)
  // Nothing is requested for the page that is left: the server would refuse it.
  page.on('response', (response) => response.status() === 401 && errors.push(response.url()))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Logged out!')).toBeVisible()
  expect(await stored(page)).toEqual({ user_id: null, role_id: null, username: null, name: null })
  // Who logged out starts again at the beginning; who was sent here from an address gets there.
  await fillIn(page, administrator.username, administrator.password)
  await expect(page).toHaveURL('/admin-dashboard')
  await expect(page.getByText('Logged out!')).toBeHidden({ timeout: 1000 })
  expect(errors).toEqual([])
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/admin-dashboard?tab=audit&subject=user')
  await expect(page).toHaveURL('/')
  await page.reload()
  await fillIn(page, administrator.username, administrator.password)
  await expect(page).toHaveURL('/admin-dashboard?tab=audit&subject=user')
})

test('without e-mail, the login page says whom to ask for a new password', async ({ page }) => {
  for (const path of ['/', '/forgot-password']) {
    await page.goto(path)
    await expect(page.getByText(/the office that runs (this portal|it) for a new password/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveCount(0)
    await expectNoAxeViolations(page)
  }
})

test('staff land on their own dashboard, and the panel is in the URL', async ({ page, portal }) => {
  await page.goto('/')
  await fillIn(page, await addUser(portal, 'staff'), password)
  await expect(page).toHaveURL('/staff-dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity List')
  await expect(page.getByText('Dr. Sara Aziz')).toBeVisible()
  await page.getByRole('link', { name: 'Your Activity' }).click()
  await expect(page).toHaveURL(/tab=your-activity/)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Your Activity' })).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Activity', exact: true })).toHaveAttribute('aria-current', 'page')
})

test('each role is refused the other dashboard, whatever is in local storage', async ({ page, portal }) => {
  await page.goto('/')
  await fillIn(page, await addUser(portal, 'staff'), password)
  await expect(page).toHaveURL('/staff-dashboard')
  await page.goto('/admin-dashboard')
  await expect(page).toHaveURL('/staff-dashboard')
  await page.evaluate(() => localStorage.setItem('role_id', '1'))
  await page.goto('/admin-dashboard?tab=staff')
  await expect(page).toHaveURL('/staff-dashboard')
  expect((await stored(page))['role_id']).toBe('2')
  await page.goto('/')
  await expect(page).toHaveURL('/staff-dashboard')
})

test('errors are shown with the messages of the specification, and the input stays', async ({ page, portal }) => {
  const username = await addUser(portal, 'staff')
  await page.goto('/')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('Username and password are required')

  await fillIn(page, username, 'wrong')
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password')
  await expect(page.getByLabel('Username')).toHaveValue(username)

  await page.route('**/auth/login', (route) => route.abort())
  await fillIn(page, username, password)
  await expect(page.getByRole('alert')).toHaveText('No response from server.')
  await page.unroute('**/auth/login')

  await page.route('**/auth/login', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  )
  await fillIn(page, username, password)
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password')
  await page.unroute('**/auth/login')

  await page.route('**/auth/login', (route) =>
    route.fulfill({ json: { message: 'Login successful', user: { id: 1, role_id: 3, username: 'x', name: 'X' } } }),
  )
  await fillIn(page, username, password)
  await expect(page.getByRole('alert')).toHaveText('Invalid role type')
  expect((await stored(page))['user_id']).toBeNull()
})

test('a session that ended leads back to the login and from there to the same panel, and is logged in the console', async ({
  page,
  portal,
}) => {
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  const username = await addUser(portal, 'staff')
  await page.goto('/admin-dashboard?tab=terms')
  await expect(page).toHaveURL('/')
  await fillIn(page, username, password)
  // What was asked for is not for this role.
  await expect(page).toHaveURL('/staff-dashboard')
  await page.getByRole('link', { name: 'Your Activity' }).click()
  await expect(page).toHaveURL(/tab=your-activity/)
  await portal.sql`delete from sessions where user_id = (select id from users where username = ${username})`
  await page.reload()
  await expect(page).toHaveURL('/')
  expect(lines).toContain('Unauthorized access. Please login again.')
  expect((await stored(page))['user_id']).toBeNull()
  const ended = page.getByText('Your session has ended')
  await expect(ended).toBeVisible()
  // It stays while the pointer is on it, and is over once its sentence is not true any more.
  await ended.hover()
  await fillIn(page, username, password)
  await expect(page).toHaveURL('/staff-dashboard?tab=your-activity')
  await expect(ended).toBeHidden({ timeout: 1000 })
})

test('signing out in one tab signs out the other', async ({ page, context, portal }) => {
  await page.goto('/')
  await fillIn(page, await addUser(portal, 'staff'), password)
  await expect(page).toHaveURL('/staff-dashboard')
  const other = await context.newPage()
  await other.goto('/staff-dashboard')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL('/')
})

test('every user can change their own password; errors are at their fields', async ({ page, portal }) => {
  const username = await addUser(portal, 'staff')
  await page.goto('/')
  await fillIn(page, username, password)
  await page.getByRole('button', { name: /Dr. Sara Aziz/ }).click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill('not it')
  await dialog.getByLabel('New password', { exact: true }).fill('another long sentence')
  await dialog.getByLabel(/Repeat/).fill('another long sentence')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription(/The current password is not right\./)
  await expect(dialog.getByLabel('New password', { exact: true })).toHaveValue('another long sentence')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed successfully')).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL('/staff-dashboard')
  await page.getByRole('button', { name: 'Logout' }).click()
  await fillIn(page, username, 'another long sentence')
  await expect(page).toHaveURL('/staff-dashboard')
})

test('an unknown path gets a page with a link home', async ({ page }) => {
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This page is not here' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the portal' }).click()
  await expect(page).toHaveURL('/')
})

test('on a phone the sidebar is a drawer with Open and Close', async ({ page, portal }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await fillIn(page, await addUser(portal, 'admin', 'Rana Wahid'), password)
  await expect(page).toHaveURL('/admin-dashboard')
  await expect(page.getByRole('link', { name: 'Terms' })).toBeHidden()
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveURL(/tab=terms/)
  await expect(page.getByRole('link', { name: 'Users' })).toBeHidden()
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('link', { name: 'Users' })).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('the pages do not violate their Content-Security-Policy', async ({ page, portal }) => {
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text())
  })
  await page.goto('/')
  await fillIn(page, await addUser(portal, 'admin', 'Rana Wahid'), password)
  for (const tab of ['overview', 'staff', 'users', 'activity', 'departments', 'terms']) {
    await page.goto(`/admin-dashboard?tab=${tab}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(violations).toEqual([])
})

test('axe finds no violations in login, dashboards, drawer, dialog and not-found, mirrored, in light and dark', async ({
  page,
  portal,
}) => {
  await page.addInitScript(() => {
    // The script runs before the document exists.
    document.addEventListener('readystatechange', () => document.documentElement.setAttribute('dir', 'rtl'))
  })
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expectNoAxeViolations(page)
  await fillIn(page, 'nobody', 'wrong password')
  await expect(page.getByRole('alert')).toBeVisible()
  await expectNoAxeViolations(page)
  await fillIn(page, await addUser(portal, 'admin', 'Rana Wahid'), password)
  await expect(page).toHaveURL('/admin-dashboard')
  await page.getByRole('button', { name: 'Rana Wahid Your account' }).click()
  await expectNoAxeViolations(page)
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoAxeViolations(page)
})
