import type { Page } from '@playwright/test'
import { freePort } from '../scripts/free-port.mjs'
import { startMailServer } from '../testing/mail-server.ts'
import { test as base, expect, startPortal } from './portal.ts'
import { addPerson, type Person, password } from './steps.ts'

type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** A portal that sends e-mails to a mail server on loopback. */
const test = base.extend<object, { mailServer: MailServer }>({
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this pattern.
    async ({}, use) => {
      const server = await startMailServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  portalOf: [
    async ({ mailServer }, use) => {
      const port = await freePort()
      const portal = await startPortal({
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        SMTP_URL: mailServer.url,
        // The digest of a Monday would be among the e-mails that are counted here.
        DIGEST: 'off',
        CONTACT: 'Help desk, room 12',
      })
      await use(async () => portal)
      await portal.stop()
    },
    { scope: 'worker' },
  ],
})

const newPassword = 'quiet lamp of the harbour'

/** The last e-mail to that person. */
async function mailTo({ received }: MailServer, { username }: Person, count = 1): Promise<string> {
  const own = () => received.filter(({ to }) => to.includes(`${username}@test.example`))
  await expect.poll(() => own().length).toBe(count)
  return own().at(-1)?.text ?? ''
}

function linkIn(text: string): string {
  return /^http\S+\/reset-password#\S+$/m.exec(text)?.[0] ?? ''
}

async function logIn(page: Page, username: string, secret: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('a member who forgot the password gets a link and chooses a new one, by keyboard', async ({ page, portal, mailServer }) => {
  const person = await addPerson(portal, 'staff')
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url(), JSON.stringify(request.headers())))
  await page.goto('/')
  await page.getByRole('button', { name: 'Login' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/forgot-password')
  await page.getByLabel('Username or email address').fill(person.username)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()

  const link = linkIn(await mailTo(mailServer, person))
  expect(link).toContain(`${portal.url}/reset-password#`)
  await page.goto(link)
  // The link survives a reload.
  await page.reload()
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Repeat new password').fill(newPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await logIn(page, person.username, newPassword)
  await expect(page).toHaveURL('/staff-dashboard')
  expect(await mailTo(mailServer, person, 2)).toContain('Help desk, room 12')
  const token = new URL(link).hash.slice(1)
  expect(urls.filter((url) => url.includes(token))).toEqual([])
})

test('with an initial password no page opens, also after a reload; logging out is the way out', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff')
  await portal.sql`update users set password_is_initial = true where id = ${person.id}`
  await page.request.post('/auth/login', { data: { username: person.username, password } })
  const title = page.getByRole('heading', { name: 'Choose your own password' })
  for (const path of ['/staff-dashboard', '/admin-dashboard', '/grade', '/statement', '/']) {
    await page.goto(path)
    await expect(title).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
  }
  // Nothing was typed in this page: the initial password is asked for.
  const initial = page.getByLabel('Initial password')
  await expect(initial).toBeFocused()
  await initial.fill('not this one')
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Repeat new password').fill(newPassword)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(initial).toHaveAccessibleDescription(/The current password is incorrect/)
  await expect(initial).toBeFocused()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await logIn(page, person.username, password)
  await expect(title).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Repeat new password').fill(newPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
