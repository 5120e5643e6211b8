import { createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { administrator, test as base, expect, type Portal, startPortal } from './portal.ts'
import { client, startProvider } from './provider.ts'
import { addPerson, type Person, signIn } from './steps.ts'

/** The provider has to know the portal's address before the portal starts. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}

const test = base.extend<object, { portalOf: (file: string) => Promise<Portal>; issuer: string }>({
  portalOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this pattern.
    async ({}, use) => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const provider = await startProvider(url)
      const portal = await startPortal({
        PORT: String(port),
        PUBLIC_URL: url,
        SSO_ISSUER: provider.issuer,
        SSO_CLIENT_ID: client.id,
        SSO_CLIENT_SECRET: client.secret,
        SSO_NAME: 'Test University',
        SSO_DOMAINS: 'test.example',
      })
      issuerOf.set(url, provider.issuer)
      await use(async () => portal)
      await portal.stop()
      await provider.stop()
    },
    { scope: 'worker' },
  ],
})
const issuerOf = new Map<string, string>()

const button = (page: Page) => page.getByRole('link', { name: 'Continue with Test University' })

/** Goes through the provider's own pages: the sign-in, and the consent that the portal may know the account. */
async function atProvider(page: Page, login: string) {
  await expect(page).toHaveURL(/localhost.*\/interaction\//)
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

const identitiesOf = ({ sql }: Portal, { id }: Person) =>
  sql<{ email: string }[]>`select email from identities where user_id = ${id}`

test('the first sign-in links, the second finds; after logging out one also signs out of the provider', async ({
  page,
  portal,
}) => {
  const member = await addPerson(portal, 'staff')
  await page.goto('/staff-dashboard?tab=your-activity')
  await expect(page).toHaveURL('/')
  await button(page).click()
  await atProvider(page, member.username)
  await expect(page).toHaveURL('/staff-dashboard?tab=your-activity')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(member.name)).toBeVisible()
  expect(await identitiesOf(portal, member)).toEqual([{ email: `${member.username}@test.example` }])

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Logged out!')).toBeVisible()
  // The logout was from the portal only: the provider still has its session.
  await button(page).click()
  await expect(page).toHaveURL('/staff-dashboard')

  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('link', { name: 'Also sign out of Test University' }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Also sign out' })).toHaveCount(0)
  await button(page).click()
  await atProvider(page, member.username)
  await expect(page).toHaveURL('/staff-dashboard')
  expect(await identitiesOf(portal, member)).toHaveLength(1)
})

test('what stands behind the # of the address is still there after the sign-in, as the code of an event', async ({
  page,
  portal,
}) => {
  const member = await addPerson(portal, 'staff')
  await page.goto('/staff-dashboard?tab=events&event=1#code=ABCDEFGH')
  await expect(page).toHaveURL('/')
  await button(page).click()
  await atProvider(page, member.username)
  await expect(page).toHaveURL('/staff-dashboard?tab=events&event=1#code=ABCDEFGH')
})

test('somebody unknown or unconfirmed is refused with one sentence, and the form still works', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  await atProvider(page, 'stranger')
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('Your Test University account does not belong to anyone in the portal. Ask an administrator.')
  await expect(page).toHaveURL('/')
  await page.reload()
  await expect(button(page)).toBeVisible()
  await expect(alert).toHaveCount(0)

  await page.context().clearCookies()
  await button(page).click()
  await atProvider(page, 'unconfirmed-dean')
  await expect(alert).toContainText('has no confirmed university email address')
  await page.getByLabel('Username').fill(administrator.username)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/admin-dashboard')
})

test('who changes their mind at the provider is back at the login page', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  await page.getByRole('link', { name: '[ Cancel ]' }).click()
  await expect(page.getByRole('alert')).toHaveText('The sign-in with Test University was cancelled.')
})

test('an administrator links the own account after the password, signs in with it, and another one unlinks it', async ({
  page,
  portal,
}) => {
  const admin = await addPerson(portal, 'admin', { name: 'Dr. Rana Wahid' })
  // The e-mail address alone does not sign a user in as an administrator.
  await page.goto('/')
  await button(page).click()
  await atProvider(page, admin.username)
  await expect(page.getByRole('alert')).toContainText('Administrators must first sign in')

  await signIn(page, admin)
  await page.goto('/admin-dashboard?tab=terms')
  const menu = page.getByRole('button', { name: 'Dr. Rana Wahid Your account' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Link Test University' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link Test University' })
  await dialog.getByLabel('Current password').fill('not the password')
  await dialog.getByRole('button', { name: 'Continue with Test University' }).click()
  await expect(dialog.getByText('The current password is incorrect.')).toBeVisible()
  await dialog.getByLabel('Current password').fill('a long test sentence')
  await dialog.getByRole('button', { name: 'Continue with Test University' }).click()
  await expect(page).toHaveURL('/admin-dashboard')
  await expect(page.getByText('Your account is linked to Test University.')).toBeVisible()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Link Test University' }).click()
  await expect(dialog).toContainText(`${admin.username}@test.example`)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Logout' }).click()
  await button(page).click()
  await expect(page).toHaveURL('/admin-dashboard')

  const other = await addPerson(portal, 'admin')
  await page.context().clearCookies()
  await signIn(page, other)
  await page.goto('/admin-dashboard?tab=users&q=Rana')
  const mark = page.getByRole('button', { name: /Unlink Dr\. Rana Wahid, who signs in with Test University as / })
  await expect(mark).toBeVisible()
  await mark.click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Unlink ${admin.username}@test.example from Dr. Rana Wahid?`)
  await question.getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByText('Account unlinked successfully')).toBeVisible()
  await expect(mark).toHaveCount(0)
  expect(await identitiesOf(portal, admin)).toEqual([])
  expect(await portal.sql`select from sessions where user_id = ${admin.id} and method = 'sso'`).toEqual([])
  await page.goto('/admin-dashboard?tab=audit')
  const records = page.getByRole('table', { name: 'Audit' }).getByRole('row')
  const unlinked = records.filter({ hasText: 'User Dr. Rana Wahid account unlinked' })
  await expect(unlinked).toContainText(`Account: ${admin.username}@test.example`)
  const signedIn = records.filter({ hasText: 'User Dr. Rana Wahid signed in' })
  await expect(signedIn.filter({ hasText: 'Sign-in service: Test University' }).first()).toBeVisible()
})

test('who signs out at the provider is signed out of an open page at once', async ({ page, context, portal }) => {
  const member = await addPerson(portal, 'staff')
  await page.goto('/')
  await button(page).click()
  await atProvider(page, member.username)
  await expect(page).toHaveURL('/staff-dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${issuerOf.get(portal.url)}/session/end`)
  await other.getByRole('button', { name: 'Yes, sign me out' }).click()
  await page.bringToFront()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
  expect(await portal.sql`select from sessions where user_id = ${member.id}`).toEqual([])
})

test('in Arabic and on a phone the button is above the form', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: 'العربية' }).click()
  const link = page.getByRole('link', { name: 'المتابعة باستخدام' })
  await expect(link).toBeVisible()
  const [above, below] = [await link.boundingBox(), await page.getByLabel('اسم المستخدم').boundingBox()]
  expect(above?.y ?? Number.NaN).toBeLessThan(below?.y ?? Number.NaN)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.keyboard.press('Tab')
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/localhost.*\/interaction\//)
})
