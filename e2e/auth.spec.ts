import type { Page } from '@playwright/test'
import { administrator, expect, type Portal, test } from './portal.ts'
import { addPerson, password } from './steps.ts'

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
    /^What waits/,
    'Overview',
    'Staff',
    'Users',
    'Activity',
    'Departments',
    'Terms',
    'Settings',
    'Review',
    'Postings',
    'Events',
    'Messages',
    'Audit',
  ])
  expect(await stored(page)).toEqual({ user_id: expect.any(String), role_id: '1', username: 'admin', name: 'Administrator' })

  await sidebar.getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveURL(/tab=terms/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms')
  await expect(page.getByRole('table').first()).toHaveAttribute('aria-busy', 'false')
  // Nothing is requested for the page that is left: the server would refuse it.
  page.on('response', (response) => response.status() === 401 && errors.push(response.url()))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Logged out!')).toBeVisible()
  expect(await stored(page)).toEqual({ user_id: null, role_id: null, username: null, name: null })
  // A user who logged out starts again at the beginning; one who was sent here from an address returns to it.
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

test('staff land on their own dashboard, the panel is in the URL, and the other dashboard is refused, whatever is in local storage', async ({
  page,
  portal,
}) => {
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

  await page.goto('/admin-dashboard')
  await expect(page).toHaveURL('/staff-dashboard')
  await page.evaluate(() => localStorage.setItem('role_id', '1'))
  await page.goto('/admin-dashboard?tab=staff')
  await expect(page).toHaveURL('/staff-dashboard')
  expect((await stored(page))['role_id']).toBe('2')
  await page.goto('/')
  await expect(page).toHaveURL('/staff-dashboard')
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
  // The requested page is not for this role.
  await expect(page).toHaveURL('/staff-dashboard')
  await page.getByRole('link', { name: 'Your Activity' }).click()
  await expect(page).toHaveURL(/tab=your-activity/)
  await portal.sql`delete from sessions where user_id = (select id from users where username = ${username})`
  await page.reload()
  // The toast stays while the pointer is on it, and is dismissed once its sentence is no longer true.
  const ended = page.getByText('Your session has ended')
  await ended.hover()
  await expect(page).toHaveURL('/')
  expect(lines).toContain('Unauthorized access. Please login again.')
  expect((await stored(page))['user_id']).toBeNull()
  await fillIn(page, username, password)
  await expect(page).toHaveURL('/staff-dashboard?tab=your-activity')
  await expect(ended).toBeHidden({ timeout: 1000 })
})

test('who chose to stay signed in is signed in when the browser is opened again, and nobody else', async ({
  page,
  context,
  browser,
  portal,
}) => {
  /** The heading of the portal in a browser that was closed: it has the cookies with a date alone. */
  async function openAgain() {
    const kept = (await context.cookies()).filter(({ expires }) => expires > 0)
    const opened = await browser.newContext({ baseURL: portal.url })
    await opened.addCookies(kept)
    const again = await opened.newPage()
    await again.goto('/staff-dashboard')
    const heading = again.getByRole('heading', { name: /^(Sign in|Activity List)$/ })
    await expect(heading).toBeVisible()
    const text = await heading.textContent()
    await opened.close()
    return text
  }

  const username = await addUser(portal, 'staff')
  await page.goto('/')
  await fillIn(page, username, password)
  await expect(page).toHaveURL('/staff-dashboard')
  expect(await openAgain()).toBe('Sign in')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('checkbox', { name: 'Stay signed in on this device for 30 days' }).check()
  await fillIn(page, username, password)
  await expect(page).toHaveURL('/staff-dashboard')
  expect(await openAgain()).toBe('Activity List')
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

test('the pages of administrators do not violate their Content-Security-Policy', async ({ page, portal }) => {
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
